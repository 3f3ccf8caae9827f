import { apiKeyScopes, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../core/api-keys.ts'
import { operatorCaller } from '../core/auth/sessions.ts'
import { readAllPages } from '../core/page.ts'
import { createWorkspace, listWorkspaces } from '../core/workspaces.ts'
import { serializeApiKey, serializeNewApiKey } from '../http/operations/api-keys.ts'
import { serializeWorkspace } from '../http/operations/workspaces.ts'
import {
  type Command,
  command,
  defaulted,
  flag,
  optional,
  parseChoice,
  parseSecondsToMs,
  parseTime,
  printRecord,
  printTable,
  repeated,
  required,
  withContext,
} from './shared.ts'

const workspacesCreate = command({
  name: 'workspaces create',
  summary: 'create a workspace',
  operands: ['name'],
  options: { json: flag },
  run: async ({ operands: [name], options }) => {
    const workspace = await withContext((context) => createWorkspace(context, { name }))
    printRecord(serializeWorkspace(workspace), options.json)
  },
})

const workspacesList = command({
  name: 'workspaces list',
  summary: 'list the workspaces',
  options: { json: flag },
  run: async ({ options }) => {
    printTable((await withContext(listWorkspaces)).map(serializeWorkspace), options.json)
  },
})

export const workspaceCommands: readonly Command[] = [workspacesCreate, workspacesList]

const keysCreate = command({
  name: 'keys create',
  summary: `create an API key, shown only once; scopes: ${apiKeyScopes.join(', ')}`,
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
    const rights = {
      workspaceId,
      name,
      scopes: scope.map((text) => parseChoice(text, apiKeyScopes)),
      domainIds: undefinedIfEmpty(domain),
      origins: undefinedIfEmpty(origin),
      expiresAt: expires === undefined ? undefined : parseTime(expires),
    }
    printRecord(
      serializeNewApiKey(
        await withContext((context) => createApiKey(context, { caller: operatorCaller(context), ...rights })),
      ),
      options.json,
    )
  },
})

function undefinedIfEmpty(list: readonly string[]) {
  return list.length > 0 ? list : undefined
}

const keysList = command({
  name: 'keys list',
  summary: 'list the API keys of a workspace',
  options: { workspace: required('id'), json: flag },
  run: async ({ options }) => {
    const apiKeys = await withContext((context) =>
      readAllPages((page) =>
        listApiKeys(context, { caller: operatorCaller(context), workspaceId: options.workspace, ...page }),
      ),
    )
    printTable(apiKeys.map(serializeApiKey), options.json)
  },
})

const keysRotate = command({
  name: 'keys rotate',
  summary: 'replace an API key; the old one stays valid for the overlap (3600)',
  operands: ['id'],
  options: { overlap: defaulted('seconds', '3600'), json: flag },
  run: async ({ operands: [id], options }) => {
    const overlapMs = parseSecondsToMs(options.overlap)
    const rotated = await withContext((context) =>
      rotateApiKey(context, { caller: operatorCaller(context), id, overlapMs }),
    )
    printRecord(serializeNewApiKey(rotated), options.json)
  },
})

const keysRevoke = command({
  name: 'keys revoke',
  summary: 'revoke an API key immediately',
  operands: ['id'],
  options: { json: flag },
  run: async ({ operands: [id], options }) => {
    printRecord(
      serializeApiKey(
        await withContext((context) => revokeApiKey(context, { caller: operatorCaller(context), id })),
      ),
      options.json,
    )
  },
})

export const keyCommands: readonly Command[] = [keysCreate, keysList, keysRotate, keysRevoke]
