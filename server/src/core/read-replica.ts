import type { CoreContext } from './context.ts'

/** The same context for reads that no write depends on: while the primary is unreachable, a replica serves them. */
export function withReadReplica(context: CoreContext): CoreContext {
  return {
    ...context,
    store: { ...context.store, db: context.store.read },
  }
}
