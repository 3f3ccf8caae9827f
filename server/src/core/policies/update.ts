import { createYieldToEventLoop } from '../../async/time.ts'
import { parseNewLabel } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import {
  isPolicyList,
  type Policy,
  type PolicyLabelList,
  policyFieldNames,
  policyLabelLists,
  type TokenGate,
} from '../../model/policy.ts'
import { appendEvents } from '../../store/entities/events.ts'
import {
  findUnindexedDomains,
  indexNextNames,
  indexStart,
  markIndexed,
  replacePolicyLabels,
  writePolicy,
} from '../../store/entities/policies.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { isTransactionConflict } from '../../store/transaction-conflict.ts'
import type { CoreContext } from '../context.ts'
import { policyEvent } from '../events/policy-event.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'
import {
  type DomainPolicy,
  lockPolicyDomain,
  type PolicyRef,
  policyEtag,
  readPolicy,
  requirePolicyAccess,
} from './policy.ts'

interface UpdatePolicy extends PolicyRef {
  readonly changes: PolicyChanges
  readonly ifMatch?: IfMatch | undefined
}

/** The rest is indexed in the background (`completeIndexes`). */
const maxIndexingMs = 2000

/** Changes the policy atomically. The first one also indexes the names of the domain. */
export async function updatePolicy(
  context: CoreContext,
  { changes: unparsed, ifMatch, ...ref }: UpdatePolicy,
): Promise<DomainPolicy> {
  const { id } = await requirePolicyAccess(context, ref)
  const changes = parsePolicyChanges(context, unparsed)
  const updated = await context.store.inTurn(id).plainTransaction(async (tx) => {
    const domain = await lockPolicyDomain(tx, ref, id)
    const current = await readPolicy(tx, domain)
    assertIfMatch(`The policy of ${domain.name}`, policyEtag(current), ifMatch)
    return changePolicy(context, tx, current, changes)
  })
  if (updated.isIndexed) return updated
  await completeIndex(context, updated.domain)
  return readPolicy(context.store.db, updated.domain)
}

/** Of the names of a domain that has got its first policy, as far as the time of a request allows. */
export async function completeIndex(context: CoreContext, { key }: Domain): Promise<void> {
  const deadline = performance.now() + maxIndexingMs
  await indexNames(context, key, () => performance.now() > deadline)
}

/** `changes` are those of `parsePolicyChanges`. `onEvent`: called unless nothing changes. */
export async function changePolicy(
  context: CoreContext,
  tx: StoreTransaction,
  current: DomainPolicy,
  changes: PolicyChanges,
  onEvent: (event: NewEvent) => void = () => undefined,
): Promise<DomainPolicy> {
  const { domain, policy: before } = current
  const after = mergeChanges(before, changes)
  assertConsistent(after)
  const event = policyEvent(context, domain, before, after)
  if (!event) return current
  const { reservedLabels, blockedLabels, ...settings } = after
  const isIndexed = before.version === 0 ? domain.subnameCount === 0 : current.isIndexed
  await writePolicy(tx, domain, { settings, isIndexed }, context.clock())
  await replaceLabels(tx, domain, { reservedLabels, blockedLabels }, changes)
  await appendEvents(tx, event)
  onEvent(event)
  return { domain, policy: after, isIndexed }
}

function mergeChanges(before: Policy, changes: PolicyChanges): Policy {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given), version: before.version + 1 }
}

async function replaceLabels(
  tx: StoreTransaction,
  domain: Domain,
  labels: Pick<Policy, PolicyLabelList>,
  changes: PolicyChanges,
): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop()
  for (const list of policyLabelLists)
    if (changes[list]) await replacePolicyLabels(tx, domain, list, labels[list], yieldToEventLoop)
}

/** Absent fields are unchanged; lists replace the stored ones. */
export type PolicyChanges = {
  readonly [Field in keyof Omit<Policy, 'version'>]?: Policy[Field] | undefined
}

/** Normalizes the lists (ENSIP-15) and leaves out repetitions. */
export function parsePolicyChanges(
  { chains }: Pick<CoreContext, 'chains'>,
  changes: PolicyChanges,
): PolicyChanges {
  if (changes.tokenGate) assertServedToken(chains, changes.tokenGate)
  const parsed = policyFieldNames.filter(isPolicyList).flatMap((list) => {
    const labels = changes[list]
    return labels ? [[list, parseNewLabels(list, labels)] as const] : []
  })
  return { ...changes, ...Object.fromEntries(parsed) }
}

function parseNewLabels(list: string, labels: readonly string[]): readonly string[] {
  const parsed = labels.map((text, index) => {
    try {
      return parseNewLabel(text)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError('InvalidNameException', `${list}[${index}]: ${error.message}`)
    }
  })
  return [...new Set(parsed)].sort()
}

function assertServedToken(
  chains: CoreContext['chains'],
  { chainId, standard, tokenId, minimum, isOncePerToken }: TokenGate,
): void {
  if (!chains.has(chainId))
    throw new AppError(
      'BadRequestException',
      `tokenGate.chainId: this service has no RPC of chain ${chainId}.`,
    )
  if ((standard === 'ERC-1155') !== (tokenId !== null))
    throw new AppError(
      'BadRequestException',
      'tokenGate.tokenId: give it for an ERC-1155 token, and null for any other.',
    )
  if (isOncePerToken && (standard !== 'ERC-721' || minimum !== '1'))
    throw new AppError(
      'BadRequestException',
      'tokenGate.isOncePerToken: is for ERC-721 tokens, with a minimum of 1.',
    )
}

/** @throws AppError `BadRequestException` for bounds that exclude each other. */
function assertConsistent({ minLength, maxLength, opensAt, closesAt }: Policy): void {
  if (minLength > maxLength)
    throw new AppError('BadRequestException', 'minLength: is more than maxLength, so no label is allowed.')
  if (opensAt !== null && closesAt !== null && opensAt >= closesAt)
    throw new AppError('BadRequestException', 'closesAt: is not after opensAt, so nothing can be claimed.')
}

/** Names of a transaction, few enough not to delay others. */
const chunkNames = 500

/**
 * Gives the names of a domain that were issued before its first policy their skeletons, which those of later names have.
 * Stops when `isOver` returns true. Repeatable, also by several processes at once.
 */
export async function indexNames(
  { store }: Pick<CoreContext, 'store'>,
  domainKey: number,
  isOver: () => boolean,
): Promise<void> {
  const inTransaction = <T>(run: (tx: StoreTransaction) => Promise<T>) =>
    retryOnConflict('The index of a policy', () =>
      store
        .inTurn(`index of ${domainKey}`)
        .plainTransaction(async (tx) => ({ result: await run(tx) }))
        .catch((error: unknown) => {
          if (!isTransactionConflict(error)) throw error
          return undefined
        }),
    )
  let position: typeof indexStart | undefined = indexStart
  while (position) {
    if (isOver()) return
    const from: typeof indexStart = position
    const { result } = await inTransaction((tx) => indexNextNames(tx, domainKey, from, chunkNames))
    position = result
  }
  await inTransaction((tx) => markIndexed(tx, domainKey))
}

/** Completes what requests have left, until the signal aborts. */
export async function completeIndexes(
  context: Pick<CoreContext, 'store'>,
  signal: AbortSignal,
): Promise<void> {
  for (const key of await findUnindexedDomains(context.store.db))
    await indexNames(context, key, () => signal.aborted)
}
