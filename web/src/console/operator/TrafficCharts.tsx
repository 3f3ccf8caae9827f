import type { components } from '@byname/sdk/openapi'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChartRangeControl } from '../ui/ChartRangeControl.tsx'
import { type ChartRange, parseChartRange, rangeStart } from '../ui/chart-ranges.ts'
import { LazyChart } from '../ui/LazyChart.tsx'
import { Query } from '../ui/Query.tsx'
import { useRemembered } from '../ui/use-remembered.ts'

/** A day in periods of five minutes, so that a minute's trouble is seen. */
const trafficQuery = (range: ChartRange) =>
  queryOptions({
    queryKey: ['traffic', range.id],
    queryFn: () => {
      const resolution = range.days === 1 ? '5m' : range.by
      const from = rangeStart(range, Date.now())
      return unwrap(api.GET('/byname/v1/metrics/history', { params: { query: { resolution, from } } }))
    },
    refetchInterval: 60_000,
  })

/** Lookups, writes, errors and latency. A gap: no process ran. */
export function TrafficCharts() {
  const [id, setId] = useRemembered('console-traffic-range', (stored) => parseChartRange(stored ?? '24h').id)
  const range = parseChartRange(id)
  const query = useQuery(trafficQuery(range))
  return (
    <div className="grid gap-4">
      <div>
        <ChartRangeControl range={range} onChange={(next) => setId(next.id)} />
      </div>
      <Query query={query} subject="the traffic" lines={8}>
        {(history) => <Charts history={history} range={range} />}
      </Query>
    </div>
  )
}

interface ChartsProps {
  readonly history: components['schemas']['TrafficHistory']
  readonly range: ChartRange
}

function Charts({ history, range }: ChartsProps) {
  const { times, charts } = useMemo(() => {
    const start = Date.parse(history.from) / 1000
    return {
      times: history.lookups.map((_, index) => start + index * history.periodSeconds),
      charts: chartsOf(history, periodTitle(history.periodSeconds)),
    }
  }, [history])
  return (
    <div className="grid grid-cols-1 gap-6 @2xl:grid-cols-2">
      {charts.map(({ title, series }) => (
        <figure key={title}>
          <figcaption className="mb-1 text-sm font-medium">{title}</figcaption>
          <LazyChart label={`${title}, in the last ${range.words}`} times={times} series={series} />
        </figure>
      ))}
    </div>
  )
}

function periodTitle(seconds: number): string {
  return seconds === 300 ? 'five minutes' : seconds === 3600 ? 'an hour' : 'a day'
}

function chartsOf(history: components['schemas']['TrafficHistory'], period: string) {
  return [
    {
      title: `Lookups in ${period}`,
      series: [
        { title: 'Answered', color: '--accent-text', values: history.lookups },
        { title: 'Failed', color: '--bad', values: history.lookupsFailed },
      ],
    },
    {
      title: `Requests and writes in ${period}`,
      series: [
        { title: 'Requests', color: '--accent-text', values: history.requests },
        { title: 'Writes', color: '--good', values: history.writes },
      ],
    },
    {
      title: `Refusals and errors in ${period}`,
      series: [
        { title: 'Refused', color: '--soft', values: history.clientErrors },
        { title: 'Rate limit', color: '--warn', values: history.limited },
        { title: 'Overload', color: '--accent-text', values: history.overloaded },
        { title: 'Errors', color: '--bad', values: history.serverErrors },
      ],
    },
    {
      title: 'Milliseconds of a response',
      series: [
        { title: 'Lookups, p50', color: '--accent-text', values: history.lookupP50Ms },
        { title: 'Lookups, p99', color: '--warn', values: history.lookupP99Ms },
        { title: 'Requests, p99', color: '--soft', values: history.requestP99Ms },
      ],
    },
  ]
}
