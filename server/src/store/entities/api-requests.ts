import {
  type ApiRequest,
  type ApiRequestOutcome,
  maxApiRequests,
  type StoredApiRequest,
} from '../../model/api-key.ts'
import { insertRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Of one workspace, the oldest first; keeps its newest. Those of a workspace that is gone are dropped. */
export async function addApiRequests(
  tx: StoreTransaction,
  workspaceId: string,
  requests: readonly ApiRequest[],
): Promise<void> {
  const workspace = await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  if (!workspace) return
  await insertRows(tx, 'apiRequests', requests)
  await tx
    .deleteFrom('apiRequests')
    .where('workspaceId', '=', workspaceId)
    .where('key', '<=', ({ selectFrom }) =>
      selectFrom('apiRequests as newer')
        .select('newer.key')
        .where('newer.workspaceId', '=', workspaceId)
        .orderBy('newer.key', 'desc')
        .offset(maxApiRequests)
        .limit(1),
    )
    .execute()
}

interface ApiRequestPage {
  readonly keyId?: string | undefined
  readonly outcome: ApiRequestOutcome
  /** Key of the last one of the previous page; absent: the first page. */
  readonly after?: number | undefined
  readonly limit: number
}

const statuses: Readonly<Record<ApiRequestOutcome, readonly [min: number | null, max: number | null]>> = {
  all: [null, null],
  succeeded: [null, 399],
  failed: [400, null],
  'client-error': [400, 499],
  'server-error': [500, null],
}

/** The newest first. */
export function selectApiRequests(
  db: Queryable,
  workspaceId: string,
  { keyId, outcome, after, limit }: ApiRequestPage,
): Promise<readonly StoredApiRequest[]> {
  const [min, max] = statuses[outcome]
  return db
    .selectFrom('apiRequests')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .$if(keyId !== undefined, (query) => query.where('keyId', '=', keyId ?? ''))
    .$if(min !== null, (query) => query.where('status', '>=', min ?? 0))
    .$if(max !== null, (query) => query.where('status', '<=', max ?? 0))
    .$if(after !== undefined, (query) => query.where('key', '<', after ?? 0))
    .orderBy('key', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes at most `limit` of those that were answered before a time. */
export async function purgeApiRequests(db: Queryable, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('apiRequests')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('apiRequests as old').select('old.key').where('old.answeredAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
