import type { Context } from '../../context.ts'
import { AppError, QuotaExceededError } from '../../errors.ts'
import { createInFlightLimiter, type LoadSubject } from './in-flight-limiter.ts'

/**
 * `listing`: many rows; `batch`: writes many rows; `outbound`: waits for chains; `stream`: stays open; `system`: health,
 * never shed. Absent: few rows.
 */
export type LoadClass = 'listing' | 'batch' | 'outbound' | 'stream' | 'system'

export interface AdmissionControl {
  /** @throws AppError `ServiceUnavailableException` while this load class is shed. */
  readonly assertAdmitted: (loadClass: LoadClass | undefined) => void
  /**
   * @throws AppError `ServiceUnavailableException` at the limit of the load class; `TooManyRequestsException` at that of
   * one credential or workspace for event streams, which end only when their client ends them.
   */
  readonly runWithinLimits: <T>(
    loadClass: LoadClass | undefined,
    subject: LoadSubject,
    work: () => Promise<T>,
  ) => Promise<T>
}

const streamRetrySeconds = 10

/** Also bounds their memory, some megabytes each. */
const maxBatches = { total: 16, perClient: 12 }

/** Divisor: the share of one client in chain reads, and of one workspace in event streams. */
const maxShare = 4

/**
 * Under overload, sheds listings and batches first, then everything else, lookups last. Those of a class above its
 * concurrency limit fail immediately with 503.
 */
export function createAdmissionControl({ config, overloadMonitor, metrics }: Context): AdmissionControl {
  const { maxConcurrentListings, maxConcurrentChainReads } = config.overload
  const { maxTotal, maxPerClient } = config.eventStreams
  const limiters = {
    listing: createInFlightLimiter({
      total: maxConcurrentListings,
      perClient: Math.ceil((maxConcurrentListings * 3) / 4),
    }),
    outbound: createInFlightLimiter({
      total: maxConcurrentChainReads,
      perClient: Math.max(1, maxConcurrentChainReads / maxShare),
    }),
    stream: createInFlightLimiter({
      total: maxTotal,
      perClient: maxPerClient,
      perWorkspace: Math.max(maxPerClient, maxTotal / maxShare),
    }),
    batch: createInFlightLimiter(maxBatches),
  }
  const shed = (kind: string): never => {
    metrics.requestShed(kind)
    throw new AppError('ServiceUnavailableException', 'The server is overloaded. Retry after 1 second.')
  }
  const refuseStream = (subject: string): never => {
    metrics.requestShed('stream')
    throw new QuotaExceededError(
      `${subject} has as many event streams open as it may have at a time. Close one, or use the others.`,
      streamRetrySeconds,
    )
  }
  return {
    assertAdmitted: (loadClass) => {
      if (loadClass === 'system') return
      const isShedFirst = loadClass === 'listing' || loadClass === 'batch'
      if (overloadMonitor.shouldShed(isShedFirst ? 'listing' : 'other')) shed(loadClass ?? 'other')
    },
    runWithinLimits: async (loadClass, subject, work) => {
      if (loadClass === undefined || loadClass === 'system') return work()
      const release = limiters[loadClass].tryAcquire(subject)
      if (release === 'perClient' && loadClass === 'stream') return refuseStream('This key or member')
      if (release === 'perWorkspace') return refuseStream('This workspace')
      if (typeof release === 'string') return shed(loadClass)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
