import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readRegularFile } from '../regular-file.ts'
import { readLogStatus } from './log/status.ts'

/** Times in milliseconds since 1970. */
const stateSchema = z.object({
  /** As it was given: of another target, nothing is known. */
  target: z.string(),
  /** The newest that was completed. */
  backup: z.object({ name: z.string(), takenAt: z.number() }).optional(),
  /** Of the last attempt; absent after a success. */
  backupProblem: z.string().optional(),
  /** The last drill that succeeded. */
  verified: z.object({ name: z.string(), at: z.number() }).optional(),
  /** Of the last drill; absent after a success. */
  drillProblem: z.string().optional(),
})

/** What the commands have done, for the health of the service: a file in the data folder. */
type BackupState = z.infer<typeof stateSchema>

const maxStateBytes = 16_384
const maxProblemCharacters = 500

function fileOf(dataDir: string): string {
  return join(dataDir, 'backup-state.json')
}

/** Undefined: nothing is known of this target. */
export function readBackupState(dataDir: string, target: string): BackupState | undefined {
  try {
    const state = stateSchema.parse(JSON.parse(readRegularFile(fileOf(dataDir), maxStateBytes)))
    return state.target === target ? state : undefined
  } catch {
    return undefined
  }
}

interface BackupSettings {
  readonly dataDir: string
  readonly backup: {
    readonly target: string | undefined
    readonly maxAgeMs: number
    readonly shipsLog: boolean
  }
}

/**
 * For the health; undefined without a target.
 *
 * @param startedAt Of the service, in milliseconds since 1970: before, no log was shipped.
 */
export function readBackupFacts(
  { dataDir, backup: { target, maxAgeMs, shipsLog } }: BackupSettings,
  startedAt: number,
) {
  if (target === undefined) return undefined
  const { backup, backupProblem, drillProblem } = readBackupState(dataDir, target) ?? {}
  const { shippedThrough, problem } = readLogStatus(dataDir, target) ?? {}
  const log = shipsLog ? { startedAt, shippedThrough, problem } : undefined
  return { maxAgeMs, takenAt: backup?.takenAt, problem: backupProblem, drillProblem, log }
}

/** Readable by the service also where another user runs the command; the folder is its owner's. */
export async function changeBackupState(
  dataDir: string,
  target: string,
  changes: Omit<BackupState, 'target'>,
): Promise<void> {
  const state: BackupState = { ...(readBackupState(dataDir, target) ?? { target }), ...changes }
  const file = fileOf(dataDir)
  const partial = `${file}.${process.pid}.partial`
  try {
    await writeFile(partial, JSON.stringify(state), { mode: 0o644, flush: true })
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  }
}

/** Of an error, for the state. */
export function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'unknown'
  return text.slice(0, maxProblemCharacters)
}
