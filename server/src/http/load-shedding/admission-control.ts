import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createInFlightLimiter } from './in-flight-limiter.ts'

/**
 * `listing`: many rows; `batch`: writes many rows; `outbound`: waits for chains; `stream`: stays open; `system`: health,
 * never shed. Absent: few rows.
 */
export type LoadClass = 'listing' | 'batch' | 'outbound' | 'stream' | 'system'

export interface AdmissionControl {
  /** @throws AppError `ServiceUnavailableException` while this load class is shed. */
  readonly assertAdmitted: (loadClass: LoadClass | undefined) => void
  /** @throws AppError `ServiceUnavailableException` at the limit of the load class. */
  readonly runWithinLimits: <T>(
    loadClass: LoadClass | undefined,
    client: string,
    work: () => Promise<T>,
  ) => Promise<T>
}

/** Also bounds their memory, some megabytes each. */
const maxBatches = { total: 16, perClient: 12 }

/** Divisor: the share of one client in chain reads. */
const perClientShare = 4

/**
 * Under overload, sheds listings and batches first, then everything else, lookups last. Those of a class above its
 * concurrency limit fail immediately with 503.
 */
export function createAdmissionControl({ config, overloadMonitor, metrics }: Context): AdmissionControl {
  const { maxConcurrentListings, maxConcurrentChainReads } = config.overload
  const { maxTotal, maxPerClient } = config.eventStreams
  const limiters = {
    listing: createInFlightLimiter({ total: maxConcurrentListings, perClient: maxConcurrentListings }),
    outbound: createInFlightLimiter({
      total: maxConcurrentChainReads,
      perClient: Math.max(1, maxConcurrentChainReads / perClientShare),
    }),
    stream: createInFlightLimiter({ total: maxTotal, perClient: maxPerClient }),
    batch: createInFlightLimiter(maxBatches),
  }
  const shed = (kind: string): never => {
    metrics.requestShed(kind)
    throw new AppError('ServiceUnavailableException', 'The server is overloaded. Retry after 1 second.')
  }
  return {
    assertAdmitted: (loadClass) => {
      if (loadClass === 'system') return
      const isShedFirst = loadClass === 'listing' || loadClass === 'batch'
      if (overloadMonitor.shouldShed(isShedFirst ? 'listing' : 'other')) shed(loadClass ?? 'other')
    },
    runWithinLimits: async (loadClass, client, work) => {
      if (loadClass === undefined || loadClass === 'system') return work()
      const release = limiters[loadClass].tryAcquire(client) ?? shed(loadClass)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
