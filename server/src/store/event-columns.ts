import { columnList } from './driver/columns.ts'

/** Of `event_log` and `pending_events`, without their keys. */
export const eventColumns = columnList([
  'created_at',
  'chain_id',
  'type',
  'name',
  'domain_id',
  'workspace_id',
  'actor',
  'request_id',
  'changes',
])
