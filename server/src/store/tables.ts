import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { Hex } from 'viem'
import type { AlertTables } from '../model/alert.ts'
import type { Anchor } from '../model/anchor.ts'
import type { ApiKey, ApiRequest } from '../model/api-key.ts'
import type { Branding } from '../model/branding.ts'
import type { CertificateTables } from '../model/certificate.ts'
import type { Challenge, ConsumedMessage } from '../model/challenge.ts'
import type { Claim } from '../model/claim.ts'
import type { ClaimNotice, StoppedRecipient } from '../model/claim-notice.ts'
import type { Domain } from '../model/domain.ts'
import type { DomainHost } from '../model/domain-host.ts'
import type { NewEvent } from '../model/event.ts'
import type { FormerName } from '../model/former-gateway.ts'
import type { HolderMessage } from '../model/holder-message.ts'
import type { IdempotentRequest } from '../model/idempotent-request.ts'
import type { StoredImage } from '../model/image.ts'
import type { InvitationLink } from '../model/invitation-link.ts'
import type { Payment, PaymentAnswer, PaymentEvent } from '../model/payment.ts'
import type { ClaimedToken, Policy, PolicyLabelList, PolicySettings } from '../model/policy.ts'
import type { PrimaryName } from '../model/primary-name.ts'
import type { RecordTemplate } from '../model/record-template.ts'
import type { Resolver } from '../model/resolver.ts'
import type { SealTables } from '../model/seal.ts'
import type { Operator, Session, SetupToken } from '../model/session.ts'
import type { LookupCount, NamesAtHour, TrafficPeriod } from '../model/statistics.ts'
import type { Webhook, WebhookDelivery } from '../model/webhook.ts'
import type { BegunDomain, Member, Workspace } from '../model/workspace.ts'
import type { RateCount, WriteBudget } from '../model/write-budget.ts'
import type { RecordColumns } from './entities/records-codec.ts'

export interface DomainRow
  extends Omit<Domain, 'key' | 'chainId' | 'name' | 'plan' | 'records' | 'branding'>,
    RecordColumns {
  readonly key: Generated<number>
  readonly chainId: number
  readonly name: string
  /** The domain's own block. */
  readonly isBlockedItself: boolean
  readonly planExpiresAt: number | null
  readonly planMaxNames: number | null
  /** Null: none set. */
  readonly branding: Branding | null
}

export interface SubnameRow extends RecordColumns {
  /** Ascending: the order of creation. */
  readonly key: Generated<number>
  readonly domainKey: number
  /** Public UUID, never queried. */
  readonly id: Uint8Array
  readonly label: string
  readonly holder: Uint8Array
  /** The address that the name was issued to or reserved for; null if it is the holder still. */
  readonly firstHolder: Uint8Array | null
  readonly isClaimed: boolean
  /** Null if equal to `createdAt`, or a reservation. */
  readonly claimedAt: number | null
  readonly version: number
  readonly createdAt: number
  /** Null if equal to `createdAt`. */
  readonly updatedAt: number | null
  /** Hash of the label's skeleton, if the domain has a policy: names with one are in the indexes of policies. */
  readonly skeleton: number | null
}

export interface PolicyRow {
  readonly domainKey: number
  readonly version: number
  readonly claims: Policy['claims']
  readonly settings: Omit<PolicySettings, 'version' | 'claims'>
  /** Whether all names of the domain have their skeleton. */
  readonly isIndexed: boolean
  readonly updatedAt: number
}

interface PolicyLabelRow {
  readonly domainKey: number
  readonly list: PolicyLabelList
  readonly label: string
  /** As in `subnames`. */
  readonly skeleton: number
}

interface AllowedAddressRow {
  readonly domainKey: number
  readonly address: Uint8Array
}

/** Names that their holders released, by the address that they were issued to. */
interface ReleasedCountRow {
  readonly domainKey: number
  readonly address: Uint8Array
  readonly names: number
}

interface ClaimedTokenRow extends ClaimedToken {
  readonly domainKey: number
  /** Id of the subname or of the pending claim. */
  readonly ownerId: string
}

export interface ClaimRow extends Omit<Claim, 'key' | 'records' | 'decidedBy'>, RecordColumns {
  readonly key: Generated<number>
  /** As `EventRow.actor`. */
  readonly decidedBy: string | null
}

export interface RecordTemplateRow extends Omit<RecordTemplate, 'records'>, RecordColumns {
  readonly key: Generated<number>
}

type Keyed<Entity> = Omit<Entity, 'key'> & { readonly key: Generated<number> }

/** A tag of names of the domain, or of names that it had: `folded` by `foldTag`, `title` as it was first given. */
type DomainTagRow = Keyed<Readonly<{ domainKey: number; folded: string; title: string }>>

type SubnameTagRow = Readonly<Record<'tagKey' | 'subnameKey', number>>

interface SubnameNoteRow {
  readonly subnameKey: number
  readonly note: string
  readonly updatedAt: number
}

interface MessageRecipientRow {
  readonly messageKey: number
  readonly subnameKey: number
  readonly holder: Uint8Array
  readonly dismissedAt: number | null
}

/** Derived from `subnames.records`. */
interface SubnameAddressRow {
  readonly addressHash: string
  readonly subnameKey: number
  readonly domainKey: number
  readonly coinType: number
  readonly isClaimed: boolean
}

export interface EventRow extends Omit<NewEvent, 'domainId' | 'workspaceId' | 'actor' | 'changes'> {
  readonly domainId: Uint8Array | null
  readonly workspaceId: Uint8Array | null
  /** `wallet 0x…`, `key <id>`, `member 0x…`, `administrator <key id>`, or the type alone. */
  readonly actor: string
  /** JSON array of `[field, key, before, after]`. */
  readonly changes: string
}

interface EventLogRow extends EventRow {
  readonly sequence: Generated<number>
}

/** How far a reader has come. */
interface EventCursorRow {
  readonly reader: string
  readonly sequence: number
}

interface WebhookDeliveryRow extends Omit<WebhookDelivery, 'key' | 'attempts'> {
  readonly key: Generated<number>
  /** JSON. */
  readonly attempts: string
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
  /** From 0 per payment. */
  readonly number: number
  readonly fromState: PaymentEvent['from']
  readonly toState: PaymentEvent['to']
}

type PayerRow = Readonly<Record<'asset' | 'address', Hex>> & { readonly chainId: number }

interface RelayerRow {
  readonly chainId: number
  readonly address: Hex
  readonly nextNonce: number
}

/** Of a name that was looked up. */
interface LastLookupRow {
  readonly subnameKey: number
  /** The last one, counted from 1970. */
  readonly hour: number
  readonly lookups: ColumnType<number, number | undefined>
}

/** Written by a trigger, and where a domain begins. */
type NameCountRow = NamesAtHour & { readonly domainKey: number }

/** A name that was removed here, which the former gateway of its domain is not asked for. */
type FormerRemovalRow = Pick<FormerName, 'domainKey' | 'label'>

/** Shared by the processes of the database, and not part of backups. */
interface InstanceSecretRow {
  readonly purpose: string
  readonly secret: string
}

/**
 * `key` is the internal integer, `id` the public UUID. Times are milliseconds (UTC), token amounts decimals. Bytes
 * are binary in `subnames`, which is large, and lower-case `0x` hex elsewhere.
 */
export interface Tables extends CertificateTables, AlertTables, SealTables {
  workspaces: Workspace
  begunDomains: BegunDomain
  apiKeys: ApiKey
  apiRequests: Keyed<ApiRequest>
  resolvers: Resolver
  domains: DomainRow
  subnames: SubnameRow
  subnameAddresses: SubnameAddressRow
  domainTags: DomainTagRow
  subnameTags: SubnameTagRow
  subnameNotes: SubnameNoteRow
  holderMessages: Keyed<HolderMessage>
  messageRecipients: MessageRecipientRow
  eventLog: EventLogRow
  /** Committed or in flight, not in commit order. */
  pendingEvents: Keyed<EventRow>
  challenges: ChallengeRow
  spentMessages: ConsumedMessage
  primaryNames: PrimaryName
  payments: PaymentRow
  paymentEvents: PaymentEventRow
  payers: PayerRow
  relayers: RelayerRow
  rateCounts: RateCount
  writeBudgets: WriteBudget
  images: StoredImage
  idempotentRequests: IdempotentRequest
  eventCursors: EventCursorRow
  webhooks: Keyed<Webhook>
  webhookDeliveries: WebhookDeliveryRow
  lookupCounts: LookupCount
  lastLookups: LastLookupRow
  nameCounts: NameCountRow
  traffic: TrafficPeriod
  policies: PolicyRow
  policyLabels: PolicyLabelRow
  allowedAddresses: AllowedAddressRow
  releasedCounts: ReleasedCountRow
  claimedTokens: ClaimedTokenRow
  claims: ClaimRow
  claimNotices: ClaimNotice
  stoppedRecipients: StoppedRecipient
  invitationLinks: Keyed<InvitationLink>
  domainHosts: DomainHost
  anchors: Anchor
  recordTemplates: RecordTemplateRow
  formerNames: FormerName
  formerRemovals: FormerRemovalRow
  sessions: Session
  members: Member
  operators: Operator
  setupTokens: SetupToken
  instanceSecrets: InstanceSecretRow
  /** `restored`: a copy, which sends no webhooks and makes no payments, since the original may still run. */
  holds: { readonly kind: 'restored'; readonly since: number }
}

/**
 * Not copied: migrations (copied separately), what expires within a day (counts, budgets, sessions, setup tokens, answers to
 * challenges), requests of keys, search indexes and the lookup version (made anew), secrets, of which each database has its own,
 * and what they seal: the recipients of notices, which no copy may have. Alerts are about the original.
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
  'subname_texts',
  'lookup_version',
  'instance_secrets',
  'claim_notices',
  'stopped_recipients',
  'challenge_answers',
  'alert_reasons',
  'alert_targets',
] as const

type CopiedTable = Exclude<SnakeCase<keyof Tables>, (typeof excludedTables)[number]>

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** Copied tables with unique sort columns, referenced tables first. */
export const copiedTables: Readonly<Record<CopiedTable, readonly string[]>> = {
  workspaces: ['id'],
  begun_domains: ['workspace_id', 'domain_name', 'chain_id'],
  api_keys: ['id'],
  members: ['workspace_id', 'address'],
  operators: ['address'],
  resolvers: ['id'],
  domains: ['key'],
  subnames: ['key'],
  sealed_sets: ['subname_key'],
  seals: ['resolver_id', 'node'],
  seal_scans: ['resolver_id'],
  seal_trees: ['root'],
  seal_proofs: ['root', 'bucket'],
  domain_tags: ['key'],
  subname_tags: ['tag_key', 'subname_key'],
  subname_notes: ['subname_key'],
  holder_messages: ['key'],
  message_recipients: ['message_key', 'subname_key'],
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
  anchors: ['domain_key'],
  certificates: ['host'],
  acme_accounts: ['directory_url'],
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

export type Queryable = Kysely<Tables>

/** Required by functions that write several rows. */
export type StoreTransaction = Transaction<Tables>

declare const advancesDataVersion: unique symbol

/** Its commit advances `Store.dataVersion`. Required by functions that write what lookups read. */
export type VersionedTransaction = StoreTransaction & { readonly [advancesDataVersion]: true }

/** As a `VersionedTransaction`, for one statement. */
export type VersionedStatement = Queryable & { readonly [advancesDataVersion]: true }

/** Required for writes that affect lookups. */
export interface StoreWriter {
  /**
   * Commits to disk when `run` resolves, rolls back when it rejects. `run` must only use `tx`: waiting for `db`
   * deadlocks, because SQLite has one write connection.
   */
  transaction<T>(run: (tx: VersionedTransaction) => Promise<T>): Promise<T>
  statement<T>(run: (db: VersionedStatement) => Promise<T>): Promise<T>
}

/** Has transactions that take turns. */
export interface TurnStore {
  /** For writes that lock rows of a domain, by its id, or of another subject. At once on SQLite, which has one writer. */
  inTurn(subject: string): SubjectWriter
}

/** Transactions that wait for those of the same subject (`TurnQueue`). Not inside of one another. */
export interface SubjectWriter {
  /** Of what lookups read, as `StoreWriter.transaction`. */
  transaction<T>(run: (tx: VersionedTransaction) => Promise<T>): Promise<T>
  /** Of what no lookup reads: the data version stays. */
  plainTransaction<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** As `plainTransaction`, for one statement. */
  plainStatement<T>(run: (db: Queryable) => Promise<T>): Promise<T>
}
