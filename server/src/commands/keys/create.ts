import { createApiKey } from '../../core/api-keys/create.ts'
import { serializeNewApiKey } from '../../http/schema/api-key.ts'
import { command, flag, optional, repeated, required } from '../command.ts'
import { printRecord } from '../print.ts'
import { parseScope, parseTime } from '../read-option.ts'
import { withContext } from '../with-context.ts'

export const keysCreate = command({
  name: 'keys create',
  summary: 'create an API key, shown this once; scopes: names:write, domains:write, admin',
  options: {
    workspace: required('id'),
    name: required('name'),
    scope: repeated('scope'),
    domain: repeated('ensId'),
    origin: repeated('origin'),
    expires: optional('time'),
    json: flag,
  },
  run: async ({ options }) => {
    const { workspace: workspaceId, name, scope, domain, origin, expires } = options
    const input = {
      workspaceId,
      name,
      scopes: scope.map(parseScope),
      domainIds: undefinedIfEmpty(domain),
      origins: undefinedIfEmpty(origin),
      expiresAt: expires === undefined ? undefined : parseTime(expires),
    }
    printRecord(
      serializeNewApiKey(await withContext((context) => createApiKey(context, input))),
      options.json,
    )
  },
})

function undefinedIfEmpty(list: readonly string[]) {
  return list.length > 0 ? list : undefined
}
