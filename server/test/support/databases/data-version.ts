import type { Store } from '../../../src/store/store.ts'
import { waitUntil } from '../wait-until.ts'

/** Whether two calls return the same version. */
export function hasStableDataVersion(store: Store): boolean {
  const dataVersion = store.dataVersion()
  return store.dataVersion() === dataVersion
}

/** Resolves with the data version once the store receives notifications. */
export async function readStableDataVersion(store: Store): Promise<number> {
  await waitUntil('notifications of commits are received', () => hasStableDataVersion(store))
  return store.dataVersion()
}
