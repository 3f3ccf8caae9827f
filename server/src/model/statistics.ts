export const hourMs = 3_600_000

/** Hours since 1970, of milliseconds since 1970. */
export function hourOf(time: number): number {
  return Math.floor(time / hourMs)
}

/** Lookups of a name, the last one in `hour`. */
export interface NameLookups {
  readonly subnameKey: number
  /** Hours since 1970. */
  readonly hour: number
  readonly lookups: number
}

/** Lookups of a domain and its names in one hour. */
export interface LookupCount {
  readonly domainKey: number
  /** Hours since 1970. */
  readonly hour: number
  readonly lookups: number
  /** Those of names that do not exist, or resolve to nothing because they are reserved or blocked. */
  readonly absent: number
}

/** How many names a domain has from the end of an hour on, until the next count. */
export interface NamesAtHour {
  /** Counted from 1970. */
  readonly hour: number
  readonly names: number
  readonly claimedNames: number
}

/** Upper bounds in milliseconds; a further bucket is above all. Each bucket is a column: a change needs a migration. */
export const lookupBucketBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1000] as const
export const requestBucketBounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000] as const

/** Of answered lookups. */
export const lookupBuckets = [
  'lookupBucket0',
  'lookupBucket1',
  'lookupBucket2',
  'lookupBucket3',
  'lookupBucket4',
  'lookupBucket5',
  'lookupBucket6',
  'lookupBucket7',
  'lookupBucket8',
  'lookupBucket9',
  'lookupBucket10',
  'lookupBucket11',
  'lookupBucket12',
] as const

/** Of all requests to the interface. */
export const requestBuckets = [
  'requestBucket0',
  'requestBucket1',
  'requestBucket2',
  'requestBucket3',
  'requestBucket4',
  'requestBucket5',
  'requestBucket6',
  'requestBucket7',
  'requestBucket8',
  'requestBucket9',
  'requestBucket10',
  'requestBucket11',
  'requestBucket12',
] as const

/**
 * - `lookupsRefused`, `lookupsFailed`: 4xx and 5xx of the gateway
 * - `writes`: requests that changed something
 * - `limited`: 429; `clientErrors`: other 4xx
 * - `overloaded`: 503; `serverErrors`: other 5xx
 */
export const trafficColumns = [
  'lookupsRefused',
  'lookupsFailed',
  'writes',
  'clientErrors',
  'limited',
  'overloaded',
  'serverErrors',
  ...lookupBuckets,
  ...requestBuckets,
] as const

export type TrafficCounts = Readonly<Record<(typeof trafficColumns)[number], number>>

/** Traffic of all processes in a period. */
export interface TrafficPeriod extends TrafficCounts {
  readonly periodMs: number
  /** Milliseconds since 1970. */
  readonly startsAt: number
}
