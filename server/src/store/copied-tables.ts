import type { Tables } from './tables.ts'

/**
 * Tables whose rows are not copied: which migrations there are is copied apart, what was counted for limits is old within
 * minutes, and what a search needs a database puts in itself, by its triggers, while the rows of others are inserted.
 */
export const excludedTables = ['migrations', 'rate_counts', 'subname_addresses', 'subname_trigrams'] as const

type CopiedTable = Exclude<SnakeCase<keyof Tables>, (typeof excludedTables)[number]>

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/**
 * Every table whose rows are copied, with the columns that its rows are in order by and that are together unique. A
 * table stands behind those that it refers to. One that a later migration takes away stays here: old backups have it.
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
