import { z } from 'zod'
import type { TrafficHistory, TrafficSummary } from '../../core/traffic/read.ts'
import { answer } from './answer.ts'

function counts(description: string, example: number) {
  return z.array(z.number().int().nullable()).meta({ description, example: [example, null] })
}

function durations(description: string, example: number) {
  return z.array(z.number().nullable()).meta({ description, example: [example, null] })
}

const time = z.iso.datetime()

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

export const trafficHistoryAnswer = answer(
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
