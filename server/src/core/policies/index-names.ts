import {
  findUnindexedDomains,
  indexNextNames,
  indexStart,
  markIndexed,
} from '../../store/entities/policy-index.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { isTransactionConflict } from '../../store/transaction-conflict.ts'
import type { CoreContext } from '../context.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'

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
      store.db
        .transaction()
        .execute(async (tx) => ({ result: await run(tx) }))
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
