import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { createClientPlaces } from './client-places.ts'

/**
 * What a request asks for: many rows; chains to be read, for as long as they take; or something about the service itself,
 * which is never turned away. Absent: a few rows.
 */
export type Load = 'listing' | 'outbound' | 'system'

/** Lets so much in as can be done well. */
export interface Admission {
  /** Throws AppError `ServiceUnavailableException` while the process is under pressure that this load must yield to. */
  readonly assertOpen: (load: Load | undefined) => void
  /** Runs what a request asks for; throws the same, with nothing done, where as much of its kind is under way already. */
  readonly run: <T>(load: Load | undefined, client: string, work: () => Promise<T>) => Promise<T>
}

/** One client may have this share of the requests at once for which chains are read. */
const share = 4

/**
 * Decides who gets in. Under pressure listings go first, then everything else but lookups, then these. At all times
 * listings, and requests that wait for chains, have so many places: who finds none hears so at once instead of making
 * all others slower.
 */
export function createAdmission({ config, pressure, metrics }: Context): Admission {
  const { listings, outbound } = config.overload
  const underWay = { listing: 0, outbound: 0 }
  const places = { listing: listings, outbound }
  const clientPlaces = createClientPlaces(Math.max(1, outbound / share))

  const refuse = (kind: string): never => {
    metrics.shed(kind)
    throw new AppError('ServiceUnavailableException', 'Too much is asked at this moment; try again.')
  }
  const count = async <T>(load: 'listing' | 'outbound', work: () => Promise<T>): Promise<T> => {
    if (underWay[load] >= places[load]) refuse(load)
    underWay[load]++
    try {
      return await work()
    } finally {
      underWay[load]--
    }
  }
  const countClient = async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    const leave = clientPlaces.take(client) ?? refuse('outbound of one client')
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    assertOpen: (load) => {
      if (load === 'system') return
      if (pressure.refuses(load === 'listing' ? 'listing' : 'other')) refuse(load ?? 'other')
    },
    run: (load, client, work) => {
      if (load === 'listing') return count(load, work)
      if (load === 'outbound') return countClient(client, () => count(load, work))
      return work()
    },
  }
}
