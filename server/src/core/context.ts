import { v7 } from 'uuid'
import type { Hex } from 'viem'
import type { Authority } from '../acme/authority.ts'
import type { Semaphore } from '../async/limits.ts'
import type { AdmitCheck, SignatureVerifier } from '../chain/signatures.ts'
import type { Config } from '../config/config.ts'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName, Label } from '../ens/names.ts'
import { AppError, DatabaseUnavailableError } from '../errors.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Media } from '../media/open-media.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { HeldLabel } from '../model/claim.ts'
import type { Domain } from '../model/domain.ts'
import type { EventCause } from '../model/event.ts'
import type { FormerHolding } from '../model/former-gateway.ts'
import type { Resolver } from '../model/resolver.ts'
import type { Seal } from '../model/seal.ts'
import type { Session } from '../model/session.ts'
import type { Subname } from '../model/subname.ts'
import type { Role } from '../model/workspace.ts'
import type { WriteMeter } from '../model/write-budget.ts'
import type { Payments } from '../payments/payments.ts'
import type { PolicyAdmission, PolicyRequest, TokenUse } from '../policy/request.ts'
import type { PushSender } from '../push/push-sender.ts'
import type { ChainClients } from '../rpc/operator.ts'
import type { ResolveTxt } from '../rpc/resolve-txt.ts'
import type { RequestingClient, SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import type { SourceProblem } from '../signing/open-signers.ts'
import type { Signer } from '../signing/signer.ts'
import type { SigningQueue } from '../signing/signing-queue.ts'
import type { Store } from '../store/store.ts'
import type { Queryable, StoreTransaction } from '../store/tables.ts'
import type { Alerts } from './alerts/alerts.ts'
import type { EventWatcher } from './events/event-watcher.ts'
import type { ImageCache } from './images/image-cache.ts'
import type { FallThrough, FormerGateways, FormerResponse } from './lookup/former-gateways.ts'
import type { FormerNameLog } from './lookup/former-name-log.ts'
import type { FormerWildcards } from './lookup/former-presence.ts'
import type { ImportQueue } from './lookup/import-queue.ts'
import type { NameCache } from './lookup/name-cache.ts'
import type { ProbeNames } from './lookup/probe-names.ts'
import type { LookupOutcome, ResponseCache, SealedLookup } from './lookup/response-cache.ts'
import type { Cursors } from './page.ts'
import type { ApiRequestLog } from './statistics/api-request-log.ts'
import type { LookupCounter } from './statistics/lookup-counter.ts'
import type { TrafficCounter } from './traffic.ts'
import type { WebhookClient } from './webhooks/webhook-client.ts'

/** What operations read of the configuration. */
type Rules = Pick<
  Config,
  | 'limits'
  | 'writeLimits'
  | 'publicUrl'
  | 'port'
  | 'siweMaxTtlMs'
  | 'maxChallenges'
  | 'gatewaySignatureTtlSeconds'
  | 'gatewayStaleIfErrorMs'
  | 'resolveTimeoutMs'
  | 'operators'
  | 'workspaceCreation'
  | 'requireOnchainResolver'
  | 'remoteWallets'
  | 'ipfsGatewayUrl'
  | 'imageTimeoutMs'
>

/** What lookups need of `CoreContext`; a gateway on a replica has no more. */
export interface LookupContext
  extends Pick<
    CoreContext,
    | 'signers'
    | 'signingQueue'
    | 'responseCache'
    | 'nameCache'
    | 'fallThrough'
    | 'respondToSealed'
    | 'probeNames'
    | 'clock'
  > {
  readonly store: Pick<Store, 'lookup' | 'sealedSet' | 'sealProof' | 'dataVersion' | 'read'>
  readonly rules: Pick<Rules, 'gatewaySignatureTtlSeconds' | 'gatewayStaleIfErrorMs' | 'limits'>
  readonly lookupCounter: Pick<LookupCounter, 'record'>
}

/** One per process. */
export interface CoreContext {
  readonly store: Store
  readonly chains: ChainClients
  readonly signatureVerifier: SignatureVerifier
  /** The only way to URLs of callers and name owners. */
  readonly outbound: SsrfSafeFetch
  readonly resolveTxt: ResolveTxt
  readonly webhookClient: WebhookClient
  /** Own certificates; undefined: TLS is off. */
  readonly tls: { readonly authority: Authority } | undefined
  /** Channels by which claimants learn of outcomes; absent: off. */
  readonly notices: { readonly mailer?: Mailer | undefined; readonly pushSender?: PushSender | undefined }
  /** To the operator. */
  readonly alerts: Alerts
  /** By chain id; `chooseSigner` decides. */
  readonly signers: ReadonlyMap<number, readonly Signer[]>
  /** Keys that make no signature, and places of keys that cannot be read. */
  readonly signerProblems: () => readonly SourceProblem[]
  readonly signingQueue: SigningQueue
  readonly responseCache: ResponseCache
  readonly nameCache: NameCache
  readonly probeNames: ProbeNames
  /** Handed in by `context.ts`: what lookups need of former gateways. */
  readonly fallThrough: (lookup: FallThrough) => Promise<FormerResponse>
  /** Handed in by `context.ts`: what holders have signed (`respond-to-sealed.ts`). */
  readonly respondToSealed: (context: LookupContext, lookup: SealedLookup) => Promise<LookupOutcome>
  /** Handed in by `context.ts`: what the former gateway of a domain has, by label (`former-holding.ts`). */
  readonly readFormerHoldings: (
    domain: Domain,
    labels: readonly Label[],
    timeoutMs?: number,
  ) => Promise<ReadonlyMap<string, FormerHolding>>
  readonly formerGateways: FormerGateways
  readonly formerWildcards: FormerWildcards
  readonly formerNameLog: FormerNameLog
  readonly importQueue: ImportQueue
  /** For URLs of former gateways and services. @throws OutboundError `refused`. */
  readonly assertFormerUrl: (url: string) => void
  /** For requests to them; each client has a share. */
  readonly formerFetchFor: (client: RequestingClient) => SsrfSafeFetch
  readonly lookupCounter: LookupCounter
  readonly trafficCounter: TrafficCounter
  readonly apiRequestLog: ApiRequestLog
  readonly media: Media
  /** Of records, not uploads. */
  readonly imageCache: ImageCache
  readonly eventWatcher: EventWatcher
  readonly cursors: Cursors
  /** Transactions of batches: each takes a connection, and those of one domain wait for each other. */
  readonly batchSemaphore: Semaphore
  readonly payments: Payments
  /** Handed in by `context.ts`: the policies of domains (`policies/assert-policy.ts`). */
  readonly policies: {
    readonly assert: (context: CoreContext, request: PolicyRequest) => Promise<PolicyAdmission>
    readonly assertInTransaction: (
      context: CoreContext,
      tx: StoreTransaction,
      request: PolicyRequest,
    ) => Promise<void>
    readonly consumeToken: (tx: StoreTransaction, use: TokenUse) => Promise<void>
  }
  /** Handed in by `context.ts`: which names are sealed on chain, so that only their holders change them (`seals`). */
  readonly seals: {
    readonly find: (
      tx: Queryable,
      domainId: string,
      names: readonly EnsName[],
    ) => Promise<ReadonlyMap<EnsName, Seal>>
    readonly assertNone: (db: Queryable, subname: Subname, acceptedBy?: Hex) => Promise<void>
    readonly assertIssuable: (
      db: Queryable,
      resolver: Resolver,
      subname: Pick<Subname, 'name' | 'holder'>,
    ) => Promise<void>
    readonly endClaimsOfOthers: (context: CoreContext, tx: StoreTransaction, held: HeldLabel) => Promise<void>
  }
  readonly rules: Rules
  /** Of the writes; the request's or command's own. */
  readonly cause: EventCause
  /** What a signed message of the request was accepted for. */
  readonly onSignatureVerified?: ((audience: ExpectedAudience) => void) | undefined
  /** Absent for commands, background tasks, and requests with an API key or session. */
  readonly writeMeter?: WriteMeter | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** For reads that no write depends on: a replica serves them while the primary is down. */
export function withReadReplica(context: CoreContext): CoreContext {
  return {
    ...context,
    store: { ...context.store, db: context.store.read },
  }
}

/** Unverified. */
export interface SignedMessage {
  readonly address: string
  /** EIP-4361 text with real line feeds. */
  readonly message: string
  readonly signature: string
  /** Admits on-chain signature checks, which EOAs do not need. */
  readonly admit: AdmitCheck
}

/** The signed message of a request, and at which service it arrived. */
export type SignedCaller = Pick<Caller, 'signedMessage' | 'ownOrigin'>

export interface ExpectedAudience {
  readonly chainId: ChainId
  /** Allowed beside the pages of this service and the own hosts of the domain; `null`: any site. */
  readonly allowedOrigins: readonly string[] | null
  /** Of the domain whose own hosts are allowed; absent: none. */
  readonly key?: number | undefined
  /** Maximum age of the message; absent: until it expires. */
  readonly maxAgeMs?: number
  /** Required resources of our scheme; absent: none. */
  readonly purpose?: readonly string[]
}

/** A session, and what its address may do now. */
export interface CallerSession {
  readonly session: Session
  readonly isOperator: boolean
  /** By id of the workspace. */
  readonly roles: ReadonlyMap<string, Role>
}

/** At most one of them. */
export interface Credential {
  readonly apiKey?: ApiKey | undefined
  readonly session?: CallerSession | undefined
}

/** The sender of a request. */
export interface Caller extends Credential {
  readonly signedMessage?: SignedMessage | undefined
  /** From the headers, also without a signature. Unverified. */
  readonly address?: string | undefined
  /** Rate limit key: IPv4 address or IPv6 network; absent for commands. */
  readonly client?: string | undefined
  /** Of the pages of this service; absent unless it can be trusted. */
  readonly ownOrigin?: string | undefined
  /** Absent unless sent by a browser. */
  readonly origin?: string | undefined
}

/** UUID version 7 (RFC 9562). */
export function newId(): string {
  return v7()
}

/** Throws non-AppErrors and `DatabaseUnavailableError`, which must never become part of a result. */
export function settleAppError<T>(operation: () => Promise<T>): Promise<T | AppError> {
  return operation().catch(returnAppError)
}

/** As `settleAppError`. */
export function settleSync<T>(operation: () => T): T | AppError {
  try {
    return operation()
  } catch (error) {
    return returnAppError(error)
  }
}

function returnAppError(error: unknown): AppError {
  if (error instanceof AppError && !(error instanceof DatabaseUnavailableError)) return error
  throw error
}
