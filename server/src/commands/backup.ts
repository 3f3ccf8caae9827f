import { backUp } from '../backup/operations.ts'
import { readConfig } from '../config/config.ts'
import { command, flag } from './command.ts'
import { printTable } from './print.ts'

export const backup = command({
  name: 'backup',
  summary: 'write everything in the database into a new file, while the service goes on',
  operands: ['file'],
  options: { json: flag },
  run: async ({ operands: [file], options }) => {
    const { secrets } = readConfig()
    const aborted = new AbortController()
    const abort = () => aborted.abort()
    process.once('SIGINT', abort).once('SIGTERM', abort)
    const { databaseUrl } = secrets
    printTable(await backUp({ databaseUrl, file, signal: aborted.signal }), options.json)
  },
})
