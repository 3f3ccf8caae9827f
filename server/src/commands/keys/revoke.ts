import { revokeApiKey } from '../../core/api-keys/revoke.ts'
import { presentApiKey } from '../../http/present/api-key.ts'
import { command, flag } from '../command.ts'
import { printOne } from '../print.ts'
import { withContext } from '../with-context.ts'

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'revoke an API key at once',
  operands: ['id'],
  options: { json: flag },
  run: async ({ operands: [id], options }) => {
    printOne(presentApiKey(await withContext((context) => revokeApiKey(context, { id }))), options.json)
  },
})
