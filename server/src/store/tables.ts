import type { Generated, Kysely, Transaction } from 'kysely'
import type { Hex } from 'viem'
import type { SigningScheme } from '../gateway/digest.ts'
import type { ApiKeyScope } from '../model/api-key.ts'
import type { ChallengeAction } from '../model/challenge.ts'
import type { PaymentBackend, PaymentState } from '../model/payment.ts'
import type { PaymentProtocol } from '../payment/payment-credential.ts'
import type { Json } from './driver/json.ts'
import type { RecordColumns } from './entities/records-codec.ts'

/** A boolean as both databases keep it. */
export type SqlBoolean = 0 | 1

export function toSqlBoolean(value: boolean): SqlBoolean {
  return value ? 1 : 0
}

interface MigrationRow {
  name: string
  applied_at: number
}

interface WorkspaceRow {
  id: string
  name: string
  created_at: number
}

export interface ApiKeyRow {
  id: string
  workspace_id: string
  name: string
  prefix: string
  hash: Hex
  scopes: Json<readonly ApiKeyScope[]>
  domain_ids: Json<readonly string[]> | null
  origins: Json<readonly string[]> | null
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

export interface ResolverRow {
  id: string
  chain_id: number
  address: Hex
  registry_address: Hex
  node_provider: string
  chain_name: string
  environment: string
  signing_scheme: SigningScheme
  created_at: number
  updated_at: number
}

export interface DomainRow extends RecordColumns {
  key: Generated<number>
  id: string
  workspace_id: string
  resolver_id: string
  chain_id: number
  name: string
  node: Hex
  user_chosen_limit: number | null
  /** Whether it takes no writes and answers nothing: the operator blocked it, or a domain above it. */
  is_blocked: SqlBoolean
  /** Whether the operator blocked this very domain. */
  is_blocked_itself: SqlBoolean
  subname_count: number
  claimed_count: number
  allowed_origins: Json<readonly string[]> | null
  onchain_resolver: Hex | null
  controller: Hex | null
  plan_expires_at: number | null
  plan_max_names: number | null
  version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface SubnameRow extends RecordColumns {
  /** Grows with each insert, so that it is the order of creation. */
  key: Generated<number>
  domain_key: number
  /** The UUID that is shown outside: nothing is looked up by it. */
  id: Uint8Array
  label: string
  holder: Uint8Array
  is_claimed: SqlBoolean
  /** Null where it is `created_at`, and of a reservation. */
  claimed_at: number | null
  version: number
  created_at: number
  /** Null where it is `created_at`. */
  updated_at: number | null
}

/** Finds names by their addresses, and those of a domain that have a coin type. Made from `subnames.records`. */
export interface SubnameAddressRow {
  address_hash: string
  subname_key: number
  domain_key: number
  coin_type: number
  is_claimed: SqlBoolean
}

interface EventRow {
  id: string
  type: string
  chain_id: number
  name: string
  domain_id: string
  data: Json<unknown>
  created_at: number
}

export interface ChallengeRow {
  nonce: string
  action: ChallengeAction
  chain_id: number
  subname: string
  mapp: string
  message: string
  created_at: number
  expires_at: number
  used_at: number | null
  client: string | null
}

interface SpentMessageRow {
  address: Hex
  nonce: string
  expires_at: number
}

export interface PrimaryNameRow {
  id: string
  chain_id: number
  address: Hex
  name: string
  node: Hex
  created_at: number
  updated_at: number
}

export interface PaymentRow {
  id: string
  chain_id: number
  asset: Hex
  payer: Hex
  nonce: Hex
  digest: Hex
  signature: Hex | null
  signature_hash: Hex
  pay_to: Hex
  amount: string
  valid_after: string
  valid_before: string
  protocol: PaymentProtocol
  challenge_id: string | null
  fingerprint: Hex
  backend: PaymentBackend
  state: PaymentState
  lease_owner: string | null
  lease_until: number
  from_block: number
  relayer: Hex | null
  relayer_nonce: number | null
  tx_hash: Hex | null
  raw_tx: Hex | null
  settled_tx: Hex | null
  settled_block: number | null
  settled_at: number | null
  body: string | null
  answer_status: 200 | 502 | null
  answer_tx: Hex | null
  answer_reason: string | null
  answered_at: number | null
  created_at: number
  updated_at: number
}

export interface PaymentEventRow {
  payment_id: string
  number: number
  from_state: PaymentState | null
  to_state: PaymentState | 'dropped'
  detail: Json<unknown>
  created_at: number
}

interface PayerRow {
  chain_id: number
  asset: Hex
  address: Hex
}

interface RelayerRow {
  chain_id: number
  address: Hex
  next_nonce: number
}

interface RateCountRow {
  id: string
  count: number
  expires_at: number
}

/**
 * The tables as both databases hold them. `key` is the integer that other tables refer to where there are many rows; `id` is
 * the UUID that is shown outside. Times are milliseconds (UTC), amounts of a token decimals, lists JSON. Bytes are bytes
 * in `subnames`, whose rows are many, and lower-case `0x` hex elsewhere.
 */
export interface Tables {
  migrations: MigrationRow
  workspaces: WorkspaceRow
  api_keys: ApiKeyRow
  resolvers: ResolverRow
  domains: DomainRow
  subnames: SubnameRow
  subname_addresses: SubnameAddressRow
  events: EventRow
  challenges: ChallengeRow
  spent_messages: SpentMessageRow
  primary_names: PrimaryNameRow
  payments: PaymentRow
  payment_events: PaymentEventRow
  payers: PayerRow
  relayers: RelayerRow
  rate_counts: RateCountRow
}

/** Where a query may run: the database itself or an open transaction. */
export type Queryable = Kysely<Tables>

/** An open transaction. Functions that write more than one row ask for it, so that they cannot be half done. */
export type StoreTransaction = Transaction<Tables>

/** What every write goes through that changes what lookups read. */
export interface StoreWriter {
  /**
   * Commits what `run` did when it resolves (then it is on disk), rolls back when it rejects. `run` works with `tx`
   * alone: SQLite has one connection for writing, and waiting for `db` in there would be waiting for itself.
   */
  transaction<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** The same for a single statement, which is a transaction by itself. */
  statement<T>(run: (db: Queryable) => Promise<T>): Promise<T>
}
