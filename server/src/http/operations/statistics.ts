import { z } from 'zod'
import {
  type DomainStatistics,
  type NameStatistics,
  readDomainStatistics,
  readNameStatistics,
  readNamesStatistics,
} from '../../core/statistics.ts'
import { readTraffic, type TrafficHistory, type TrafficSummary } from '../../core/traffic.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  chainId,
  domainName,
  domainParams,
  fullName,
  queryTime,
  responseOf,
  singleLine,
  toIsoTime,
  wireChainId,
} from '../schema/primitives.ts'

const statisticsRange = {
  by: z.enum(['hour', 'day']).prefault('hour').meta({ description: 'Length of a period. Days are of UTC.' }),
  from: queryTime(
    'Begin, extended to a whole period; absent: 24 hours or 30 days before `to`.',
    '2030-01-01T00:00:00Z',
  ),
  to: queryTime('End, extended to a whole period; absent: now.', '2030-01-02T00:00:00Z'),
}

const lookups = z.number().int().meta({ description: 'Lookups that were answered.', example: 1024 })

const absent = z.number().int().meta({
  description:
    'Those of names that do not exist, or resolve to nothing because they are reserved or blocked.',
  example: 12,
})

const names = {
  names: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Names at the end of the period, or now; null: not counted then.', example: 1284 }),
  claimedNames: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Those of `names` that a wallet holds; the others are reserved.', example: 1200 }),
}

const time = z.iso.datetime()

const domainStatistics = z
  .object({
    domain: z.string().meta({ description: 'The domain, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    from: time.meta({ description: 'Begin of the first period.', example: '2030-01-01T00:00:00.000Z' }),
    to: time.meta({ description: 'End of the last period.', example: '2030-01-02T00:00:00.000Z' }),
    lookups,
    absent,
    periods: z
      .array(
        z.object({
          start: time.meta({ description: 'Begin of the period.', example: '2030-01-01T00:00:00.000Z' }),
          lookups,
          absent,
          ...names,
        }),
      )
      .meta({ description: 'Every period, the oldest first.' }),
  })
  .meta({ id: 'DomainStatistics', description: 'Lookups of a domain and its names, and how many it had.' })

const domainStatisticsResponse = responseOf(
  domainStatistics,
  ({ domain, from, to, periods, ...totals }: DomainStatistics): z.output<typeof domainStatistics> => ({
    domain: domain.name,
    chainId: domain.chainId,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ...totals,
    periods: periods.map(({ startsAt, ...counts }) => ({
      start: new Date(startsAt).toISOString(),
      ...counts,
    })),
  }),
)

const nameStatistics = z
  .object({
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    chainId: wireChainId,
    lastLookup: time.nullable().meta({
      description: 'Begin of the hour in which the name was last looked up; null: never since it was issued.',
      example: '2030-01-01T12:00:00.000Z',
    }),
    lookups: z.number().int().meta({
      description: 'Lookups since the name was issued, within ten minutes.',
      example: 1024,
    }),
  })
  .meta({ id: 'NameStatistics', description: 'How often a name was looked up, and when last.' })

const nameStatisticsListResponse = responseOf(
  z.array(nameStatistics),
  (list: readonly NameStatistics[]): z.output<typeof nameStatistics>[] => list.map(serializeNameStatistics),
)

const nameStatisticsResponse = responseOf(nameStatistics, serializeNameStatistics)

function serializeNameStatistics({
  subname: { name, chainId },
  lastLookup,
  lookups,
}: NameStatistics): z.output<typeof nameStatistics> {
  return { name, chainId, lastLookup: toIsoTime(lastLookup), lookups }
}

const tag = bynameTag

const delay = 'Lookups count within a minute. '

const ofDomain = operation({
  summary: 'Read the statistics of a domain',
  description:
    `${delay}Every answered request to the gateway for the domain or a name below it is a lookup, also if the answer was ` +
    'cached; one for several records of a name is one lookup. At most 744 hours or 400 days at once.',
  auth: needs('read'),
  loadClass: 'listing',
  params: z.object({ domain: domainName }),
  query: z.object({ chainId, ...statisticsRange }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    readDomainStatistics(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/statistics',
      id: 'bynameGetDomainStatistics',
      tag,
      response: domainStatisticsResponse,
    },
  ],
})

const ofName = operation({
  summary: 'Read how often a name was looked up',
  description: `${delay}A number and the last hour alone are stored, and nothing about who looked it up.`,
  auth: needs('read'),
  params: z.object({ name: fullName }),
  query: z.object({ chainId }),
  errors: ['SubnameNotFoundException'],
  handle: ({ context, caller, params, query }) =>
    readNameStatistics(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/names/:name/statistics',
      id: 'bynameGetNameStatistics',
      tag,
      response: nameStatisticsResponse,
    },
  ],
})

const ofNames = operation({
  summary: 'Read how often names of a domain were looked up',
  description: `${delay}Names that do not exist are left out.`,
  auth: needs('read'),
  ...domainParams,
  body: z.object({
    labels: z
      .array(singleLine(255))
      .min(1)
      .max(100)
      .meta({ description: 'Labels below the domain, normalized.', example: ['alice', 'bob'] }),
  }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params: { domain }, query: { chainId }, body: { labels } }) =>
    readNamesStatistics(context, { caller, chainId, domain, labels }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/domains/:domain/names/statistics',
      id: 'bynameReadNamesStatistics',
      tag,
      response: nameStatisticsListResponse,
    },
  ],
})

export const statistics = [ofDomain, ofName, ofNames].flat()

function counts(description: string, example: number) {
  return z.array(z.number().int().nullable()).meta({ description, example: [example, null] })
}

function durations(description: string, example: number) {
  return z.array(z.number().nullable()).meta({ description, example: [example, null] })
}

const trafficHistory = z
  .object({
    from: time.meta({ description: 'Begin of the first period.', example: '2030-01-01T00:00:00.000Z' }),
    to: time.meta({ description: 'End of the last period.', example: '2030-01-01T00:10:00.000Z' }),
    periodSeconds: z.number().int().meta({ description: 'Length of a period.', example: 300 }),
    lookups: counts('Lookups that were answered.', 1024),
    lookupsRefused: counts('Lookups that were answered 4xx.', 2),
    lookupsFailed: counts('Lookups that were answered 5xx, also under overload.', 0),
    lookupP50Ms: durations('Median of answered lookups, in milliseconds, estimated.', 0.2),
    lookupP99Ms: durations('99th percentile of answered lookups, in milliseconds, estimated.', 4.5),
    requests: counts('Requests to the interface and to pages, without `/health` and `/ready`.', 310),
    requestP50Ms: durations('Median of `requests`, in milliseconds, estimated.', 3.1),
    requestP99Ms: durations('99th percentile of `requests`, in milliseconds, estimated.', 48),
    writes: counts('Writes that succeeded.', 12),
    clientErrors: counts('Requests answered 4xx, without 429.', 5),
    limited: counts('Requests beyond a limit (429).', 0),
    overloaded: counts('Requests answered 503.', 0),
    serverErrors: counts('Requests answered 5xx, without 503.', 0),
  })
  .meta({
    id: 'TrafficHistory',
    description: 'An element for each period, the oldest first; null: no process ran, or nothing to measure.',
  })

const trafficHistoryResponse = responseOf(
  trafficHistory,
  ({ from, to, periodMs, periods }: TrafficHistory): z.output<typeof trafficHistory> => {
    const series = (name: keyof TrafficSummary) => periods.map((period) => period?.[name] ?? null)
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      periodSeconds: periodMs / 1000,
      lookups: series('lookups'),
      lookupsRefused: series('lookupsRefused'),
      lookupsFailed: series('lookupsFailed'),
      lookupP50Ms: series('lookupP50Ms'),
      lookupP99Ms: series('lookupP99Ms'),
      requests: series('requests'),
      requestP50Ms: series('requestP50Ms'),
      requestP99Ms: series('requestP99Ms'),
      writes: series('writes'),
      clientErrors: series('clientErrors'),
      limited: series('limited'),
      overloaded: series('overloaded'),
      serverErrors: series('serverErrors'),
    }
  },
)

export const traffic = operation({
  summary: 'Read the traffic of the instance',
  description:
    'Of all processes, within a minute. Periods of five minutes are kept for 48 hours, hours for 400 days. At most 576 periods of ' +
    'five minutes, 744 hours or 400 days at once.',
  auth: needs('admin'),
  loadClass: 'listing',
  query: z.object({
    resolution: z
      .enum(['5m', 'hour', 'day'])
      .prefault('5m')
      .meta({ description: 'Length of a period. Days are of UTC.' }),
    from: queryTime(
      'Begin, extended to a whole period; absent: 6 hours, 24 hours or 30 days before `to`.',
      '2030-01-01T00:00:00Z',
    ),
    to: queryTime('End, extended to a whole period; absent: now.', '2030-01-02T00:00:00Z'),
  }),
  handle: ({ context, query }) => readTraffic(context, query),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/metrics/history',
      id: 'bynameGetTraffic',
      tag: bynameTag,
      response: trafficHistoryResponse,
    },
  ],
})
