import type { CoreContext } from './context.ts'

/** For reads that no write depends on: a replica serves them while the primary is down. */
export function withReadReplica(context: CoreContext): CoreContext {
  return {
    ...context,
    store: { ...context.store, db: context.store.read },
  }
}
