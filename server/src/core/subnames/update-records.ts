import type { Records } from '../../ens/records.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import type { Subname } from '../../model/subname.ts'
import { findSubname, updateSubnameRecords } from '../../store/entities/subnames.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'
import { assertDomainWritable } from './assert-writable.ts'

export interface RecordsUpdate {
  /** The state for which the caller's right was checked. */
  readonly subname: Subname
  /** May throw. */
  readonly change: (current: Subname) => Records
  readonly inSameTransaction?: (transaction: StoreTransaction) => Promise<void>
}

/**
 * Writes in one transaction, which checks that the domain is writable. After a concurrent write, the change is computed
 * again.
 */
export function updateRecords(context: CoreContext, input: RecordsUpdate): Promise<Subname> {
  const { subname } = input
  let current: Subname | undefined = subname
  return retryOnConflict(subname.name, async () => {
    const changed = await tryUpdate(context, current ?? (await reload(context, subname)), input)
    current = undefined
    return changed
  })
}

/** Undefined after a lost race. */
async function tryUpdate(
  context: CoreContext,
  current: Subname,
  { change, inSameTransaction }: RecordsUpdate,
): Promise<Subname | undefined> {
  const records = change(current)
  const updatedAt = context.clock()
  const isWritten = await context.store.transaction(async (transaction) => {
    if (!(await updateSubnameRecords(transaction, { subname: current, records, updatedAt }))) return false
    await inSameTransaction?.(transaction)
    await assertDomainWritable(transaction, current)
    return true
  })
  return isWritten ? { ...current, records, version: current.version + 1, updatedAt } : undefined
}

async function reload({ store }: CoreContext, { id, chainId, name }: Subname): Promise<Subname> {
  const reloaded = await findSubname(store.db, chainId, name)
  if (reloaded?.id === id) return reloaded
  throw new AppError('SubnameNotFoundException', `${name} does not exist any more.`)
}

updateRecords.errors = [
  ...assertDomainWritable.errors,
  ...retryOnConflict.errors,
] as const satisfies readonly ErrorName[]
