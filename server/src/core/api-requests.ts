import type { ApiRequestOutcome, StoredApiRequest } from '../model/api-key.ts'
import { addApiRequests, selectApiRequests } from '../store/entities/api-requests.ts'
import { assertWorkspaceAccess } from './auth/access.ts'
import type { Caller, CoreContext } from './context.ts'
import { type CursorPage, type CursorRequest, readPage } from './page.ts'
import { requireWorkspace } from './require-workspace.ts'

type LoggingContext = Pick<CoreContext, 'store' | 'apiRequestLog'>

/** Lookups do not read it, so the data version stays. @throws DatabaseUnavailableError, with what is not written kept. */
export function writeApiRequests({ store: { db }, apiRequestLog }: LoggingContext): Promise<void> {
  return apiRequestLog.flush((workspaceId, requests) =>
    db.transaction().execute((tx) => addApiRequests(tx, workspaceId, requests)),
  )
}

interface ListApiRequests extends CursorRequest {
  readonly caller: Caller
  readonly workspaceId: string
  /** Absent: of every key. */
  readonly keyId?: string | undefined
  readonly outcome: ApiRequestOutcome
}

/** The newest first; those of the last seconds may be missing. */
export async function listApiRequests(
  context: CoreContext,
  { caller, workspaceId, keyId, outcome, ...request }: ListApiRequests,
): Promise<CursorPage<StoredApiRequest>> {
  assertWorkspaceAccess(caller, workspaceId, 'keys:write')
  await requireWorkspace(context, workspaceId)
  const list = {
    list: ['api-requests', workspaceId, keyId ?? null, outcome],
    positionOf: ({ key }: StoredApiRequest) => key,
    read: (after: number | undefined, limit: number) =>
      selectApiRequests(context.store.replica, workspaceId, { keyId, outcome, after, limit }),
  }
  return readPage(context, list, request)
}
