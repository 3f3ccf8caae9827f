import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../../errors.ts'
import { restoreSqliteFile } from '../../store/copy/backup.ts'
import type { OnCopyProgress } from '../../store/copy/operations.ts'
import type { BackupTarget } from '../target.ts'
import { reachOf } from './continuity.ts'
import { listLogObjects } from './names.ts'
import { withNewestState } from './restore-log.ts'

interface VerifyLogOptions {
  /** Undefined: it is not decrypted. */
  readonly identities: readonly string[] | undefined
  readonly onProgress: OnCopyProgress
}

/**
 * By the names of its objects, whether the newest state can be reached; with identities, it is also restored, into a database
 * that is deleted afterwards, and all rows are compared.
 *
 * @returns milliseconds since 1970, at which the newest state was stored; undefined: there is no log.
 * @throws OperatorError where the chain is broken.
 */
export async function verifyLog(
  target: BackupTarget,
  { identities, onProgress }: VerifyLogOptions,
): Promise<number | undefined> {
  // The first segment of one that begins is on its way; where it does not come, health reports it.
  const generations = [...(await listLogObjects(target))].filter(([, objects]) => objects.length > 1)
  const [first] = generations
  if (!first) return undefined
  const { head, problem } = reachOf(...first)
  if (problem !== undefined)
    throw new OperatorError(`The log ${first[0]} cannot be restored to its end: ${problem}.`)
  if (identities)
    await withNewestState(target, new Map(generations), { identities }, async ({ state, problems }) => {
      if (!state || problems.length > 0) throw new OperatorError(problems.join(' '))
      await restoreAside(state.file, onProgress)
    })
  return head?.modifiedAt
}

async function restoreAside(file: string, onProgress: OnCopyProgress): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'byname-drill-'))
  try {
    await restoreSqliteFile({ databaseUrl: `sqlite:${join(folder, 'byname.db')}`, file, onProgress })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
