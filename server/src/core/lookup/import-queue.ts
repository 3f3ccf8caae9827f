import { LRUCache } from 'lru-cache'
import { createBackgroundQueue, createSemaphore } from '../../async/limits.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { GatewayRequest } from '../../gateway/request.ts'
import type { FormerLookup } from '../../store/lookup.ts'

/** A name that its former gateway answers for. */
export interface FormerImport {
  readonly former: FormerLookup
  readonly chainId: ChainId
  /** Whose records are imported too. */
  readonly query: GatewayRequest['query']
  readonly name: EnsName
  /** Before that of the domain; may be several. */
  readonly label: EnsName
  /** Rate limit key of the client that has looked the name up; absent: this service itself. */
  readonly client: string | undefined
}

/**
 * `taken`: it is held here already, or was removed. `refused`: it cannot be issued here. `paused`: names do not come over at the
 * moment, or not for this client. `failed`: it is tried again.
 */
export type ImportOutcome = 'imported' | 'taken' | 'refused' | 'paused' | 'failed'

/** Issues names in the background, each once. */
export interface ImportQueue {
  /** Nothing if the name was tried lately, or too many wait. */
  readonly add: (name: FormerImport) => void
  /** Waits for those in progress; others are dropped. */
  readonly close: () => Promise<void>
}

const maxConcurrent = 4
const maxWaiting = 1_000
const maxKnown = 20_000
const retryMs = 600_000
const retryFailedMs = 30_000

export function createImportQueue(
  importName: (name: FormerImport) => Promise<ImportOutcome>,
  onOutcome: (outcome: ImportOutcome, name: string, error?: unknown) => void,
): ImportQueue {
  const queue = createBackgroundQueue()
  const semaphore = createSemaphore(maxConcurrent)
  const unlimited = new AbortController()
  const known = new LRUCache<string, true>({ max: maxKnown, ttl: retryMs })
  let waiting = 0
  let isClosed = false
  const run = async (key: string, former: FormerImport) => {
    const { name } = former
    waiting--
    if (isClosed) return
    try {
      onOutcome(await importName(former), name)
    } catch (error) {
      known.set(key, true, { ttl: retryFailedMs })
      onOutcome('failed', name, error)
    }
  }
  return {
    add: (name) => {
      const key = `${name.former.key} ${name.label}`
      if (isClosed || waiting >= maxWaiting || known.has(key)) return
      known.set(key, true)
      waiting++
      void queue.add(() => semaphore(() => run(key, name), unlimited.signal))
    },
    close: () => {
      isClosed = true
      return queue.drain()
    },
  }
}
