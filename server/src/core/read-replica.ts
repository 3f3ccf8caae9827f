import type { CoreContext } from './context.ts'

/**
 * The same context for what only reads, and decides nothing that is written: while the primary cannot be reached, it is
 * answered from a replica.
 */
export function withReadReplica(context: CoreContext): CoreContext {
  return {
    ...context,
    store: { ...context.store, db: context.store.read },
  }
}
