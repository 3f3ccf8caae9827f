import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../../errors.ts'
import { assertIntegrity } from '../../store/sqlite/files.ts'
import type { BackupTarget } from '../target.ts'
import { type AssembledLog, assembleLog } from './assemble.ts'
import { type LogObject, timeOfGeneration } from './names.ts'

interface FindOptions {
  readonly identities: readonly string[]
  /** Milliseconds since 1970; undefined: the newest state. */
  readonly until?: number | undefined
}

export interface FoundLogState {
  /** Undefined: no generation has one. */
  readonly state: LogState | undefined
  /** Why newer ones were left out. */
  readonly problems: readonly string[]
}

export interface LogState extends AssembledLog {
  /** A SQLite database, without a log beside it. */
  readonly file: string
}

/** Makes the newest state of the newest generation that has one. It is in the folder of temporary files until `use` ends. */
export async function withNewestState<T>(
  target: BackupTarget,
  generations: ReadonlyMap<string, readonly LogObject[]>,
  options: FindOptions,
  use: (found: FoundLogState) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'byname-log-'))
  try {
    return await use(await findNewestState(target, generations, options, join(folder, 'byname.db')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function findNewestState(
  target: BackupTarget,
  generations: ReadonlyMap<string, readonly LogObject[]>,
  { identities, until }: FindOptions,
  file: string,
): Promise<FoundLogState> {
  const problems: string[] = []
  for (const [generation, objects] of generations) {
    if (until !== undefined && timeOfGeneration(generation) > until) continue
    try {
      const assembled = await assembleLog(target, objects, { identities, file, until })
      assertIntegrity(file)
      if (assembled.problem !== undefined) problems.push(assembled.problem)
      return { state: { ...assembled, file }, problems }
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      problems.push(error.message)
      await rm(file, { force: true })
    }
  }
  return { state: undefined, problems }
}
