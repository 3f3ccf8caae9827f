import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'

/**
 * Whoever runs commands on the machine of the service: as an admin key that exists nowhere else. They could change the
 * database itself.
 */
export const operatorCaller = ({ clock }: Pick<CoreContext, 'clock'>): Caller => ({
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
})
