import type { Tables } from '../tables.ts'

/**
 * Not copied: migrations are copied separately, rate counts expire within minutes, sessions and
 * setup tokens within hours, write budgets within a day, the last requests of keys are of the instance, search indexes are rebuilt, the lookup version is
 * counted anew, and each database has secrets of its own.
 */
export const excludedTables = [
  'migrations',
  'rate_counts',
  'write_budgets',
  'sessions',
  'setup_tokens',
  'api_requests',
  'subname_addresses',
  'subname_trigrams',
  'lookup_version',
  'instance_secrets',
] as const

type CopiedTable = Exclude<SnakeCase<keyof Tables>, (typeof excludedTables)[number]>

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** Copied tables with unique sort columns, referenced tables first. */
export const copiedTables: Readonly<Record<CopiedTable, readonly string[]>> = {
  workspaces: ['id'],
  api_keys: ['id'],
  members: ['workspace_id', 'address'],
  operators: ['address'],
  resolvers: ['id'],
  domains: ['key'],
  subnames: ['key'],
  event_log: ['sequence'],
  pending_events: ['key'],
  challenges: ['nonce'],
  spent_messages: ['address', 'nonce'],
  primary_names: ['id'],
  payments: ['id'],
  payment_events: ['payment_id', 'number'],
  payers: ['chain_id', 'asset', 'address'],
  relayers: ['chain_id', 'address'],
  idempotent_requests: ['id'],
  event_cursors: ['reader'],
  webhooks: ['key'],
  webhook_deliveries: ['key'],
  claims: ['key'],
  invitation_links: ['key'],
  domain_hosts: ['host'],
  record_templates: ['key'],
  former_names: ['domain_key', 'label'],
  former_removals: ['domain_key', 'label'],
  images: ['name'],
  lookup_counts: ['domain_key', 'hour'],
  last_lookups: ['subname_key'],
  name_counts: ['domain_key', 'hour'],
  traffic: ['period_ms', 'starts_at'],
  policies: ['domain_key'],
  policy_labels: ['domain_key', 'list', 'label'],
  allowed_addresses: ['domain_key', 'address'],
  released_counts: ['domain_key', 'address'],
  holds: ['kind'],
  claimed_tokens: ['domain_key', 'chain_id', 'contract', 'token_id'],
}

/** With tables that a migration dropped: old databases and backups have them. */
export const copiedTablesOfAnyVersion: Readonly<Record<string, readonly string[]>> = {
  ...copiedTables,
  events: ['id'],
}
