import type { ApiKeyScope } from '../../model/api-key.ts'

export const apiKeyScopes = [
  'names:write',
  'domains:write',
  'admin',
] as const satisfies readonly ApiKeyScope[]
