import { backUp, moveDatabase, restoreDatabase as restoreBackup } from '../backup/operations.ts'
import { environmentWithDefaults, readConfig } from '../config/config.ts'
import { OperatorError } from '../operator-error.ts'
import { type Command, command, flag, optional } from './command.ts'
import { withCopyProgress } from './copy-progress.ts'
import { ensureDataDir } from './make-data-folder.ts'
import { printTable } from './print.ts'

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
  summary: 'restore a backup into an empty database, of either kind',
  operands: ['file'],
  options: { json: flag },
  run: async ({ operands: [file], options }) => {
    const { config, secrets } = readConfig()
    await ensureDataDir(config)
    const { databaseUrl } = secrets
    const tables = await withCopyProgress((onProgress) => restoreBackup({ databaseUrl, file, onProgress }))
    printTable(tables, options.json)
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

export const backupCommands: readonly Command[] = [backup, restore, migrate]
