import { errorCode } from '../../errors.ts'
import type { CreateSubnameOutcome } from '../../model/subname.ts'
import {
  type CountedDomain,
  type CreatedSubname,
  type CreateSubnamesOutcome,
  latestCreation,
} from '../created-subname.ts'
import type { StoreTransaction, StoreWriter, VersionedTransaction } from '../tables.ts'
import { changeSubnameCount } from './domains.ts'
import { appendEvents } from './events.ts'
import { insertSubnames } from './write-subnames.ts'

/** `SqlDialect.createSubnames` by several statements. */
export async function createSubnamesInTransaction(
  writer: StoreWriter,
  domain: CountedDomain,
  created: readonly CreatedSubname[],
): Promise<CreateSubnamesOutcome> {
  try {
    return await writer.transaction((tx) => insertCounted(tx, domain, created))
  } catch (error) {
    if (isWithoutCapacity(error)) return 'no-capacity'
    throw error
  }
}

/** In the transaction that creates a subname. */
export interface AroundCreation {
  readonly before?: (tx: StoreTransaction) => Promise<void>
  readonly after?: (tx: VersionedTransaction) => Promise<void>
}

/** `Store.createSubname` with more in its transaction, or an image that the event names. */
export async function createSubnameInTransaction(
  writer: StoreWriter,
  domain: CountedDomain,
  created: CreatedSubname,
  around?: AroundCreation,
): Promise<CreateSubnameOutcome> {
  try {
    await writer.transaction(async (tx) => {
      await around?.before?.(tx)
      const issued = await insertCounted(tx, domain, [created])
      if (issued.size === 0) throw new LabelTakenError()
      await around?.after?.(tx)
    })
    return 'issued'
  } catch (error) {
    if (error instanceof LabelTakenError) return 'taken'
    if (isWithoutCapacity(error)) return 'no-capacity'
    throw error
  }
}

/** @throws NoCapacityError, to roll the transaction back. */
async function insertCounted(
  tx: VersionedTransaction,
  domain: CountedDomain,
  created: readonly CreatedSubname[],
): Promise<ReadonlySet<string>> {
  const inserted = await insertSubnames(
    tx,
    domain,
    created.map(({ subname }) => subname),
  )
  const issued = new Set(inserted.map(({ subname }) => subname.label))
  if (issued.size === 0) return issued
  const events = created.filter(({ subname }) => issued.has(subname.label)).map(({ event }) => event)
  await appendEvents(tx, ...events)
  const isCounted = await changeSubnameCount(tx, {
    domainId: domain.id,
    workspaceId: domain.workspaceId,
    policyVersion: domain.policyVersion,
    createdAt: latestCreation(created),
    added: inserted.length,
    addedClaimed: inserted.filter(({ subname }) => subname.isClaimed).length,
    peak: inserted.length,
  })
  if (!isCounted) throw new NoCapacityError()
  return issued
}

class NoCapacityError extends Error {}
class LabelTakenError extends Error {}

function isWithoutCapacity(error: unknown): boolean {
  return error instanceof NoCapacityError || isMissingDomain(error)
}

/** The domain was purged: foreign_key_violation of PostgreSQL, or the error of SQLite. */
function isMissingDomain(error: unknown): boolean {
  return (
    errorCode(error) === '23503' ||
    (error instanceof Error && error.message.startsWith('FOREIGN KEY constraint failed'))
  )
}
