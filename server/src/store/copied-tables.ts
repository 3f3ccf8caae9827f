import type { Tables } from './tables.ts'

/**
 * Tables whose rows are not copied: migrations are copied separately, counts of limits expire within minutes, and triggers
 * rebuild the search index while rows are inserted.
 */
export const excludedTables = ['migrations', 'rate_counts', 'subname_addresses', 'subname_trigrams'] as const

type CopiedTable = Exclude<SnakeCase<keyof Tables>, (typeof excludedTables)[number]>

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/**
 * Every copied table, with the columns of its order, which are unique together. A table comes after those that it refers to. A
 * table that a later migration removes stays here: old backups have it.
 */
export const copiedTables: Readonly<Record<CopiedTable, readonly string[]>> = {
  workspaces: ['id'],
  api_keys: ['id'],
  resolvers: ['id'],
  domains: ['key'],
  subnames: ['key'],
  events: ['id'],
  challenges: ['nonce'],
  spent_messages: ['address', 'nonce'],
  primary_names: ['id'],
  payments: ['id'],
  payment_events: ['payment_id', 'number'],
  payers: ['chain_id', 'asset', 'address'],
  relayers: ['chain_id', 'address'],
}
