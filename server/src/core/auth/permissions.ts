import type { ApiKeyScope } from '../../model/api-key.ts'
import { type Role, roles } from '../../model/member.ts'

/** What an operation needs in the workspace of what it reads or changes. */
const permissions = [
  'read',
  'names:write',
  /** Without a signature of the holder or the domain's controller. */
  'names:revoke',
  /** Policy, look and images. */
  'claim-page:write',
  'domains:write',
  'keys:write',
  'members:write',
  /** Everywhere. */
  'admin',
] as const

export type Permission = (typeof permissions)[number]

/** Any key reads. */
export const permissionsOfScope: Readonly<Record<ApiKeyScope, readonly Permission[]>> = {
  'names:write': ['names:write'],
  'domains:write': ['claim-page:write', 'domains:write'],
  admin: permissions,
}

const editorPermissions = ['read', 'names:write', 'names:revoke', 'claim-page:write'] as const

export const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['read'],
  editor: editorPermissions,
  owner: [...editorPermissions, 'domains:write', 'keys:write', 'members:write'],
}

/** Roles that have it, from the one with the most rights. */
export function rolesWith(permission: Permission): readonly Role[] {
  return roles.filter((role) => permissionsOfRole[role].includes(permission))
}

/** The narrowest scope that has it. */
export function scopeWith(permission: Permission): ApiKeyScope {
  const scopes = ['names:write', 'domains:write'] as const
  return scopes.find((scope) => permissionsOfScope[scope].includes(permission)) ?? 'admin'
}
