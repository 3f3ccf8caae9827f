import { countInstance, type InstanceCounts } from '../store/listing/domains.ts'
import { readDatabaseSize } from '../store/sizes.ts'
import type { CoreContext } from './context.ts'

export interface Storage extends InstanceCounts {
  readonly database: 'sqlite' | 'postgres'
  readonly databaseBytes: number
  /** Of the image folder; 0 with a bucket. */
  readonly imageBytes: number
}

/** What the instance keeps. */
export async function readStorage({ store, media }: CoreContext): Promise<Storage> {
  const [{ bytes }, imageBytes, counts] = await Promise.all([
    readDatabaseSize(store),
    media.totalBytes(),
    countInstance(store.db),
  ])
  return { database: store.dialect, databaseBytes: bytes, imageBytes, ...counts }
}
