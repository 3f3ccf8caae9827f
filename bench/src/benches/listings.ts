import type { Report, Setting } from '../bench.ts'
import type { Finding } from '../budgets.ts'
import { type DatabaseKind, titleOf } from '../databases/kinds.ts'
import { type Load, load, type Pressure } from '../load/load.ts'
import { getRequest } from '../load/requests.ts'
import { figure } from '../report/format.ts'
import { quotients, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import { type Listing, listings } from './listing-questions.ts'

const sizeKeys = ['small', 'medium', 'large'] as const

type SizeKey = (typeof sizeKeys)[number]

/** One listing on one database: what was seen at each size, round by round. */
interface Series {
  readonly kind: DatabaseKind
  readonly listing: Listing
  readonly loads: Readonly<Record<SizeKey, Load[]>>
}

/** Listings, searches and names of addresses over HTTP, from few names to many. */
export async function benchListings(setting: Setting): Promise<Report> {
  const { databases, rounds, seconds, sizes } = setting
  const each = seconds / 8
  const pressure: Pressure = { connections: 4, warmUp: each / 2, seconds: each }
  const series = databases.flatMap((kind) =>
    listings.map((listing): Series => ({ kind, listing, loads: { small: [], medium: [], large: [] } })),
  )
  for (let round = 0; round < rounds; round++)
    for (const kind of databases) await measureOn(setting, kind, series, pressure)
  return {
    heading: 'Listings over HTTP',
    body: [
      `Names below one domain; ${pressure.connections} connections, no request twice; ${rounds} × ${each} s; medians over the rounds.`,
      table(
        [
          'Listing',
          ...sizeKeys.flatMap((key) => [`${figure(sizes[key])}: p50 ms`, 'p99 ms']),
          'most / fewest',
        ],
        series.map((each) => [
          `${each.listing.title}, ${titleOf[each.kind]}`,
          ...sizeKeys.flatMap((key) => [
            figure(over(each, key, 'p50').median),
            figure(over(each, key, 'p99').median),
          ]),
          figure(growth(each).median),
        ]),
      ),
    ].join('\n\n'),
    findings: databases.flatMap((kind) => findingsOf(series.filter((each) => each.kind === kind))),
  }
}

/** Asks each question of all sizes in turn, so that what disturbs one of them disturbs them all. */
async function measureOn(
  { data, sizes }: Setting,
  kind: DatabaseKind,
  series: readonly Series[],
  pressure: Pressure,
): Promise<void> {
  const servers: (readonly [SizeKey, Server])[] = []
  try {
    for (const key of sizeKeys) servers.push([key, await startServer(serve(await data.of(kind, sizes[key])))])
    for (const [key, { url }] of servers)
      await load(url, { requestOf: (index) => getRequest(anyPath(index, sizes[key])) }, pressure)
    for (const { listing, loads } of series.filter((each) => each.kind === kind))
      for (const [key, { url }] of servers) {
        const requestOf = (index: number) => getRequest(listing.pathOf(index, sizes[key]))
        const verify = (body: string) => assertFound(listing, body)
        const seen = await load(url, { requestOf, verify }, pressure)
        console.error(`  p50 ${figure(seen.p50)} ms: ${listing.title}, ${figure(sizes[key])} names, ${kind}`)
        loads[key].push(seen)
      }
  } finally {
    for (const [, server] of servers) await server.stop()
  }
}

/** A mixture of all, for the servers to compile what they need. */
const anyPath = (index: number, size: number): string =>
  listings[index % listings.length]?.pathOf(index, size) ?? '/'

/** A listing that finds nothing where there is something would be fast. */
function assertFound({ title, finds }: Listing, body: string): void {
  if (body.includes('.bench.eth"') !== finds)
    throw new Error(`${title} found ${finds ? 'nothing' : 'something'}: ${body.slice(0, 500)}`)
}

const over = ({ loads }: Series, key: SizeKey, field: 'p50' | 'p99') =>
  spreadOf(loads[key].map((load) => load[field]))

const growth = ({ loads }: Series) =>
  quotients(
    loads.large.map(({ p50 }) => p50),
    loads.small.map(({ p50 }) => p50),
  )

/** Those of the listing that is worst at it. */
function findingsOf(series: readonly Series[]): Finding[] {
  const slowest = series.toSorted((one, other) => latency(other) - latency(one))[0]
  const steepest = series.toSorted((one, other) => growth(other).median - growth(one).median)[0]
  if (!slowest || !steepest) return []
  return [
    {
      budget: 'listings',
      database: slowest.kind,
      note: slowest.listing.title,
      spread: over(slowest, 'large', 'p99'),
    },
    {
      budget: 'listingsFlat',
      database: steepest.kind,
      note: steepest.listing.title,
      spread: growth(steepest),
    },
  ]
}

const latency = (series: Series) => over(series, 'large', 'p99').median
