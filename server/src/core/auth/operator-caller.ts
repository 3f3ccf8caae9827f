import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'

/** An admin key that is not stored: commands can access the database anyway. */
export function operatorCaller({ clock }: Pick<CoreContext, 'clock'>): Caller {
  return {
    apiKey: {
      id: 'operator',
      workspaceId: '',
      name: 'Command line',
      prefix: '',
      hash: '0x',
      scopes: ['admin'],
      domainIds: null,
      origins: null,
      createdAt: clock(),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    },
  }
}
