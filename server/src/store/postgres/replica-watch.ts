import { setTimeout as delay } from 'node:timers/promises'
import { PositionProbe } from './position-probe.ts'

/** What is known of a replica. Times are those of `performance.now()`. */
export interface Watched {
  /** Whether it answered when it was last asked, and is a replica of this primary. */
  isThere: boolean
  /** It has every write that was answered before this time. */
  completeUntil: number
}

interface Sample {
  /** When the primary was asked; all that it had answered by then is at or before `bytes`. */
  readonly askedAt: number
  readonly bytes: bigint
}

/** Milliseconds without a word after which the primary counts as away, when it did not answer the last time either. */
const silence = 2_000

const longestInterval = 250

/**
 * Asks the primary and its replicas, several times within `maxLag` milliseconds, how far they are in the log. That needs
 * no clocks that agree, and holds when nothing is written: a replica that has come as far as the primary was at a time
 * has everything that was answered until then.
 */
export class ReplicaWatch {
  readonly replicas: readonly Watched[]
  readonly #primary: PositionProbe
  readonly #probes: readonly PositionProbe[]
  readonly #maxLag: number
  readonly #ended = new AbortController()
  readonly #watching: Promise<unknown>
  #samples: readonly Sample[] = []
  #system: string | undefined
  #isSilent = false
  #heardAt = performance.now()

  constructor(primaryUrl: string, replicaUrls: readonly string[], maxLag: number) {
    this.#primary = new PositionProbe(primaryUrl)
    this.#probes = replicaUrls.map((url) => new PositionProbe(url))
    this.replicas = replicaUrls.map(() => ({ isThere: false, completeUntil: Number.NEGATIVE_INFINITY }))
    this.#maxLag = maxLag
    // Each on its own, so that none waits for one that hangs.
    const looks = this.replicas.map((replica, index) => () => this.#lookAt(replica, this.#probes[index]))
    this.#watching = Promise.all([() => this.#lookAtPrimary(), ...looks].map((look) => this.#repeat(look)))
  }

  /** Whether a replica has everything that was answered `maxLag` ago. */
  isFresh({ isThere, completeUntil }: Watched): boolean {
    return isThere && performance.now() - completeUntil <= this.#maxLag
  }

  isPrimaryAway(): boolean {
    return this.#isSilent && performance.now() - this.#heardAt > silence
  }

  /** Counts the primary as there, because it has answered somebody else. */
  hearOfPrimary(): void {
    this.#heardAt = performance.now()
  }

  async close(): Promise<void> {
    this.#ended.abort()
    await this.#watching
    await Promise.all([this.#primary, ...this.#probes].map((probe) => probe.close()))
  }

  async #repeat(look: () => Promise<void>): Promise<void> {
    const { signal } = this.#ended
    const interval = Math.min(longestInterval, this.#maxLag / 4)
    while (!signal.aborted) {
      await look()
      await delay(interval, undefined, { signal }).catch(() => {})
    }
  }

  async #lookAtPrimary(): Promise<void> {
    const askedAt = performance.now()
    const position = await this.#primary.read()
    this.#isSilent = !position || position.isReplica
    if (!position || position.isReplica) return
    this.hearOfPrimary()
    this.#system = position.system
    const recent = this.#samples.filter((sample) => askedAt - sample.askedAt <= this.#maxLag)
    this.#samples = [...recent, { askedAt, bytes: position.bytes }]
  }

  async #lookAt(replica: Watched, probe: PositionProbe | undefined): Promise<void> {
    const position = await probe?.read()
    replica.isThere = position?.isReplica === true && position.system === this.#system
    const reached = this.#samples.findLast(({ bytes }) => position && bytes <= position.bytes)
    if (replica.isThere && reached) replica.completeUntil = reached.askedAt
  }
}
