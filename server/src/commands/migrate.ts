import { moveDatabase } from '../backup/operations.ts'
import { environmentWithDefaults } from '../config/config.ts'
import { OperatorError } from '../operator-error.ts'
import { command, flag, optional } from './command.ts'
import { printTable } from './print.ts'

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
    printTable(await moveDatabase({ from, to }), options.json)
  },
})

function readDatabaseUrl(side: string, url: string | undefined, variable: string | undefined): string {
  if ((url === undefined) === (variable === undefined))
    throw new OperatorError(`Give one of --${side} <url> and --${side}-env <variable>.`)
  const databaseUrl = url ?? environmentWithDefaults({})[variable ?? '']
  if (databaseUrl) return databaseUrl
  throw new OperatorError(`The environment has no ${variable}.`)
}
