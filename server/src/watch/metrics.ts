import type { LookupOutcome } from './lookup-times.ts'

/**
 * What the service counts, asking nobody. `lookup`, `cache` and `signature` take some nanoseconds, the others about a
 * microsecond.
 */
export interface Metrics {
  /** A lookup of the gateway that took so many seconds. */
  readonly lookup: (outcome: LookupOutcome, seconds: number) => void
  /** A signed answer that was, or was not, kept. */
  readonly cache: (outcome: 'hit' | 'miss') => void
  readonly signature: () => void
  /** A request that was answered; `route` is the pattern of its path, never the path. */
  readonly request: (method: string, route: string, status: number, seconds: number) => void
  /** A request that was turned away to keep the others going. */
  readonly shed: (kind: string) => void
  /** A request beyond a limit. */
  readonly limited: (limit: string) => void
  readonly chainCall: (chainId: number, isAnswered: boolean, seconds: number) => void
  /** Reads a number whenever metrics are read; of a cluster, the sum of its workers, or their average. */
  readonly gauge: (name: string, help: string, read: () => number, together?: 'sum' | 'average') => void
  /** Reads numbers by a label whenever metrics are read; of a cluster, one worker tells. Nothing is told while it fails. */
  readonly sharedGauge: (name: string, help: string, label: string, read: () => Promise<Numbers>) => void
  /** Adds what the process itself can tell: processor, memory, garbage collection, delay of the event loop. */
  readonly watchProcess: () => void
  /** The metrics as Prometheus reads them. */
  readonly text: () => Promise<string>
  /** In the primary of a cluster: those of all workers that answer, together. */
  readonly clusterText: () => Promise<string>
}

type Numbers = Readonly<Record<string, number>>

const nothing = () => {}

/** Where nobody reads what was counted. */
export const uncounted: Metrics = {
  lookup: nothing,
  cache: nothing,
  signature: nothing,
  request: nothing,
  shed: nothing,
  limited: nothing,
  chainCall: nothing,
  gauge: nothing,
  sharedGauge: nothing,
  watchProcess: nothing,
  text: async () => '',
  clusterText: async () => '',
}
