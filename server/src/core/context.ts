import type { Semaphore } from '../async/semaphore.ts'
import type { SignatureVerifier } from '../chain/signature-verifier.ts'
import type { Config } from '../config/config.ts'
import type { Signer } from '../gateway/signer.ts'
import type { Media } from '../media/open-media.ts'
import type { EventOrigin } from '../model/event.ts'
import type { WriteMeter } from '../model/write-budget.ts'
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

/** What operations read of the configuration. */
type Rules = Pick<
  Config,
  | 'limits'
  | 'writeLimits'
  | 'siweMaxTtlMs'
  | 'maxChallenges'
  | 'gatewaySignatureTtlSeconds'
  | 'gatewayStaleIfErrorMs'
  | 'resolveTimeoutMs'
  | 'operators'
  | 'workspaceCreation'
  | 'requireOnchainResolver'
  | 'ipfsGatewayUrl'
  | 'imageTimeoutMs'
>

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
