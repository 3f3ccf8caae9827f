import { OperatorError } from '../errors.ts'
import { restoreSqliteFile } from '../store/copy/backup.ts'
import type { TableSummary } from '../store/copy/dump.ts'
import type { OnCopyProgress } from '../store/copy/operations.ts'
import { type CompleteBackup, findNewest, listOwnObjects } from './find.ts'
import { listLogObjects } from './log/names.ts'
import { type LogState, withNewestState } from './log/restore-log.ts'
import { takenBy } from './manifest.ts'
import { openBackup } from './open-backup.ts'
import type { BackupTarget } from './target.ts'
import { restoreBackup } from './verify.ts'

interface RestoreNewestOptions {
  readonly databaseUrl: string
  readonly identities: readonly string[]
  /** Milliseconds since 1970: nothing later is restored; undefined: the newest. */
  readonly until: number | undefined
  readonly onProgress: OnCopyProgress
}

interface Restored {
  readonly tables: readonly TableSummary[]
  /** What was restored, and why nothing later. */
  readonly remarks: readonly string[]
}

/**
 * Restores the newest of what a target has: a state of the log, or a backup.
 *
 * @throws OperatorError without either, and as `restoreDatabase`.
 */
export async function restoreNewest(target: BackupTarget, options: RestoreNewestOptions): Promise<Restored> {
  const { databaseUrl, identities, until, onProgress } = options
  const objects = await listOwnObjects(target)
  const backup = await findNewest(
    target,
    objects.filter(({ name }) => until === undefined || takenBy(name, until)),
  )
  return withNewestState(target, await listLogObjects(target), options, async ({ state, problems }) => {
    const later = problems.map((problem) => `A later state of the log was left out. ${problem}`)
    if (isNewest(state, backup)) {
      const { file, at } = state
      const tables = await restoreSqliteFile({ databaseUrl, file, onProgress })
      const restored = `The log was restored as of ${new Date(at).toISOString()}; later changes are not in it.`
      return { tables, remarks: [...later, restored] }
    }
    if (!backup)
      throw new OperatorError([`${target.title} has no complete backup of that time.`, ...later].join(' '))
    const tables = await restoreBackup(openBackup(target, backup), {
      databaseUrl,
      identities,
      backup,
      onProgress,
    })
    return { tables, remarks: [...later, `${backup.name} of ${backup.manifest.takenAt} was restored.`] }
  })
}

function isNewest(state: LogState | undefined, backup: CompleteBackup | undefined): state is LogState {
  return state !== undefined && (!backup || state.at >= Date.parse(backup.manifest.takenAt))
}
