import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import type { RequestSource } from '../load/load.ts'
import { measureRunning } from '../load/measure.ts'
import { addRequests } from '../load/wallets.ts'
import { distinctWorkload, profileWorkload, repeatWorkload, requestSourceOf } from '../lookups/workloads.ts'
import { readProfile, type Shares, type TimeSpent } from '../report/cpu-profile.ts'
import { figure } from '../report/format.ts'
import { table } from '../report/table.ts'
import { startServer } from '../servers/process.ts'
import { serveSources } from '../servers/service.ts'

/** Rows of a table. */
const maxRows = { rooms: 14, functions: 16 }

/** Adds are prepared for this many a second; a faster service is profiled for less long. */
const maxAddsPerSecond = 3000

interface ProfiledLoad {
  readonly title: string
  readonly source: RequestSource
  /** Whether it needs a copy of the names, because it changes them. */
  readonly isWriting: boolean
}

/** A CPU profile of the service during lookups and during adds. */
export async function benchProfile(setting: BenchOptions): Promise<Report> {
  const { seconds, sizes } = setting
  const adds = addRequests(maxAddsPerSecond * 2 * seconds)
  const loads: readonly ProfiledLoad[] = [
    {
      title: 'all-distinct lookups',
      source: requestSourceOf(distinctWorkload(sizes.small)),
      isWriting: false,
    },
    { title: 'eight names over and over', source: requestSourceOf(repeatWorkload), isWriting: false },
    {
      title: 'all-distinct lookups of 30 records',
      source: requestSourceOf(profileWorkload),
      isWriting: false,
    },
    { title: 'signed adds', source: adds, isWriting: true },
  ]
  const parts: string[] = []
  for (const kind of setting.databases)
    for (const load of loads) {
      const { title } = load
      const spent = await profile(setting, kind, load)
      parts.push(
        `### ${databaseTitles[kind]}, ${title}`,
        table(['Room', 'share of the time'], rowsOf(spent.byRoom, maxRows.rooms)),
        table(['Function', 'share of the time'], rowsOf(spent.byFunction, maxRows.functions)),
      )
      console.error(`  ${title}, ${kind}`)
    }
  return { heading: 'Where the time goes', body: parts.join('\n\n'), findings: [] }
}

async function profile(
  { data, sizes, seconds }: BenchOptions,
  kind: DatabaseKind,
  { source, isWriting }: ProfiledLoad,
): Promise<TimeSpent> {
  const folder = data.scratchFolder()
  const location = await (isWriting ? data.copy(kind, sizes.small) : data.open(kind, sizes.small))
  const launch = serveSources(location)
  const server = await startServer({
    ...launch,
    node: [...(launch.node ?? []), '--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200'],
  })
  const from = Number(process.hrtime.bigint() / 1000n) + seconds * 1e6
  try {
    await measureRunning(server, source, { connections: 32, warmUpSeconds: seconds, seconds })
  } finally {
    await server.stop()
  }
  return readProfile(folder, from, from + seconds * 1e6)
}

function rowsOf(shares: Shares, count: number): string[][] {
  return [...shares].slice(0, count).map(([location, share]) => [location, `${figure(100 * share)} %`])
}
