import type { Permission } from '../../src/core/auth/access.ts'

/** `anyone`: the operation selects what the caller may see, or needs no role. */
export type RequiredRole = 'anyone' | 'viewer' | 'editor' | 'owner' | 'operator'

/**
 * The role with the fewest rights that has each permission. Nothing here is derived from the code: it is what the code is
 * compared with, by the permission that each operation states.
 */
export const requiredRoles: Readonly<Record<Permission, RequiredRole>> = {
  read: 'viewer',
  'names:write': 'editor',
  'names:revoke': 'editor',
  'names:export': 'editor',
  'claim-page:write': 'editor',
  'domains:write': 'owner',
  'keys:write': 'owner',
  'members:write': 'owner',
  admin: 'operator',
}
