import { createGroups } from '../async/groups.ts'
import { DatabaseUnavailableError } from '../errors.ts'
import type { CreateSubnameOutcome } from '../model/subname.ts'
import type { CountedDomain, CreatedSubname } from './created-subname.ts'
import type { SqlDialect } from './driver/sql-dialect.ts'
import type { TurnQueue } from './driver/turn-queue.ts'
import type { StoreWriter } from './tables.ts'
import { isTransactionConflict } from './transaction-conflict.ts'

/** Few enough for some milliseconds of SQLite, which blocks the event loop. */
const maxGroup = 64

interface AddedSubname extends CreatedSubname {
  readonly domain: CountedDomain
}

type CreateSubname = (added: AddedSubname) => Promise<CreateSubnameOutcome>

interface Turns {
  /** Of the groups of a domain. */
  readonly groups: TurnQueue
  /** Of all that locks rows of a domain. */
  readonly writes: TurnQueue
}

/**
 * Subnames of a domain that are created while another group of them is written form the next one: a statement or
 * transaction, with one commit. Each has the outcome that it would have alone: a group that does not fit into the domain
 * as a whole, or fails because of one of them, is written one by one, in the order of arrival.
 */
export function createSubnameGroups(
  writer: StoreWriter,
  { createSubnames }: Pick<SqlDialect, 'createSubnames'>,
  { groups, writes }: Turns,
): CreateSubname {
  const together = createGroups<AddedSubname, CreateSubnameOutcome>({
    inTurn: ({ domain: { id } }, run) => groups.run(id, () => writes.run(id, run)),
    run: (added) => settle(added, (domain, rows) => createSubnames(writer, domain, rows)),
    maxMembers: maxGroup,
  })
  return (added) => {
    const { id, workspaceId, policyVersion } = added.domain
    return together.add(`${id} ${workspaceId} ${policyVersion}`, added)
  }
}

type Write = (
  domain: CountedDomain,
  added: readonly AddedSubname[],
) => ReturnType<SqlDialect['createSubnames']>

type Settled = PromiseSettledResult<CreateSubnameOutcome>

async function settle(added: readonly AddedSubname[], write: Write): Promise<readonly Settled[]> {
  if (added.length === 1) return settleEach(added, write)
  try {
    const outcomes = await writeTogether(added, write)
    if (outcomes === 'no-capacity') return await settleEach(added, write)
    return outcomes.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    if (isRolledBack(error)) return settleEach(added, write)
    throw error
  }
}

/** Of the subnames with one label, the first gets it. `no-capacity`: not for all of them, and none is written. */
async function writeTogether(
  added: readonly AddedSubname[],
  write: Write,
): Promise<readonly CreateSubnameOutcome[] | 'no-capacity'> {
  const firstOf = new Map<string, AddedSubname>()
  for (const each of added) if (!firstOf.has(each.subname.label)) firstOf.set(each.subname.label, each)
  const first = [...firstOf.values()]
  const [{ domain } = {}] = first
  const issued = domain ? await write(domain, first) : new Set<string>()
  if (issued === 'no-capacity') return issued
  return added.map((each) => {
    const { label } = each.subname
    return issued.has(label) && firstOf.get(label) === each ? 'issued' : 'taken'
  })
}

/** Nothing is written, and one by one may succeed. A commit of which nothing is known may have happened. */
function isRolledBack(error: unknown): boolean {
  return !(error instanceof DatabaseUnavailableError) || isTransactionConflict(error)
}

/** Once the database is not available, the others get the same error. */
async function settleEach(added: readonly AddedSubname[], write: Write): Promise<readonly Settled[]> {
  const settled: Settled[] = []
  for (const each of added) {
    const last = settled.at(-1)
    const isUnavailable = last?.status === 'rejected' && !isRolledBack(last.reason)
    settled.push(isUnavailable ? last : await settleAlone(each, write))
  }
  return settled
}

async function settleAlone(added: AddedSubname, write: Write): Promise<Settled> {
  try {
    const outcomes = await writeTogether([added], write)
    const [value = 'no-capacity'] = outcomes === 'no-capacity' ? [] : outcomes
    return { status: 'fulfilled', value }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
