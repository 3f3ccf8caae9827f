import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import { readDatabaseBytes } from '../databases/sizes.ts'
import { runLoad } from '../load/load.ts'
import { measure } from '../load/measure.ts'
import { getRequest } from '../load/requests.ts'
import { addRequests } from '../load/wallets.ts'
import { distinctWorkload, requestSourceOf } from '../lookups/workloads.ts'
import { figure } from '../report/format.ts'
import { table } from '../report/table.ts'
import { runCommand } from '../servers/command.ts'
import { startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import type { ServiceData } from '../servers/service-environment.ts'
import { measureAddedNames } from './added-names.ts'
import { listings } from './listing-requests.ts'
import { startService } from './start.ts'

/** From a small domain to the next power of ten above the largest registries. */
const smallest = 10_000

/** Those that grow, and those that do not. */
const shownListings = [
  'by cursor: names, middle',
  'by cursor: search, a word of one in 24, first page',
  'names of an address that has one in 100, first page',
  'names of the domain, middle pages',
  'search, a word of one in 24, counted',
] as const

const connections = 32

/** As many names at every size, whose rows the service remembers; and so many that in a large database none is looked up twice. */
const samples = [smallest, 100_000] as const
const maxAddsPerSecond = 3000

/** Figures of one database, by what they are of; in the order of the report. */
type Figures = ReadonlyMap<string, string>

/** The same measurements at powers of ten of names, up to `--names`. */
export async function benchScale(setting: BenchOptions): Promise<Report> {
  const { databases, names } = setting
  const sizes: number[] = []
  for (let size = Math.min(smallest, names); size <= names; size *= 10) sizes.push(size)
  const tables: string[] = []
  for (const kind of databases) {
    const columns: Figures[] = []
    for (const size of sizes) columns.push(await measureSize(setting, kind, size))
    const [first] = columns
    tables.push(
      `### ${databaseTitles[kind]}`,
      table(
        ['', ...sizes.map((size) => `${figure(size)} names`)],
        [...(first?.keys() ?? [])].map((row) => [row, ...columns.map((figures) => figures.get(row) ?? '')]),
        ['left'],
      ),
    )
  }
  return {
    heading: 'From ten thousand names on',
    body: [`${connections} connections for lookups and adds, 4 for lists; one round.`, ...tables].join(
      '\n\n',
    ),
    findings: [],
  }
}

async function measureSize(setting: BenchOptions, kind: DatabaseKind, size: number): Promise<Figures> {
  const { data } = setting
  const figures = new Map<string, string>()
  const add = (row: string, value: string) => {
    console.error(`  ${row}: ${value} (${figure(size)} names, ${kind})`)
    figures.set(row, value)
  }
  const startedAt = performance.now()
  const location = await data.open(kind, size)
  add('built, s', seconds(startedAt))
  add('bytes a name', figure((await readDatabaseBytes(kind, location.url)) / size))
  await startService(location)
  const { time, memory } = await startService(location)
  add('start to ready, ms; idle MiB', `${figure(time)}; ${figure(memory)}`)
  await measureLookups(setting, location, size, add)
  await measureListings(setting, location, size, add)
  await measureAdds(setting, kind, size, add)
  await measureCopies(setting, location, add)
  return figures
}

type AddFigure = (row: string, value: string) => void

async function measureLookups(
  { seconds: measured }: BenchOptions,
  location: ServiceData,
  size: number,
  add: AddFigure,
): Promise<void> {
  const profile = { connections, warmUpSeconds: measured / 2, seconds: measured }
  for (const sampled of samples) {
    const source = requestSourceOf(distinctWorkload(size, { sampled }))
    const result = await measure(serve(location), source, profile)
    const of = `distinct lookups of ${figure(sampled)} names`
    add(`${of}, a second`, figure(result.requestsPerSecond))
    add(`${of}: CPU µs; p99 ms`, `${figure(result.serverCpuMicros)}; ${figure(result.p99)}`)
  }
}

async function measureListings(
  { seconds: measured }: BenchOptions,
  location: ServiceData,
  size: number,
  add: AddFigure,
): Promise<void> {
  const server = await startServer(serve(location))
  const profile = { connections: 4, warmUpSeconds: measured / 4, seconds: measured / 2 }
  try {
    for (const { title, prepare, pathOf } of listings.filter((listing) => isShown(listing.title))) {
      await prepare?.(server.url, size)
      const requestOf = (index: number) => getRequest(pathOf(index, size))
      const { p50, p99 } = await runLoad(server.url, { requestOf }, profile)
      add(`${title}: p50, p99 ms`, `${figure(p50)}, ${figure(p99)}`)
    }
  } finally {
    await server.stop()
  }
}

function isShown(title: string): boolean {
  return shownListings.some((shown) => shown === title)
}

async function measureAdds(
  { data, seconds: measured }: BenchOptions,
  kind: DatabaseKind,
  size: number,
  add: AddFigure,
): Promise<void> {
  const profile = { connections, warmUpSeconds: measured / 2, seconds: measured }
  const source = addRequests(Math.ceil(maxAddsPerSecond * 1.5 * measured))
  const result = await measureAddedNames(data, kind, { size, source, profile, names: 1 })
  add('signed adds a second', figure(result.requestsPerSecond))
}

/** A backup, and the copy into another database of the same kind that `migrate` makes. */
async function measureCopies({ data }: BenchOptions, location: ServiceData, add: AddFigure): Promise<void> {
  const folder = data.scratchFolder()
  const file = join(folder, 'backup.byname.gz')
  const backup = await runCommand(['backup', file], location)
  add('backup, s; MB', `${figure(backup.seconds)}; ${figure(statSync(file).size / 1e6)}`)
  const target = `sqlite:${join(folder, 'migrated.db')}`
  const migrated = await runCommand(['migrate', '--from', location.url, '--to', target], location)
  add(
    'migrated to a new SQLite, s; MiB of memory',
    `${figure(migrated.seconds)}; ${figure(migrated.peakBytes / 2 ** 20)}`,
  )
}

function seconds(startedAt: number): string {
  return figure((performance.now() - startedAt) / 1000)
}
