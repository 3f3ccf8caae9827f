import type { ApiKeyScope } from '../../model/api-key.ts'

/** What an API key may be allowed to do. */
export const apiKeyScopes = [
  'names:write',
  'domains:write',
  'admin',
] as const satisfies readonly ApiKeyScope[]
