import { mkdir } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** Accessible by its owner only. An existing folder is not changed. */
export function ensureDataDir({ dataDir }: Config): Promise<unknown> {
  return mkdir(dataDir, { recursive: true, mode: 0o700 })
}
