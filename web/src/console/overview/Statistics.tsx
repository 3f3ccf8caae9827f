import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Card } from '../../ui/Card.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import type { DomainRef } from '../queries.ts'
import { ChartRangeControl } from '../ui/ChartRangeControl.tsx'
import { type ChartRange, parseChartRange } from '../ui/chart-ranges.ts'
import { LazyChart } from '../ui/LazyChart.tsx'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { useRemembered } from '../ui/use-remembered.ts'
import { type DomainStatistics, statisticsQuery } from './queries.ts'

const subjects = ['lookups', 'names'] as const

type Subject = (typeof subjects)[number]

const parseSubject = (stored: unknown): Subject => subjects.find((subject) => subject === stored) ?? 'lookups'

/** Lookups or names over time. */
export function Statistics({ domain }: { readonly domain: DomainRef }) {
  const [range, setRange] = useRemembered('console-chart-range', (stored) => parseChartRange(stored).id)
  const [subject, setSubject] = useRemembered('console-chart-subject', parseSubject)
  const chosen = parseChartRange(range)
  const { data, error, refetch } = useQuery(statisticsQuery(domain, chosen))
  return (
    <Card
      title={
        <SegmentedControl
          label="What is shown"
          value={subject}
          options={[
            { value: 'lookups', title: 'Lookups' },
            { value: 'names', title: 'Names' },
          ]}
          onChange={setSubject}
        />
      }
      actions={<ChartRangeControl range={chosen} onChange={({ id }) => setRange(id)} />}
    >
      <div className="min-h-[14rem]">
        {error && !data && (
          <ErrorState title="The statistics were not read." error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton label="Loading the statistics" lines={6} />}
        {data && (subject === 'lookups' ? <Lookups data={data} range={chosen} /> : <Names data={data} />)}
      </div>
    </Card>
  )
}

interface LookupsProps {
  readonly data: DomainStatistics
  readonly range: ChartRange
}

function Lookups({ data, range }: LookupsProps) {
  const { periods, lookups, absent } = data
  const series = useMemo(
    () => [{ title: 'Lookups', color: '--accent-text', values: periods.map((period) => period.lookups) }],
    [periods],
  )
  const times = useTimes(data)
  if (lookups === 0)
    return <p className="text-soft py-2 text-sm">No wallet has looked up a name in the last {range.words}.</p>
  return (
    <>
      <p className="text-soft mb-2 text-sm">
        {formatCount(lookups)} in the last {range.words}, of them {formatCount(absent)} of names that do not
        exist
      </p>
      <LazyChart
        label={`Lookups by ${range.by}: ${formatCount(lookups)} in the last ${range.words}`}
        times={times}
        series={series}
      />
    </>
  )
}

function Names({ data }: { readonly data: DomainStatistics }) {
  const { periods } = data
  const series = useMemo(
    () => [
      { title: 'Names', color: '--accent-text', values: periods.map(({ names }) => names) },
      { title: 'Claimed', color: '--good', values: periods.map(({ claimedNames }) => claimedNames) },
    ],
    [periods],
  )
  const times = useTimes(data)
  const last = periods.at(-1)?.names ?? null
  return (
    <LazyChart
      label={last === null ? 'Names: not counted yet' : `Names over time: ${formatCount(last)} now`}
      times={times}
      series={series}
    />
  )
}

/** Seconds of the epoch. */
function useTimes({ periods }: DomainStatistics): readonly number[] {
  return useMemo(() => periods.map(({ start }) => Date.parse(start) / 1000), [periods])
}
