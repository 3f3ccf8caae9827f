import { createIdentity, parseIdentities } from '../backups/encryption.ts'
import { findBackup, listOwnObjects, readBackups } from '../backups/find.ts'
import { reachOf } from '../backups/log/continuity.ts'
import { listLogObjects } from '../backups/log/names.ts'
import { verifyLog } from '../backups/log/verify-log.ts'
import { makeBackup } from '../backups/make.ts'
import { timeOf } from '../backups/manifest.ts'
import { openBackup } from '../backups/open-backup.ts'
import { openTarget, splitTarget } from '../backups/open-target.ts'
import { restoreNewest } from '../backups/restore-newest.ts'
import { deleteExpired } from '../backups/retention.ts'
import { changeBackupState, problemOf, readBackupState } from '../backups/state.ts'
import type { BackupTarget } from '../backups/target.ts'
import { restoreBackup, verifyBackup } from '../backups/verify.ts'
import { type Config, readConfig, type Secrets } from '../config/config.ts'
import { OperatorError } from '../errors.ts'
import { openRegularFile, readRegularFile } from '../regular-file.ts'
import type { TableSummary } from '../store/copy/dump.ts'
import type { OnCopyProgress } from '../store/copy/operations.ts'
import { version } from '../version.ts'
import {
  type Command,
  command,
  flag,
  hasDataDir,
  optional,
  printRecord,
  printTable,
  withCopyProgress,
} from './shared.ts'

interface TargetSettings {
  readonly config: Config
  readonly secrets: Secrets
  /** Undefined: that of the settings. */
  readonly target?: string | undefined
}

interface OpenedTarget {
  readonly target: BackupTarget
  /** One backup in it. */
  readonly object: string | undefined
}

function targetPath({ config, target = config.backup.target }: TargetSettings) {
  if (target !== undefined) return splitTarget(target)
  throw new OperatorError('There is no target of backups: set BACKUP_TARGET, or give a bucket or a folder.')
}

async function withTarget<T>(
  settings: TargetSettings,
  use: (opened: OpenedTarget) => Promise<T>,
): Promise<T> {
  const { path, object } = targetPath(settings)
  const target = await openTarget(path, settings.secrets.backupAccess)
  try {
    return await use({ target, object })
  } finally {
    target.close()
  }
}

interface Snapshot {
  readonly databaseUrl: string
  readonly signal: AbortSignal
  readonly onProgress: OnCopyProgress
}

export interface CopyOutcome {
  readonly tables: readonly TableSummary[]
  /** For standard error. */
  readonly remarks: readonly string[]
}

/** Also notes for the health of the service what came out. */
export function backUpToTarget(settings: TargetSettings, snapshot: Snapshot): Promise<CopyOutcome> {
  const { recipient, retentionDays } = settings.config.backup
  const { path, object } = targetPath(settings)
  if (object !== undefined)
    throw new OperatorError(`${path}/${object}: give a bucket with a prefix, or a folder, without a name.`)
  if (recipient === undefined)
    throw new OperatorError(
      'Nothing is stored without encryption: set BACKUP_RECIPIENT to the recipient (age1…) of a key that is not on this machine, ' +
        'such as "byname backups create-key" makes.',
    )
  return noted(settings, 'backupProblem', () =>
    withTarget(settings, async ({ target }) => {
      const made = await makeBackup(target, { ...snapshot, recipient, version, now: Date.now() })
      const { name, takenAt, bytes, tables } = made
      await note(settings, { backup: { name, takenAt }, backupProblem: undefined })
      const remark = `${name} was stored in ${target.title}: ${bytes} bytes.`
      return { tables, remarks: [remark, ...(await deleteOld(target, retentionDays))] }
    }),
  )
}

/** Returns remarks. The backup is there all the same: a key may be without the right to delete. */
async function deleteOld(target: BackupTarget, days: number): Promise<readonly string[]> {
  try {
    return (await deleteExpired(target, days)).map((name) => `${name} has expired and was deleted.`)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [
      `Backups that have expired are still there: ${error.message} With BACKUP_RETENTION_DAYS=0 none is deleted.`,
    ]
  }
}

interface EncryptedSource extends TargetSettings {
  /** A local file, in place of a target. */
  readonly file: string | undefined
  readonly identityFile: string | undefined
  /** Milliseconds since 1970: nothing later is restored; undefined: the newest. */
  readonly until: number | undefined
}

export async function restoreEncrypted(
  source: EncryptedSource,
  { databaseUrl, onProgress }: Omit<Snapshot, 'signal'>,
): Promise<CopyOutcome> {
  const { file, identityFile, until } = source
  const assertNewestIsMeant = () => {
    if (until !== undefined)
      throw new OperatorError('--as-of goes with a bucket or a folder: leave out the name of a backup.')
  }
  if (file !== undefined) {
    assertNewestIsMeant()
    const identities = requireIdentities(identityFile)
    const handle = await openRegularFile(file)
    const ciphertext = handle.createReadStream()
    return { tables: await restoreBackup(ciphertext, { databaseUrl, identities, onProgress }), remarks: [] }
  }
  return withTarget(source, async ({ target, object }) => {
    if (object === undefined) {
      if (until === undefined && (await listLogObjects(target)).size === 0)
        await findBackup(target, undefined)
      const identities = requireIdentities(identityFile)
      return restoreNewest(target, { databaseUrl, identities, until, onProgress })
    }
    assertNewestIsMeant()
    const backup = await findBackup(target, object)
    const identities = requireIdentities(identityFile)
    const options = { databaseUrl, identities, backup, onProgress }
    const tables = await restoreBackup(openBackup(target, backup), options)
    return { tables, remarks: [`${backup.name} of ${backup.manifest.takenAt} was restored.`] }
  })
}

function requireIdentities(file: string | undefined): readonly string[] {
  if (file !== undefined) return readIdentities(file)
  throw new OperatorError(
    'The backup is encrypted: give --identity-file <file> with the identity of age (AGE-SECRET-KEY-1…) of its owner.',
  )
}

const maxIdentityFileBytes = 65_536

function readIdentities(file: string): readonly string[] {
  return parseIdentities(readRegularFile(file, maxIdentityFileBytes), file)
}

const maxShown = 200

/** A row for each generation of a log, which is as of its newest state. */
function logRows(generations: Awaited<ReturnType<typeof listLogObjects>>) {
  return [...generations].slice(0, maxShownGenerations).map(([id, objects]) => {
    const { bytes, head, problem } = reachOf(id, objects)
    const takenAt = head && new Date(head.modifiedAt).toISOString()
    return { name: `byname-log-${id}`, takenAt, bytes, rows: undefined, version: undefined, problem }
  })
}

const maxShownGenerations = 50

const list = command({
  name: 'backups list',
  summary:
    'list the encrypted backups in BACKUP_TARGET, or in a bucket or a folder: the generations of the log of SQLite, each as of its ' +
    `newest state, then the backups, the newest first, at most ${maxShown}`,
  optionalOperand: 'target',
  options: { json: flag },
  run: async ({ optionalOperand, options }) => {
    const settings = { ...readConfig(), target: optionalOperand }
    const rows = await withTarget(settings, async ({ target }) => {
      const rows: Readonly<Record<string, unknown>>[] = logRows(await listLogObjects(target))
      for await (const { name, bytes, manifest, problem } of readBackups(
        target,
        await listOwnObjects(target),
      )) {
        if (rows.length === maxShown) break
        const count = manifest?.tables.reduce((sum, table) => sum + table.rows, 0)
        const takenAt = new Date(timeOf(name)).toISOString()
        rows.push({ name, takenAt, bytes, rows: count, version: manifest?.version, problem })
      }
      return rows
    })
    printTable(rows, options.json)
  },
})

const verify = command({
  name: 'backups verify',
  summary:
    'read the newest complete backup back from BACKUP_TARGET, or from a bucket or a folder, or one backup there, and compare it with its ' +
    'manifest, and look whether the log leads to its newest state without a gap; with --identity-file, decrypt them, too, and restore ' +
    'them into a database that is deleted afterwards',
  optionalOperand: 'target',
  options: { 'identity-file': optional('file'), json: flag },
  run: async ({ optionalOperand, options }) => {
    const settings = { ...readConfig(), target: optionalOperand }
    const identityFile = options['identity-file']
    const identities = identityFile === undefined ? undefined : readIdentities(identityFile)
    const verified = await noted(settings, 'drillProblem', () =>
      withTarget(settings, async ({ target, object }) => {
        const backup = await findBackup(target, object)
        if (object === undefined) assertNewest(settings, backup.name)
        const { recipient } = settings.config.backup
        await withCopyProgress((onProgress) =>
          verifyBackup(target, backup, { identities, recipient, onProgress }),
        )
        const { name, manifest } = backup
        const { takenAt, bytes } = manifest
        const verified = { name, takenAt, bytes, restored: identities !== undefined }
        if (object !== undefined) return verified
        const logAt = await withCopyProgress((onProgress) => verifyLog(target, { identities, onProgress }))
        await note(settings, { verified: { name, at: Date.now() }, drillProblem: undefined })
        return logAt === undefined ? verified : { ...verified, logAsOf: new Date(logAt).toISOString() }
      }),
    )
    printRecord(verified, options.json)
  },
})

/** What was stored last must be there. */
function assertNewest(settings: TargetSettings, name: string): void {
  const { dataDir, backup } = settings.config
  const last = isNoted(settings) && backup.target && readBackupState(dataDir, backup.target)?.backup?.name
  if (last && last !== name)
    throw new OperatorError(
      `The newest complete backup is ${name}, and not ${last}, which was stored last: it was deleted or damaged there, or another ` +
        'machine has the same target.',
    )
}

/** Of the target in the settings only. */
function isNoted({ config, target }: TargetSettings): boolean {
  return config.backup.target !== undefined && (target === undefined || target === config.backup.target)
}

type Note = Parameters<typeof changeBackupState>[2]

async function note(settings: TargetSettings, changes: Note): Promise<void> {
  const { backup, dataDir } = settings.config
  if (backup.target === undefined || !isNoted(settings)) return
  if (await hasDataDir({ dataDir })) await changeBackupState(dataDir, backup.target, changes)
}

/** Notes why it failed. */
async function noted<T>(
  settings: TargetSettings,
  problem: 'backupProblem' | 'drillProblem',
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    // Its own failure must not hide this one.
    await note(settings, { [problem]: problemOf(error) }).catch(() => {})
    throw error
  }
}

const createKey = command({
  name: 'backups create-key',
  summary:
    'print a new identity of age, which decrypts backups, and its recipient for BACKUP_RECIPIENT; run it on your own machine, and keep ' +
    'the identity in two places, neither of them the server',
  run: async () => {
    const { identity, recipient } = await createIdentity()
    console.log(`# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}`)
  },
})

export const backupsCommands: readonly Command[] = [list, verify, createKey]
