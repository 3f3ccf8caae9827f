import { environmentWithDefaults, readConfig } from '../config/config.ts'
import { OperatorError } from '../errors.ts'
import { backUp, moveDatabase, restoreDatabase as restoreBackup } from '../store/copy/backup.ts'
import { deleteHolds, findHold } from '../store/entities/settings.ts'
import {
  type Command,
  command,
  ensureDataDir,
  flag,
  optional,
  printTable,
  withContext,
  withCopyProgress,
} from './shared.ts'

const backup = command({
  name: 'backup',
  summary: 'write a snapshot of the database into a new file, while the service runs',
  operands: ['file'],
  options: { json: flag },
  run: async ({ operands: [file], options }) => {
    const { secrets } = readConfig()
    const aborted = new AbortController()
    const abort = () => aborted.abort()
    process.once('SIGINT', abort).once('SIGTERM', abort)
    const { databaseUrl } = secrets
    const { signal } = aborted
    const tables = await withCopyProgress((onProgress) => backUp({ databaseUrl, file, signal, onProgress }))
    printTable(tables, options.json)
  },
})

const restore = command({
  name: 'restore',
  summary:
    'restore a backup into an empty database, of either kind; webhook deliveries and payments are held until "byname resume", ' +
    'unless --resume is given',
  operands: ['file'],
  options: { resume: flag, json: flag },
  run: async ({ operands: [file], options }) => {
    const { config, secrets } = readConfig()
    await ensureDataDir(config)
    const { databaseUrl } = secrets
    const tables = await withCopyProgress((onProgress) => restoreBackup({ databaseUrl, file, onProgress }))
    printTable(tables, options.json)
    if (!options.resume)
      console.error('Webhook deliveries and payments of this copy are held; "byname resume" lets them go.')
    else await withContext(({ store }) => deleteHolds(store.db))
  },
})

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
  if (databaseUrl) return databaseUrl
  throw new OperatorError(`The environment has no ${variable}.`)
}

export const backupCommands: readonly Command[] = [backup, restore, resume, migrate]
