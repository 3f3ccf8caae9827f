import { restoreDatabase as restoreBackup } from '../backup/operations.ts'
import { readConfig } from '../config/config.ts'
import { command, flag } from './command.ts'
import { ensureDataDir } from './make-data-folder.ts'
import { printTable } from './print.ts'

export const restore = command({
  name: 'restore',
  summary: 'bring a backup into the database, of either kind, which has to be empty',
  operands: ['file'],
  options: { json: flag },
  run: async ({ operands: [file], options }) => {
    const { config, secrets } = readConfig()
    await ensureDataDir(config)
    printTable(await restoreBackup({ databaseUrl: secrets.databaseUrl, file }), options.json)
  },
})
