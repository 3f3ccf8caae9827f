import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createInFlightPerClient } from './in-flight-per-client.ts'

/**
 * What a request asks for: many rows; chains to be read, for as long as they take; or something about the service itself,
 * which is never turned away. Absent: a few rows.
 */
export type LoadClass = 'listing' | 'outbound' | 'system'

/** Lets so much in as can be done well. */
export interface AdmissionControl {
  /** Throws AppError `ServiceUnavailableException` while the process is under pressure that this load must yield to. */
  readonly assertAdmitted: (loadClass: LoadClass | undefined) => void
  /** Runs what a request asks for; throws the same, with nothing done, where as much of its kind is under way already. */
  readonly runWithinLimits: <T>(
    loadClass: LoadClass | undefined,
    client: string,
    work: () => Promise<T>,
  ) => Promise<T>
}

/** One client may have this share of the requests at once for which chains are read. */
const perClientShare = 4

/**
 * Decides who gets in. Under pressure listings go first, then everything else but lookups, then these. At all times
 * listings, and requests that wait for chains, have so many places: who finds none hears so at once instead of making
 * all others slower.
 */
export function createAdmissionControl({ config, overloadMonitor, metrics }: Context): AdmissionControl {
  const { maxConcurrentListings, maxConcurrentChainReads } = config.overload
  const inFlight = { listing: 0, outbound: 0 }
  const maxInFlight = { listing: maxConcurrentListings, outbound: maxConcurrentChainReads }
  const inFlightPerClient = createInFlightPerClient(Math.max(1, maxConcurrentChainReads / perClientShare))

  const shed = (kind: string): never => {
    metrics.requestShed(kind)
    throw new AppError('ServiceUnavailableException', 'Too much is asked at this moment; try again.')
  }
  const runWithinGlobalLimit = async <T>(
    loadClass: 'listing' | 'outbound',
    work: () => Promise<T>,
  ): Promise<T> => {
    if (inFlight[loadClass] >= maxInFlight[loadClass]) shed(loadClass)
    inFlight[loadClass]++
    try {
      return await work()
    } finally {
      inFlight[loadClass]--
    }
  }
  const runWithinClientLimit = async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    const release = inFlightPerClient.tryAcquire(client) ?? shed('outbound of one client')
    try {
      return await work()
    } finally {
      release()
    }
  }
  return {
    assertAdmitted: (loadClass) => {
      if (loadClass === 'system') return
      if (overloadMonitor.shouldShed(loadClass === 'listing' ? 'listing' : 'other'))
        shed(loadClass ?? 'other')
    },
    runWithinLimits: (loadClass, client, work) => {
      if (loadClass === 'listing') return runWithinGlobalLimit(loadClass, work)
      if (loadClass === 'outbound')
        return runWithinClientLimit(client, () => runWithinGlobalLimit(loadClass, work))
      return work()
    },
  }
}
