import type { ApiKeyScope } from '../../model/api-key.ts'

/** The rights of an API key. */
export const apiKeyScopes = [
  'names:write',
  'domains:write',
  'admin',
] as const satisfies readonly ApiKeyScope[]
