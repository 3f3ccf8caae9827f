import { AppError, type ErrorName } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import { findApiKey } from '../../store/entities/api-keys.ts'
import type { CoreContext } from '../context.ts'

export interface ApiKeyRef {
  readonly id: string
  /** Absent: any. */
  readonly workspaceId?: string
}

/**
 * Includes revoked and expired keys.
 *
 * @throws AppError `ApiKeyNotFoundException`.
 */
export async function requireApiKey(context: CoreContext, { id, workspaceId }: ApiKeyRef): Promise<ApiKey> {
  const apiKey = await findApiKey(context.store.db, id)
  if (apiKey && (workspaceId === undefined || apiKey.workspaceId === workspaceId)) return apiKey
  throw new AppError('ApiKeyNotFoundException', `There is no API key ${id}.`)
}

requireApiKey.errors = ['ApiKeyNotFoundException'] as const satisfies readonly ErrorName[]
