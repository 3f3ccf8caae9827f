import { listApiKeys } from '../../core/api-keys/list.ts'
import { serializeApiKey } from '../../http/schema/api-key.ts'
import { command, flag, required } from '../command.ts'
import { printTable } from '../print.ts'
import { withContext } from '../with-context.ts'

export const keysList = command({
  name: 'keys list',
  summary: 'list the API keys of a workspace',
  options: { workspace: required('id'), json: flag },
  run: async ({ options }) => {
    const apiKeys = await withContext((context) => listApiKeys(context, options.workspace))
    printTable(apiKeys.map(serializeApiKey), options.json)
  },
})
