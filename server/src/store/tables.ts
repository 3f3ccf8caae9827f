import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { Hex } from 'viem'
import type { ApiKey } from '../model/api-key.ts'
import type { Challenge } from '../model/challenge.ts'
import type { ConsumedMessage } from '../model/consumed-message.ts'
import type { Domain } from '../model/domain.ts'
import type { StoreEvent } from '../model/event.ts'
import type { Payment, PaymentAnswer, PaymentEvent } from '../model/payment.ts'
import type { PrimaryName } from '../model/primary-name.ts'
import type { RateCount } from '../model/rate-count.ts'
import type { Resolver } from '../model/resolver.ts'
import type { Workspace } from '../model/workspace.ts'
import type { ColumnEncoding } from './driver/column-codec.ts'
import type { RecordColumns } from './entities/records-codec.ts'

export interface DomainRow extends Omit<Domain, 'key' | 'plan' | 'records'>, RecordColumns {
  readonly key: Generated<number>
  /** Whether the operator blocked this domain itself. */
  readonly isBlockedItself: boolean
  readonly planExpiresAt: number | null
  readonly planMaxNames: number | null
}

export interface SubnameRow extends RecordColumns {
  /** Increasing, so that it is the order of creation. */
  readonly key: Generated<number>
  readonly domainKey: number
  /** The public UUID, which is never looked up. */
  readonly id: Uint8Array
  readonly label: string
  readonly holder: Uint8Array
  readonly isClaimed: boolean
  /** Null if equal to `createdAt`, and for a reservation. */
  readonly claimedAt: number | null
  readonly version: number
  readonly createdAt: number
  /** Null if equal to `createdAt`. */
  readonly updatedAt: number | null
}

/** Finds names by their addresses, and those of a domain with a coin type. Derived from `subnames.records`. */
export interface SubnameAddressRow {
  readonly addressHash: string
  readonly subnameKey: number
  readonly domainKey: number
  readonly coinType: number
  readonly isClaimed: boolean
}

interface ChallengeRow extends Challenge {
  readonly usedAt: number | null
}

export interface PaymentRow extends Omit<Payment, 'authorization' | 'answer'> {
  readonly signature: Hex | null
  readonly validAfter: bigint
  readonly answerStatus: PaymentAnswer['status'] | null
  readonly answerTx: Hex | null
  readonly answerReason: string | null
  readonly answeredAt: number | null
}

export interface PaymentEventRow extends Omit<PaymentEvent, 'from' | 'to'> {
  /** Counts the events of a payment from 0. */
  readonly number: number
  readonly fromState: PaymentEvent['from']
  readonly toState: PaymentEvent['to']
}

interface PayerRow {
  readonly chainId: number
  readonly asset: Hex
  readonly address: Hex
}

interface RelayerRow {
  readonly chainId: number
  readonly address: Hex
  readonly nextNonce: number
}

/**
 * The tables. A row is its entity; a part with several columns, such as its records, is described by its row type. `key` is the
 * integer reference of large tables; `id` is the public UUID. Times are milliseconds (UTC), amounts of a token decimals. Bytes
 * are bytes in `subnames`, whose rows are many, and lower-case `0x` hex elsewhere.
 */
export interface Tables {
  workspaces: Workspace
  apiKeys: ApiKey
  resolvers: Resolver
  domains: DomainRow
  subnames: SubnameRow
  subnameAddresses: SubnameAddressRow
  events: StoreEvent
  challenges: ChallengeRow
  spentMessages: ConsumedMessage
  primaryNames: PrimaryName
  payments: PaymentRow
  paymentEvents: PaymentEventRow
  payers: PayerRow
  relayers: RelayerRow
  rateCounts: RateCount
}

/** The encoding of columns that are neither text nor integers nor bytes. */
export const columnEncodings = {
  isBlocked: 'boolean',
  isBlockedItself: 'boolean',
  isClaimed: 'boolean',
  amount: 'bigint',
  validAfter: 'bigint',
  validBefore: 'bigint',
  scopes: 'json',
  domainIds: 'nullable-json',
  origins: 'nullable-json',
  allowedOrigins: 'nullable-json',
  data: 'json',
  detail: 'json',
} as const satisfies Readonly<Record<EncodedColumn, ColumnEncoding>>

/** The columns with a type that no database has: a missing or superfluous one above does not compile. */
type EncodedColumn = { [Table in keyof Tables]: EncodedColumnOf<Selectable<Tables[Table]>> }[keyof Tables]

type EncodedColumnOf<Row> = {
  [Column in keyof Row]-?: Row[Column] extends string | number | Uint8Array | null ? never : Column
}[keyof Row]

/** Where a query may run: the database itself or an open transaction. */
export type Queryable = Kysely<Tables>

/** An open transaction. Functions that write more than one row require it, so that they are atomic. */
export type StoreTransaction = Transaction<Tables>

/** The way of every write that changes data that lookups read. */
export interface StoreWriter {
  /**
   * Commits `run` when it resolves (then it is on disk), rolls back when it rejects. `run` must use only `tx`: SQLite has one
   * write connection, and waiting for `db` inside would be a deadlock.
   */
  transaction<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** The same for a single statement, which is a transaction by itself. */
  statement<T>(run: (db: Queryable) => Promise<T>): Promise<T>
}
