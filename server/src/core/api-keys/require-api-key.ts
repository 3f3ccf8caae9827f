import { AppError } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import { findApiKey } from '../../store/entities/api-keys.ts'
import { assertAdministrator, assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertKeyAccess } from './assert-key-access.ts'

export interface ApiKeyRef {
  readonly caller: Caller
  readonly id: string
  /** Absent: any. */
  readonly workspaceId?: string
}

/** Includes revoked and expired keys. */
export async function requireApiKey(
  context: CoreContext,
  { caller, id, workspaceId }: ApiKeyRef,
): Promise<ApiKey> {
  if (workspaceId === undefined) assertAdministrator(caller)
  else assertWorkspaceAccess(caller, workspaceId, 'keys:write')
  const apiKey = await findApiKey(context.store.db, id)
  if (apiKey && (workspaceId === undefined || apiKey.workspaceId === workspaceId)) {
    assertKeyAccess(caller, apiKey)
    return apiKey
  }
  throw new AppError('ApiKeyNotFoundException', `There is no API key ${id}.`)
}
