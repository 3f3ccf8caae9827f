import { errorCode } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import type { StoreTransaction, StoreWriter, VersionedTransaction } from '../tables.ts'
import { incrementSubnameCount } from './domains.ts'
import { appendEvents } from './events.ts'
import { insertSubname } from './subnames.ts'

const noCapacity = new Error('The domain has no capacity for another subname.')
const taken = new Error('The label is taken.')

/** Several statements; `check` comes first, and what it writes is rolled back unless the subname is issued. */
export async function createSubnameInTransaction(
  writer: StoreWriter,
  subname: Subname,
  domain: Pick<Domain, 'workspaceId' | 'policyVersion'>,
  event: NewEvent,
  check?: (tx: StoreTransaction) => Promise<void>,
): Promise<CreateSubnameOutcome> {
  try {
    return await writer.transaction(async (tx) => {
      await check?.(tx)
      const outcome = await insertCountedSubname(tx, subname, domain, event)
      if (outcome === 'no-capacity') throw noCapacity
      if (outcome === 'taken' && check) throw taken
      return outcome
    })
  } catch (error) {
    if (error === taken) return 'taken'
    if (error === noCapacity || isMissingDomain(error)) return 'no-capacity'
    throw error
  }
}

/** not_null_ and foreign_key_violation of PostgreSQL. */
const missingDomainSqlStates: readonly (string | undefined)[] = ['23502', '23503']

/** The domain was purged. */
function isMissingDomain(error: unknown): boolean {
  return (
    missingDomainSqlStates.includes(errorCode(error)) ||
    (error instanceof Error && /^(NOT NULL|FOREIGN KEY) constraint failed/.test(error.message))
  )
}

/** `Store.createSubname` within a transaction, which must be rolled back with the outcome `no-capacity`. */
async function insertCountedSubname(
  tx: VersionedTransaction,
  subname: Subname,
  { workspaceId, policyVersion }: Pick<Domain, 'workspaceId' | 'policyVersion'>,
  event: NewEvent,
): Promise<CreateSubnameOutcome> {
  if (!(await insertSubname(tx, subname, { policyVersion }))) return 'taken'
  await appendEvents(tx, event)
  return (await incrementSubnameCount(tx, { ...subname, workspaceId, policyVersion }))
    ? 'issued'
    : 'no-capacity'
}
