import { revokeApiKey } from '../../core/api-keys/revoke.ts'
import { serializeApiKey } from '../../http/schema/api-key.ts'
import { command, flag } from '../command.ts'
import { printRecord } from '../print.ts'
import { withContext } from '../with-context.ts'

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'revoke an API key at once',
  operands: ['id'],
  options: { json: flag },
  run: async ({ operands: [id], options }) => {
    printRecord(serializeApiKey(await withContext((context) => revokeApiKey(context, { id }))), options.json)
  },
})
