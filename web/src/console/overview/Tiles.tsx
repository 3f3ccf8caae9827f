import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { type DomainRef, domainQuery } from '../queries.ts'
import { week } from '../ui/chart-ranges.ts'
import { statisticsQuery } from './queries.ts'
import { lookupsTrend, namesTrend, type Trend } from './trends.ts'

/** The figures of a domain, and how they changed over seven days. */
export function Tiles({ domain }: { readonly domain: DomainRef }) {
  const { data: details, error } = useQuery(domainQuery(domain))
  const { data: statistics, error: statisticsError } = useQuery(statisticsQuery(domain, week))
  const lookups = statistics && lookupsTrend(statistics.periods)
  const trendOf = (field: 'names' | 'claimedNames') =>
    statistics && details && namesTrend(statistics.periods, field, details.domain[field])
  const params = { domain: domain.domain, chainId: `${domain.chainId}` }
  return (
    <div className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
      <Tile
        title={
          <Link to="/console/domains/$chainId/$domain/names" params={params} className={stretched}>
            Names
          </Link>
        }
        name="Names"
        value={details?.domain.names}
        words={details && limitWords(details.domain)}
        trend={trendOf('names')}
        isUnread={error !== null}
      />
      <Tile
        title="Lookups, last 24 hours"
        name="Lookups"
        value={lookups?.lookups}
        words={statistics && `${formatCount(statistics.lookups)} in seven days`}
        trend={lookups}
        isUnread={statisticsError !== null}
      />
      <Tile
        title={
          <Link
            to="/console/domains/$chainId/$domain/names"
            params={params}
            search={{ state: 'claimed' }}
            className={stretched}
          >
            Claimed
          </Link>
        }
        name="Claimed"
        value={details?.domain.claimedNames}
        words={details && `${formatCount(details.domain.names - details.domain.claimedNames)} reserved`}
        trend={trendOf('claimedNames')}
        isUnread={error !== null}
      />
    </div>
  )
}

/** The whole tile is the link. */
const stretched = 'after:absolute after:inset-0 hover:underline'

interface Limited {
  readonly userChosenLimit: number | null
  readonly maxNames: number | null
}

function limitWords({ userChosenLimit, maxNames }: Limited): string {
  const limits = [userChosenLimit, maxNames].filter((limit) => limit !== null)
  return limits.length === 0 ? 'No limit' : `of at most ${formatCount(Math.min(...limits))}`
}

interface TileProps {
  readonly title: ReactNode
  /** Of the small chart, for screen readers. */
  readonly name: string
  /** Undefined while it is read, or where it was not. */
  readonly value: number | undefined
  readonly words: string | undefined
  readonly trend: Trend | undefined
  readonly isUnread: boolean
}

function Tile({ title, name, value, words, trend, isUnread }: TileProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="bg-raised border-line relative flex min-h-[8.25rem] min-w-0 flex-col overflow-hidden rounded-lg border shadow has-[a:hover]:border-edge"
    >
      <div className="px-4 pt-3.5">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
          <h2 id={id} className="text-soft text-sm">
            {title}
          </h2>
          {trend?.change && (
            <Badge tone={trend.isGrowth ? 'good' : 'neutral'}>
              {trend.isGrowth ? (
                <TrendingUp aria-hidden className="size-3.5" />
              ) : (
                <TrendingDown aria-hidden className="size-3.5" />
              )}
              {trend.change}
            </Badge>
          )}
        </div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-3xl font-semibold tracking-tight tabular-nums">
            {value === undefined ? <span className="text-faint">–</span> : formatCount(value)}
          </span>
          <span className="text-soft text-sm">{isUnread ? 'could not be read' : words}</span>
        </p>
      </div>
      <div className="mt-auto">
        {trend && trend.points.length > 1 && (
          <Sparkline
            label={`${name} in seven days${trend.change === null ? '' : `: ${trend.change}`}`}
            values={trend.points}
          />
        )}
      </div>
    </section>
  )
}
