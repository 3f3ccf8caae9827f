import { mkdir } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** Makes the folder of the data, for its owner alone. One that is there stays as it is. */
export function ensureDataDir({ dataDir }: Config): Promise<unknown> {
  return mkdir(dataDir, { recursive: true, mode: 0o700 })
}
