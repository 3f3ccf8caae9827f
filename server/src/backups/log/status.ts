import { rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { readRegularFile } from '../../regular-file.ts'
import { statusFile } from './files.ts'

const statusSchema = z.object({
  /** As it was given: of another target, nothing is known. */
  target: z.string(),
  /** Milliseconds since 1970: what was committed before is in the target; absent: not yet. */
  shippedThrough: z.number().optional(),
  /** Why not all is; absent while all goes well. */
  problem: z.string().optional(),
})

/** What the process that ships the log has done, for the others and for commands: a file in the data folder. */
export type LogStatus = z.infer<typeof statusSchema>

const maxStatusBytes = 4096

/** Undefined: nothing is known of this target. */
export function readLogStatus(dataDir: string, target: string): LogStatus | undefined {
  try {
    const status = statusSchema.parse(JSON.parse(readRegularFile(statusFile(dataDir), maxStatusBytes)))
    return status.target === target ? status : undefined
  } catch {
    return undefined
  }
}

/** It is no loss where the disk is full. */
export async function writeLogStatus(dataDir: string, status: LogStatus): Promise<void> {
  const partial = `${statusFile(dataDir)}.partial`
  try {
    await writeFile(partial, JSON.stringify(status), { mode: 0o644 })
    await rename(partial, statusFile(dataDir))
  } catch {
    await rm(partial, { force: true }).catch(() => {})
  }
}
