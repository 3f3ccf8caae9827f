import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createInFlightLimiter } from './in-flight-limiter.ts'

/**
 * `listing`: reads many rows; `outbound`: waits for chains; `system`: health, which is never shed. Absent: reads a few rows.
 */
export type LoadClass = 'listing' | 'outbound' | 'system'

export interface AdmissionControl {
  /** Throws AppError `ServiceUnavailableException` while this load class is shed. */
  readonly assertAdmitted: (loadClass: LoadClass | undefined) => void
  /** Runs the work of a request; throws the same, with nothing done, when its load class has reached its limit. */
  readonly runWithinLimits: <T>(
    loadClass: LoadClass | undefined,
    client: string,
    work: () => Promise<T>,
  ) => Promise<T>
}

/** The share of concurrent chain reads that one client may have, as a divisor. */
const perClientShare = 4

/**
 * Admission control. Under overload, listings are shed first, then everything else, lookups last. Listings and chain reads also
 * have a concurrency limit: requests above it fail immediately with 503 instead of queuing.
 */
export function createAdmissionControl({ config, overloadMonitor, metrics }: Context): AdmissionControl {
  const { maxConcurrentListings, maxConcurrentChainReads } = config.overload
  const limiters = {
    listing: createInFlightLimiter({ total: maxConcurrentListings, perClient: maxConcurrentListings }),
    outbound: createInFlightLimiter({
      total: maxConcurrentChainReads,
      perClient: Math.max(1, maxConcurrentChainReads / perClientShare),
    }),
  }
  const shed = (kind: string): never => {
    metrics.requestShed(kind)
    throw new AppError('ServiceUnavailableException', 'The server is overloaded. Retry after 1 second.')
  }
  return {
    assertAdmitted: (loadClass) => {
      if (loadClass === 'system') return
      if (overloadMonitor.shouldShed(loadClass === 'listing' ? 'listing' : 'other'))
        shed(loadClass ?? 'other')
    },
    runWithinLimits: async (loadClass, client, work) => {
      if (loadClass !== 'listing' && loadClass !== 'outbound') return work()
      const release = limiters[loadClass].tryAcquire(client) ?? shed(loadClass)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
