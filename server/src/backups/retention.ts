import { findNewest, listOwnObjects } from './find.ts'
import { isBackupName, manifestName } from './manifest.ts'
import type { BackupTarget, StoredObject } from './target.ts'

const dayMs = 86_400_000

/**
 * Deletes what is older than these days, counted by the clock of the target from the object that was written last, so that a
 * wrong clock of this machine deletes nothing. The newest complete backup stays, with all that is newer, and what has
 * another name than this service gives.
 *
 * @param days 0: nothing is deleted.
 * @returns the deleted backups.
 */
export async function deleteExpired(target: BackupTarget, days: number): Promise<readonly string[]> {
  if (days === 0) return []
  const objects = await listOwnObjects(target)
  const newest = await findNewest(target, objects)
  if (!newest) return []
  const expired = expiredObjects(objects, newest.name, days)
  // A manifest first: what is left of a backup after a failure is not complete.
  const manifests = expired.filter((name) => !isBackupName(name))
  const backups = expired.filter(isBackupName)
  for (const name of [...manifests, ...backups]) await target.delete(name)
  return backups
}

function expiredObjects(objects: readonly StoredObject[], newest: string, days: number): readonly string[] {
  const lastWrite = objects.reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), 0)
  return objects
    .filter(({ name, modifiedAt }) => name < manifestName(newest) && modifiedAt < lastWrite - days * dayMs)
    .map(({ name }) => name)
    .filter((name) => name !== newest)
}
