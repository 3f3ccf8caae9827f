import { stat } from 'node:fs/promises'
import { isBucketUrl } from '../backups/open-target.ts'
import { environmentWithDefaults, readConfig } from '../config/config.ts'
import { postgresUrlProblem } from '../config/database-variables.ts'
import { OperatorError } from '../errors.ts'
import { openRegularFile } from '../regular-file.ts'
import { backUp, moveDatabase, restoreDatabase as restoreBackup } from '../store/copy/backup.ts'
import { deleteHolds, findHold } from '../store/entities/settings.ts'
import type { CopyOutcome } from './backups.ts'
import {
  type Command,
  command,
  ensureDataDir,
  flag,
  optional,
  parseTime,
  printTable,
  withContext,
  withCopyProgress,
} from './shared.ts'

const backup = command({
  name: 'backup',
  summary:
    'write a snapshot of the database, while the service runs, into a new file; or, for s3://<bucket>/<prefix> or a folder, encrypt it to ' +
    'BACKUP_RECIPIENT and store it there (without an operand: in BACKUP_TARGET), and delete what is older than BACKUP_RETENTION_DAYS',
  optionalOperand: 'file or target',
  options: { json: flag },
  run: async ({ optionalOperand, options }) => {
    const { config, secrets } = readConfig()
    const aborted = new AbortController()
    const abort = () => aborted.abort()
    process.once('SIGINT', abort).once('SIGTERM', abort)
    const { databaseUrl } = secrets
    const { signal } = aborted
    const file = await fileOperand(optionalOperand)
    const outcome = await withCopyProgress(async (onProgress): Promise<CopyOutcome> => {
      const snapshot = { databaseUrl, signal, onProgress }
      if (file !== undefined) return { tables: await backUp({ ...snapshot, file }), remarks: [] }
      const { backUpToTarget } = await import('./backups.ts')
      return backUpToTarget({ config, secrets, target: optionalOperand }, snapshot)
    })
    printOutcome(outcome, options.json)
  },
})

function printOutcome({ tables, remarks }: CopyOutcome, asJson: boolean): void {
  printTable(tables, asJson)
  for (const remark of remarks) console.error(remark)
}

/** Undefined: a target of encrypted backups is meant. */
async function fileOperand(operand: string | undefined): Promise<string | undefined> {
  if (operand === undefined || isBucketUrl(operand)) return undefined
  return (await stat(operand).catch(() => undefined))?.isDirectory() ? undefined : operand
}

const restore = command({
  name: 'restore',
  summary:
    'restore a backup into an empty database, of either kind; webhook deliveries and payments are held until "byname resume", ' +
    'unless --resume is given. An encrypted one needs the identity of age: a file, s3://<bucket>/<prefix> or a folder, of which the ' +
    'newest is taken, of the log of SQLite and of the complete backups (with --as-of, none that is later), or one backup there',
  operands: ['file or target'],
  options: { 'identity-file': optional('file'), 'as-of': optional('time'), resume: flag, json: flag },
  run: async ({ operands: [operand], options }) => {
    const { config, secrets } = readConfig()
    await ensureDataDir(config)
    const { databaseUrl } = secrets
    const file = await fileOperand(operand)
    const asOf = options['as-of']
    const until = asOf === undefined ? undefined : parseTime(asOf)
    const outcome = await withCopyProgress(async (onProgress): Promise<CopyOutcome> => {
      if (file !== undefined && until === undefined && !(await isEncryptedFile(file)))
        return { tables: await restoreBackup({ databaseUrl, file, onProgress }), remarks: [] }
      const { restoreEncrypted } = await import('./backups.ts')
      const from = { file, target: operand, identityFile: options['identity-file'], until }
      return restoreEncrypted({ config, secrets, ...from }, { databaseUrl, onProgress })
    })
    printOutcome(outcome, options.json)
    if (!options.resume)
      console.error('Webhook deliveries and payments of this copy are held; "byname resume" lets them go.')
    else await withContext(({ store }) => deleteHolds(store.db))
  },
})

/** False also for a file that cannot be read, which the restore explains. */
async function isEncryptedFile(file: string): Promise<boolean> {
  if (file.endsWith('.age')) return true
  await using handle = await openRegularFile(file).catch(() => undefined)
  const { isEncrypted, markBytes } = await import('../backups/encryption.ts')
  const head = await handle?.read(Buffer.alloc(markBytes), 0, markBytes, 0)
  return head !== undefined && isEncrypted(head.buffer)
}

const resume = command({
  name: 'resume',
  summary:
    'let the webhook deliveries and payments of a restored database go, once no other service works on the original',
  run: async () => {
    const hold = await withContext(async ({ store }) => {
      const hold = await findHold(store.db)
      await deleteHolds(store.db)
      return hold
    })
    console.log(
      hold
        ? `Deliveries and payments go on; they were held since ${new Date(hold.since).toISOString()}.`
        : 'Nothing was held.',
    )
  },
})

export const migrate = command({
  name: 'migrate',
  summary:
    'copy everything from a database into an empty one, of either kind; a URL with a password is better kept in an ' +
    'environment variable of any name, because others on the machine can read command lines',
  options: {
    from: optional('url'),
    'from-env': optional('variable'),
    to: optional('url'),
    'to-env': optional('variable'),
    json: flag,
  },
  run: async ({ options }) => {
    const from = readDatabaseUrl('from', options.from, options['from-env'])
    const to = readDatabaseUrl('to', options.to, options['to-env'])
    const tables = await withCopyProgress((onProgress) => moveDatabase({ from, to, onProgress }))
    printTable(tables, options.json)
  },
})

function readDatabaseUrl(side: string, url: string | undefined, variable: string | undefined): string {
  if ((url === undefined) === (variable === undefined))
    throw new OperatorError(`Give one of --${side} <url> and --${side}-env <variable>.`)
  const databaseUrl = url ?? environmentWithDefaults({})[variable ?? '']
  if (!databaseUrl) throw new OperatorError(`The environment has no ${variable}.`)
  const problem = postgresUrlProblem(databaseUrl)
  if (problem !== undefined) throw new OperatorError(`The URL of --${side} ${problem}.`)
  return databaseUrl
}

export const backupCommands: readonly Command[] = [backup, restore, resume, migrate]
