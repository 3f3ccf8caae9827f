import { sql } from 'kysely'

/** Of `event_log` and `pending_events`, without their keys. */
export const eventColumns = sql.join(
  [
    'created_at',
    'chain_id',
    'type',
    'name',
    'domain_id',
    'workspace_id',
    'actor',
    'request_id',
    'changes',
  ].map((column) => sql.ref(column)),
)
