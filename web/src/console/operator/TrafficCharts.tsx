import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'
import { LazyChart } from '../ui/LazyChart.tsx'
import { Query } from '../ui/Query.tsx'

const dayMs = 86_400_000

const trafficQuery = queryOptions({
  queryKey: ['traffic'],
  queryFn: () => {
    const from = new Date(Date.now() - dayMs).toISOString()
    return unwrap(api.GET('/byname/v1/metrics/history', { params: { query: { resolution: '5m', from } } }))
  },
  refetchInterval: 60_000,
})

/** Lookups, writes, errors and latency. A gap: no process ran. */
export function TrafficCharts() {
  const query = useQuery(trafficQuery)
  return (
    <Query query={query} subject="the traffic" lines={8}>
      {(history) => <Charts history={history} />}
    </Query>
  )
}

function Charts({ history }: { readonly history: components['schemas']['TrafficHistory'] }) {
  const { times, charts } = useMemo(() => {
    const start = Date.parse(history.from) / 1000
    return {
      times: history.lookups.map((_, index) => start + index * history.periodSeconds),
      charts: chartsOf(history),
    }
  }, [history])
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      {charts.map(({ title, series }) => (
        <figure key={title}>
          <figcaption className="mb-1 text-sm font-medium">{title}</figcaption>
          <LazyChart label={`${title} of the last day`} times={times} series={series} />
        </figure>
      ))}
    </div>
  )
}

function chartsOf(history: components['schemas']['TrafficHistory']) {
  return [
    {
      title: 'Lookups in five minutes',
      series: [
        { title: 'Answered', color: '--accent-text', values: history.lookups },
        { title: 'Failed', color: '--bad', values: history.lookupsFailed },
      ],
    },
    {
      title: 'Requests and writes in five minutes',
      series: [
        { title: 'Requests', color: '--accent-text', values: history.requests },
        { title: 'Writes', color: '--good', values: history.writes },
      ],
    },
    {
      title: 'Refusals and errors in five minutes',
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
