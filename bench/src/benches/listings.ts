import type { BenchOptions, Report } from '../bench.ts'
import type { Finding } from '../budgets.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import { type LoadProfile, type LoadResult, runLoad } from '../load/load.ts'
import { getRequest } from '../load/requests.ts'
import { figure } from '../report/format.ts'
import { quotients, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import type { Listing } from './listing.ts'
import { listings } from './listing-requests.ts'

const sizeKeys = ['small', 'medium', 'large'] as const

type SizeKey = (typeof sizeKeys)[number]

/** One listing on one database: its measurements at each size, by round. */
interface Series {
  readonly kind: DatabaseKind
  readonly listing: Listing
  readonly results: Readonly<Record<SizeKey, LoadResult[]>>
}

/** Listings, searches and names of addresses over HTTP, at several sizes. */
export async function benchListings(setting: BenchOptions): Promise<Report> {
  const { databases, rounds, seconds, sizes } = setting
  const entry = seconds / 8
  const profile: LoadProfile = { connections: 4, warmUpSeconds: entry / 2, seconds: entry }
  const series = databases.flatMap((kind) =>
    listings.map((listing): Series => ({ kind, listing, results: { small: [], medium: [], large: [] } })),
  )
  for (let round = 0; round < rounds; round++)
    for (const kind of databases) await measureOn(setting, kind, series, profile)
  return {
    heading: 'Listings over HTTP',
    body: [
      `Names below one domain; ${profile.connections} connections, no request twice; ${rounds} × ${entry} s; medians over the rounds.`,
      table(
        [
          'Listing',
          ...sizeKeys.flatMap((key) => [`${figure(sizes[key])}: p50 ms`, 'p99 ms']),
          'most / fewest',
        ],
        series.map((entry) => [
          `${entry.listing.title}, ${databaseTitles[entry.kind]}`,
          ...sizeKeys.flatMap((key) => [
            figure(spreadAt(entry, key, 'p50').median),
            figure(spreadAt(entry, key, 'p99').median),
          ]),
          figure(growthOf(entry).median),
        ]),
      ),
    ].join('\n\n'),
    findings: databases.flatMap((kind) => findingsOf(series.filter((entry) => entry.kind === kind))),
  }
}

/** Measures each listing at all sizes in turn, so that a disturbance affects all of them. */
async function measureOn(
  { data, sizes }: BenchOptions,
  kind: DatabaseKind,
  series: readonly Series[],
  profile: LoadProfile,
): Promise<void> {
  const servers: (readonly [SizeKey, Server])[] = []
  try {
    for (const key of sizeKeys)
      servers.push([key, await startServer(serve(await data.open(kind, sizes[key])))])
    for (const [key, { url }] of servers) {
      for (const { prepare } of listings) await prepare?.(url, sizes[key])
      await runLoad(url, { requestOf: (index) => getRequest(anyPath(index, sizes[key])) }, profile)
    }
    for (const { listing, results } of series.filter((each) => each.kind === kind))
      for (const [key, { url }] of servers) {
        const requestOf = (index: number) => getRequest(listing.pathOf(index, sizes[key]))
        const verify = (body: string) => assertFound(listing, body)
        const result = await runLoad(url, { requestOf, verify }, profile)
        console.error(
          `  p50 ${figure(result.p50)} ms: ${listing.title}, ${figure(sizes[key])} names, ${kind}`,
        )
        results[key].push(result)
      }
  } finally {
    for (const [, server] of servers) await server.stop()
  }
}

/** A mixture of all, as a warm-up of the servers. */
function anyPath(index: number, size: number): string {
  return listings[index % listings.length]?.pathOf(index, size) ?? '/'
}

/** A listing without results where there are matches would be fast. */
function assertFound({ title, hasResults }: Listing, body: string): void {
  if (body.includes('.bench.eth"') !== hasResults)
    throw new Error(`${title} found ${hasResults ? 'nothing' : 'something'}: ${body.slice(0, 500)}`)
}

function spreadAt({ results }: Series, key: SizeKey, field: 'p50' | 'p99') {
  return spreadOf(results[key].map((result) => result[field]))
}

function growthOf({ results }: Series) {
  return quotients(
    results.large.map(({ p50 }) => p50),
    results.small.map(({ p50 }) => p50),
  )
}

/** The figures of the slowest listing. */
function findingsOf(series: readonly Series[]): Finding[] {
  const slowest = series.toSorted((one, other) => latency(other) - latency(one))[0]
  const steepest = series.toSorted((one, other) => growthOf(other).median - growthOf(one).median)[0]
  if (!slowest || !steepest) return []
  return [
    {
      budget: 'listings',
      database: slowest.kind,
      note: slowest.listing.title,
      spread: spreadAt(slowest, 'large', 'p99'),
    },
    {
      budget: 'listingsFlat',
      database: steepest.kind,
      note: steepest.listing.title,
      spread: growthOf(steepest),
    },
  ]
}

function latency(series: Series) {
  return spreadAt(series, 'large', 'p99').median
}
