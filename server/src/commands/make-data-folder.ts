import { mkdir } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** Makes the folder of the data, for its owner alone. One that is there stays as it is. */
export const ensureDataDir = ({ dataDir }: Config): Promise<unknown> =>
  mkdir(dataDir, { recursive: true, mode: 0o700 })
