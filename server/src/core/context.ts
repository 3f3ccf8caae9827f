import type { Hex } from 'viem'
import type { Semaphore } from '../async/semaphore.ts'
import type { SignatureVerifier } from '../chain/signature-verifier.ts'
import type { LabelLimits } from '../ens/label.ts'
import type { RecordLimits } from '../ens/record-limits.ts'
import type { GatewayLimits } from '../gateway/request.ts'
import type { Signer } from '../gateway/signer.ts'
import type { Media } from '../media/open-media.ts'
import type { EventOrigin } from '../model/event.ts'
import type { WriteLimits, WriteMeter } from '../model/write-budget.ts'
import type { ChainClients } from '../rpc/chain-clients.ts'
import type { SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import type { Store } from '../store/store.ts'
import type { ExpectedAudience } from './caller.ts'
import type { Cursors } from './cursor.ts'
import type { EventWatcher } from './events/event-watcher.ts'
import type { NameCache } from './lookup/name-cache.ts'
import type { ResponseCache } from './lookup/response-cache.ts'
import type { ImageCache } from './media/image-cache.ts'
import type { Payments } from './payments/payments.ts'
import type { LookupCounter } from './statistics/lookup-counter.ts'
import type { TrafficCounter } from './traffic/traffic-counter.ts'
import type { WebhookClient } from './webhooks/webhook-client.ts'

/** `config/` has the values. */
interface Rules {
  readonly limits: {
    readonly label: LabelLimits
    readonly records: RecordLimits
    readonly gateway: GatewayLimits
  }
  /** Of requests without API key or session. */
  readonly writeLimits: WriteLimits
  readonly siweMaxTtlMs: number
  /** The oldest are evicted. */
  readonly maxChallenges: number
  readonly gatewaySignatureTtlSeconds: number
  readonly gatewayStaleIfErrorMs: number
  /** Per name. */
  readonly resolveTimeoutMs: number
  /** Addresses, lower case. */
  readonly operators: ReadonlySet<Hex>
  /** Who opens workspaces: operators, or also who controls a domain on chain. */
  readonly workspaceCreation: 'operators' | 'domain-controllers'
  /** Requires on-chain proof that the domain uses the resolver. */
  readonly requireOnchainResolver: boolean
  /** Without a trailing slash. */
  readonly ipfsGatewayUrl: string
  /** Of an image that a record points to. */
  readonly imageTimeoutMs: number
}

/** One per process. */
export interface CoreContext {
  readonly store: Store
  readonly chains: ChainClients
  readonly signatureVerifier: SignatureVerifier
  /** The only way to URLs of callers and name owners. */
  readonly outbound: SsrfSafeFetch
  readonly webhookClient: WebhookClient
  /** By chain id; `chooseSigner` decides. */
  readonly signers: ReadonlyMap<number, readonly Signer[]>
  readonly responseCache: ResponseCache
  readonly nameCache: NameCache
  readonly lookupCounter: LookupCounter
  readonly trafficCounter: TrafficCounter
  readonly media: Media
  /** Of records, not uploads. */
  readonly imageCache: ImageCache
  readonly eventWatcher: EventWatcher
  readonly cursors: Cursors
  /** Transactions of batches: each takes a connection, and those of one domain wait for each other. */
  readonly batchSemaphore: Semaphore
  /** Absent: resolution is free. */
  readonly payments: Payments | undefined
  readonly rules: Rules
  /** Of the writes; the request's or command's own. */
  readonly origin: EventOrigin
  /** What a signed message of the request was accepted for. */
  readonly onSignatureVerified?: ((audience: ExpectedAudience) => void) | undefined
  /** Absent for commands, background tasks, and requests with an API key or session. */
  readonly writeMeter?: WriteMeter | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}
