import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DomainRef } from '../queries.ts'
import { LazyChart } from '../ui/LazyChart.tsx'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { lookupsQuery } from './queries.ts'
import { Section } from './Section.tsx'

/** By hour, of the last seven days. */
export function Lookups({ domain }: { readonly domain: DomainRef }) {
  const { data, error, refetch } = useQuery(lookupsQuery(domain))
  const { times, series } = useMemo(() => {
    const periods = data?.periods ?? []
    const values = periods.map(({ lookups }) => lookups)
    return {
      times: periods.map(({ start }) => Date.parse(start) / 1000),
      series: [{ title: 'Lookups', color: '--accent-text', values }],
    }
  }, [data])
  return (
    <Section title="Lookups by hour">
      {error && (
        <ErrorState title="The lookups were not read." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading the lookups" lines={5} />}
      {data?.lookups === 0 && (
        <p className="text-soft py-2 text-sm">No wallet has looked up a name in the last seven days.</p>
      )}
      {data && data.lookups > 0 && (
        <>
          <p className="text-soft mb-2 text-sm">
            {data.lookups.toLocaleString('en')} in seven days, of them {data.absent.toLocaleString('en')} of
            names that do not exist
          </p>
          <LazyChart label={`Lookups by hour: ${data.lookups} in seven days`} times={times} series={series} />
        </>
      )}
    </Section>
  )
}
