import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'

/**
 * The caller of commands: an admin key that is not stored. Commands run on the machine of the service, with its settings, and
 * could change the database directly.
 */
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
