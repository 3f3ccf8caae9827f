import { createYieldToEventLoop } from '../../async/time.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName } from '../../ens/names.ts'
import { AppError, type BatchItemError, BatchRejectedError } from '../../errors.ts'
import type { PlannedNames } from '../../listings/import-plan.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { findDomainById } from '../../store/entities/domains.ts'
import { addFormerRemovals } from '../../store/entities/former-names.ts'
import { countRecordBytes, findTakenLabels, lockSubnames } from '../../store/entities/subnames.ts'
import { type SubnameWrites, writeSubnames } from '../../store/entities/write-subnames.ts'
import type { Queryable, StoreTransaction, VersionedTransaction } from '../../store/tables.ts'
import { isTransactionConflict } from '../../store/transaction-conflict.ts'
import { assertDomainAccess, hasPermission } from '../auth/access.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import { type Caller, type CoreContext, settleSync } from '../context.ts'
import { assertNotBlocked, domainNotFoundError, requireDomain } from '../domains/rules.ts'
import { type BatchCreation, openBatchPolicy } from '../policies/batch-policy.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'
import {
  type BatchItemResult,
  type BatchState,
  evaluateBatch,
  type IndexedItem,
} from './batch/evaluate-batch.ts'
import { type BatchItem, type BatchRights, ControllerUnknown, prepareItem } from './batch/prepare-item.ts'
import { isController } from './remove.ts'
import { resolverOfDomain } from './rules.ts'

export interface SubnameBatch {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** Writes nothing if any item fails. */
  readonly isAtomic: boolean
  readonly items: readonly BatchItem[]
  /** Finds the results without writing them. */
  readonly isDryRun?: boolean | undefined
  /** Issues names although the former gateway has them, or does not answer. */
  readonly overridesFormer?: boolean | undefined
}

/** Of the names that a batch changes or revokes, which it reads as a whole. */
const maxRecordBytes = 4_194_304

/**
 * Issues, changes, reserves and revokes names of one domain in one transaction, in the order of the items, each by the
 * rules of its single operation. The API key allows all but changes and revocations of names, for which the signature
 * counts; those with the permission `names:revoke` also change and revoke names, and put those that exist, without one.
 *
 * Rules in order: the domain exists, is not blocked, the key may write to it, the signature is valid if an item reads
 * it, then those of each item.
 *
 * @throws BatchRejectedError if an item of an atomic batch fails.
 */
export async function batchSubnames(
  context: CoreContext,
  input: SubnameBatch,
): Promise<readonly BatchItemResult[]> {
  const { caller, isAtomic, isDryRun = false, overridesFormer = false } = input
  const domain = await requireDomain(context, input.chainId, input.domain)
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const rights = await rightsOf(context, domain, input)
  const resolver = await resolverOfDomain(context, domain)
  const items = await prepareItems(context, input)
  const batch = { caller, domain, resolver, items, isAtomic, isDryRun, overridesFormer }
  return applyBatch(context, batch, rights)
}

export interface PreparedBatch extends Pick<SubnameBatch, 'caller' | 'isAtomic'> {
  /** As read before the transaction. */
  readonly domain: Domain
  readonly resolver: Resolver
  readonly items: readonly IndexedItem[]
  /** Finds the results without writing them. */
  readonly isDryRun?: boolean
  /** Of a dry run, names that earlier batches would add. */
  readonly planned?: PlannedNames
  /** Issues names although the former gateway has them, or does not answer. */
  readonly overridesFormer?: boolean
}

/** For what the former gateway has of all names of a batch. */
const formerTimeoutMs = 20_000

const signedActions: readonly BatchItem['action'][] = ['change', 'put', 'revoke']

/** Verifies the signature if an item reads it. */
async function rightsOf(
  context: CoreContext,
  domain: Domain,
  { caller, items }: SubnameBatch,
): Promise<BatchRights> {
  const isSigned = caller.signedMessage && items.some(({ action }) => signedActions.includes(action))
  return {
    signer: isSigned ? await verifySignedMessage(context, caller, domain) : undefined,
    mayRevoke: hasPermission(caller, domain.workspaceId, 'names:revoke'),
    isController: undefined,
  }
}

async function prepareItems(
  context: CoreContext,
  { caller, items }: SubnameBatch,
): Promise<readonly IndexedItem[]> {
  const yieldToEventLoop = createYieldToEventLoop()
  const indexed: IndexedItem[] = []
  for (const [index, item] of items.entries()) {
    const prepared = settleSync(() => prepareItem(context, { holder: caller.address }, item))
    indexed.push({ index, label: item.label, prepared })
    const turn = yieldToEventLoop()
    if (turn) await turn
  }
  return indexed
}

/**
 * In one transaction, before which the former gateway is asked for the names that are to be issued. After a lost race, the items are
 * applied again to the new state.
 */
export async function applyBatch(
  context: CoreContext,
  batch: PreparedBatch,
  initialRights: BatchRights,
): Promise<readonly BatchItemResult[]> {
  const formers = await readFormers(context, batch)
  const { signal } = new AbortController()
  let rights = initialRights
  return retryOnConflict(batch.domain.name, async () => {
    try {
      return await context.batchSemaphore(
        () =>
          context.store
            .inTurn(batch.domain.id)
            .transaction((tx) => applyInTransaction(context, tx, { ...batch, formers }, rights)),
        signal,
      )
    } catch (error) {
      if (error instanceof ControllerUnknown)
        rights = { ...rights, isController: await isController(context, batch.domain, error.signer) }
      else if (!(error instanceof LostRace || isTransactionConflict(error))) throw error
      return undefined
    }
  })
}

interface AskedBatch extends PreparedBatch {
  readonly formers: BatchState['formers']
}

/** Of the names that would be issued, as far as the domain does not hold them now. */
async function readFormers(
  context: CoreContext,
  { domain, items, overridesFormer = false }: PreparedBatch,
): Promise<BatchState['formers']> {
  if (overridesFormer || domain.formerGateway === null) return new Map()
  const labels = [...new Set(items.flatMap(toCreation).map(({ label }) => label))]
  const taken = await findTakenLabels(context.store.db, domain, labels)
  const absent = labels.filter((label) => !taken.has(label))
  return context.readFormerHoldings(domain, absent, formerTimeoutMs)
}

/** Rolls the transaction back. */
class LostRace extends Error {}

async function applyInTransaction(
  context: CoreContext,
  tx: VersionedTransaction,
  batch: AskedBatch,
  rights: BatchRights,
): Promise<readonly BatchItemResult[]> {
  const { caller, resolver, items, isAtomic, isDryRun = false, formers } = batch
  const { id, name, chainId } = batch.domain
  const planned = isDryRun ? batch.planned : undefined
  const yieldToEventLoop = createYieldToEventLoop()
  const stored = await findDomainById(tx, id)
  const domain = stored && { ...stored, subnameCount: stored.subnameCount + (planned?.names ?? 0) }
  if (!domain) throw domainNotFoundError(name, chainId)
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const policy = await openBatchPolicy(context, tx, domain, items.flatMap(toCreation), planned)
  const names = await readNames(context, tx, domain, items)
  const state = { domain, resolver, rights, policy, formers, ...names }
  const { results, writes } = await evaluateBatch(items, state, yieldToEventLoop)
  if (isAtomic) assertNoError(results)
  if (isDryRun || results.every(({ outcome }) => outcome instanceof AppError)) return results
  const outcome = await writeSubnames(tx, { domain, now: context.clock() }, writes, yieldToEventLoop)
  if (outcome !== 'written') throw new LostRace()
  await rememberRemovals(tx, domain, writes)
  return results
}

/** Read again: the row cannot change any more. */
async function rememberRemovals(
  tx: StoreTransaction,
  { id }: Domain,
  { deleted, withdrawn }: SubnameWrites,
): Promise<void> {
  const removed = [...deleted.map(({ subname }) => subname), ...withdrawn]
  const labels = removed.map(({ label }) => label)
  const domain = labels.length > 0 ? await findDomainById(tx, id) : undefined
  if (domain) await addFormerRemovals(tx, domain, labels)
}

function toCreation({ prepared }: IndexedItem): readonly BatchCreation[] {
  if (prepared instanceof AppError || !prepared.creation) return []
  return [prepared.creation]
}

async function readNames(
  context: CoreContext,
  tx: StoreTransaction,
  domain: Domain,
  items: readonly IndexedItem[],
) {
  const prepared = items.flatMap((item) => (item.prepared instanceof AppError ? [] : [item.prepared]))
  const changed = new Set(prepared.filter(({ changesExisting }) => changesExisting).map(({ label }) => label))
  const others = new Set(prepared.flatMap(({ label }) => (changed.has(label) ? [] : [label])))
  if (changed.size > 0) await assertReadable(tx, domain, [...changed])
  const labels = [...changed, ...others]
  return {
    seals: await context.seals.find(
      tx,
      domain.id,
      labels.map((label) => joinName(label, domain.name)),
    ),
    existing: changed.size > 0 ? await lockSubnames(tx, domain, [...changed]) : new Map(),
    taken: others.size > 0 ? await findTakenLabels(tx, domain, [...others]) : new Set<string>(),
  }
}

/** @throws AppError `PayloadTooLargeException` for names whose records are too much to read at once. */
export async function assertReadable(
  db: Queryable,
  domain: Domain,
  labels: readonly string[],
): Promise<void> {
  if ((await countRecordBytes(db, domain, labels)) <= maxRecordBytes) return
  throw new AppError(
    'PayloadTooLargeException',
    `The names to change and revoke have more than ${maxRecordBytes} bytes of records. Send fewer in a batch.`,
  )
}

function assertNoError(results: readonly BatchItemResult[]): void {
  const errors = results.flatMap(({ index, label, outcome }): readonly BatchItemError[] =>
    outcome instanceof AppError ? [{ index, label, error: outcome }] : [],
  )
  const [first] = errors
  if (!first) return
  throw new BatchRejectedError(
    `${errors.length} of ${results.length} items failed, so nothing was written. The first is items[${first.index}]: ` +
      `${first.error.name}: ${first.error.message}`,
    errors,
  )
}
