import { assertRecipient } from '../backups/encryption.ts'
import { listOwnObjects } from '../backups/find.ts'
import { isBackupName } from '../backups/manifest.ts'
import { openTarget } from '../backups/open-target.ts'
import type { Config, Secrets } from '../config/config.ts'
import { OperatorError } from '../errors.ts'

interface BackupCheck {
  readonly subject: string
  readonly found: string
  readonly problem?: string
}

/** Lists the target of encrypted backups, and stores nothing; without a target there is nothing to check. */
export async function checkBackups(
  { backup: { target: path, recipient, shipsLog } }: Config,
  { backupAccess }: Secrets,
): Promise<readonly BackupCheck[]> {
  if (path === undefined || recipient === undefined) return []
  const subject = `backups in ${path}`
  try {
    await assertRecipient(recipient)
    const target = await openTarget(path, backupAccess)
    try {
      const objects = await listOwnObjects(target)
      return [
        { subject, found: `${objects.filter(({ name }) => isBackupName(name)).length} can be listed` },
        { subject: `log of changes to ${path}`, found: shipsLog ? 'shipped by the service' : 'not shipped' },
      ]
    } finally {
      target.close()
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [{ subject, found: 'unusable', problem: error.message }]
  }
}
