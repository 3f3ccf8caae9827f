import type { Heartbeat } from '../chain/heartbeat.ts'
import type { Config, Secrets } from '../config/config.ts'
import type { Domain } from '../model/domain.ts'
import type { ChainClients } from '../rpc/operator.ts'
import type { SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import type { Store } from '../store/store.ts'
import type { FindZoneSeals } from './build-zone.ts'

/** What a run needs of the service. */
export interface AnchorContext {
  readonly config: Config
  readonly secrets: Secrets
  readonly store: Store
  readonly chains: ChainClients
  readonly clock: () => number
  /** To the URLs of the targets. */
  readonly fetch: SsrfSafeFetch
  /** An export of a domain, as `makeEscrow` takes it. */
  readonly exportLines: (domain: Domain) => AsyncIterable<string>
  readonly findSeals: FindZoneSeals
  /** Records the settings of the contract, each time that they are read for a beat. */
  readonly noteOnChain: (domain: Domain, heartbeat: Heartbeat) => Promise<void>
}
