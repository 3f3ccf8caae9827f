import type { SignatureVerifier } from '../chain/signature-verifier.ts'
import type { LabelLimits } from '../ens/label.ts'
import type { RecordLimits } from '../ens/record-limits.ts'
import type { GatewayLimits } from '../gateway/request.ts'
import type { Signer } from '../gateway/signer.ts'
import type { Media } from '../media/open-media.ts'
import type { ChainClients } from '../rpc/chain-clients.ts'
import type { SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import type { Store } from '../store/store.ts'
import type { NameCache } from './lookup/name-cache.ts'
import type { ResponseCache } from './lookup/response-cache.ts'
import type { Payments } from './payments/payments.ts'

/** Bounds of the operations; `config/` has their values. */
interface Rules {
  readonly limits: {
    readonly label: LabelLimits
    readonly records: RecordLimits
    readonly gateway: GatewayLimits
  }
  /** Milliseconds between issued-at and expiration of a signed message, at most. */
  readonly siweMaxTtlMs: number
  /** Stored challenges, at most; the oldest are evicted. */
  readonly maxChallenges: number
  /** Seconds for which a signed gateway response is valid. */
  readonly gatewaySignatureTtlSeconds: number
  /** Milliseconds for which a signed response is reused while the store fails. */
  readonly gatewayStaleIfErrorMs: number
  /** Milliseconds for resolving one name of a request. */
  readonly resolveTimeoutMs: number
  /** Whether onboarding a domain needs proof on chain that it uses the chosen resolver. */
  readonly requireOnchainResolver: boolean
}

/** Dependencies of every operation. One per process; tests and commands build their own. */
export interface CoreContext {
  readonly store: Store
  readonly chains: ChainClients
  /** Verifies signatures on the same chains. */
  readonly signatureVerifier: SignatureVerifier
  /** The only way to URLs of callers and of owners of names. */
  readonly outbound: SsrfSafeFetch
  /** The key that signs gateway responses of a chain; absent if none is configured. */
  readonly signers: ReadonlyMap<number, Signer>
  /** Cached signed responses. */
  readonly responseCache: ResponseCache
  /** Recently read names: a client that asks for one record usually asks for more. */
  readonly nameCache: NameCache
  readonly media: Media
  /** Absent: resolution is not paid for. */
  readonly payments: Payments | undefined
  readonly rules: Rules
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number
}
