import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { OperatorError } from '../errors.ts'
import { restoreFrom } from '../store/copy/backup.ts'
import type { TableSummary } from '../store/copy/dump.ts'
import type { OnCopyProgress } from '../store/copy/operations.ts'
import { decrypt, withCheckedHeader } from './encryption.ts'
import type { CompleteBackup } from './find.ts'
import { openBackup } from './open-backup.ts'
import type { BackupTarget } from './target.ts'

interface VerifyOptions {
  /** Undefined: it is not decrypted. */
  readonly identities: readonly string[] | undefined
  /** Undefined: any. */
  readonly recipient: string | undefined
  readonly onProgress?: OnCopyProgress
}

/**
 * Reads a backup back, whole. With identities it is also restored, into a database that is deleted afterwards, and its
 * rows are compared with the hashes in it and the numbers in its manifest.
 *
 * @throws OperatorError for what differs.
 */
export async function verifyBackup(
  target: BackupTarget,
  backup: CompleteBackup,
  { identities, recipient, onProgress }: VerifyOptions,
): Promise<void> {
  const { name, manifest } = backup
  if (recipient !== undefined && manifest.recipient !== recipient)
    throw new OperatorError(`The backup ${name} is encrypted to another recipient than BACKUP_RECIPIENT.`)
  const bytes = openBackup(target, backup)
  if (!identities) {
    for await (const _ of withCheckedHeader(bytes));
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'byname-drill-'))
  try {
    const databaseUrl = `sqlite:${join(folder, 'byname.db')}`
    await restoreBackup(bytes, { databaseUrl, identities, backup, onProgress })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface RestoreOptions {
  readonly databaseUrl: string
  readonly identities: readonly string[]
  /** Absent for a file without a manifest. */
  readonly backup?: CompleteBackup
  readonly onProgress?: OnCopyProgress | undefined
}

/**
 * As `restoreDatabase`, of ciphertext.
 *
 * @throws OperatorError those of `restoreDatabase`, of `decrypt`, and for other numbers of rows than in the manifest.
 */
export async function restoreBackup(
  ciphertext: AsyncIterable<Uint8Array>,
  { databaseUrl, identities, backup, onProgress }: RestoreOptions,
): Promise<readonly TableSummary[]> {
  const compressed = Readable.from(await decrypt(identities, ciphertext))
  const check = (tables: readonly TableSummary[]) => {
    if (backup) assertRows(tables, backup)
  }
  return restoreFrom(compressed, { databaseUrl, onProgress, check })
}

function assertRows(tables: readonly TableSummary[], { name, manifest }: CompleteBackup): void {
  const rows = (list: readonly { readonly table: string; readonly rows: number }[]) =>
    list.map((entry) => `${entry.table} ${entry.rows}`).join()
  if (rows(tables) !== rows(manifest.tables))
    throw new OperatorError(`The backup ${name} has other numbers of rows than its manifest.`)
}
