import { environmentOver } from '../config.ts'
import { move } from '../core/database/move.ts'
import { UsageError } from '../usage-error.ts'
import { command, flag, optional } from './command.ts'
import { printAll } from './print.ts'

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
    const from = urlOf('from', options.from, options['from-env'])
    const to = urlOf('to', options.to, options['to-env'])
    printAll(await move({ from, to }), options.json)
  },
})

function urlOf(end: string, url: string | undefined, variable: string | undefined): string {
  if ((url === undefined) === (variable === undefined))
    throw new UsageError(`Give one of --${end} <url> and --${end}-env <variable>.`)
  const given = url ?? environmentOver({})[variable ?? '']
  if (given) return given
  throw new UsageError(`The environment has no ${variable}.`)
}
