import { readConfig } from '../config.ts'
import { backUp } from '../core/database/back-up.ts'
import { command, flag } from './command.ts'
import { printAll } from './print.ts'

export const backup = command({
  name: 'backup',
  summary: 'write everything in the database into a new file, while the service goes on',
  operands: ['file'],
  options: { json: flag },
  run: async ({ operands: [file], options }) => {
    const { secrets } = readConfig()
    const stopped = new AbortController()
    const stop = () => stopped.abort()
    process.once('SIGINT', stop).once('SIGTERM', stop)
    const { databaseUrl } = secrets
    printAll(await backUp({ databaseUrl, file, signal: stopped.signal }), options.json)
  },
})
