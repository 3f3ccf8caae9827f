import { statSync, writeFileSync } from 'node:fs'
import type { BenchOptions, Report } from '../bench.ts'
import type { Finding } from '../budgets.ts'
import { type RateResult, runAtRate } from '../load/constant-rate.ts'
import { type LoadResult, type RequestSource, runLoad } from '../load/load.ts'
import { distinctWorkload, requestSourceOf } from '../lookups/workloads.ts'
import { figure, ranged, whole } from '../report/format.ts'
import { quotients, type Spread, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type Server, startServer } from '../servers/process.ts'
import { createProcessorShare } from '../servers/processor-share.ts'
import { createResourceGroup, dropPages, type ResourceGroup } from '../servers/resource-group.ts'
import { serve } from '../servers/service.ts'
import type { ServiceData } from '../servers/service-environment.ts'

/** Reads a second that the disk makes; absent: as many as it can. */
const disks = [undefined, 500] as const

/** Names that are looked up again and again, at a fixed rate. */
const warmNames = 500
const warmPerSecond = 500
const warmConnections = 16

/** The others are looked up once each, as fast as they are answered. */
const coldNames = 100_000
const coldConnections = 16

/** Share of the file that fits the memory, beside what the process itself takes with what it may still take. */
const fileShare = 0.1
const spareBytes = 160 * 2 ** 20

interface Round {
  readonly alone: RateResult
  readonly beside: RateResult
  readonly cold: LoadResult
  /** Microseconds of processor time of a lookup, while both kinds are looked up. */
  readonly cpuMicros: number
  /** Bytes of the file in memory, at the end. */
  readonly cachedBytes: number
}

/** Names in memory beside names that are not, with a file of ten times the memory. */
export async function benchCold(options: BenchOptions): Promise<Report> {
  const share = createProcessorShare('load')
  try {
    for (const file of share.processFiles) writeFileSync(file, `${process.pid}`)
    return await measureDisks(options)
  } finally {
    share.release(process.pid)
    share.remove()
  }
}

async function measureDisks({ data, names, rounds, seconds }: BenchOptions): Promise<Report> {
  const location = await data.open('sqlite', names)
  const file = location.url.slice('sqlite:'.length)
  const warm = requestSourceOf(distinctWorkload(names, { sampled: warmNames }))
  const rows: string[][] = []
  const findings: Finding[] = []
  for (const disk of disks) {
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const cold = coldSource(names)
      measured.push(
        await withGroup(location, file, disk, (target) => measureRound(target, warm, cold, seconds)),
      )
    }
    rows.push(rowOf(disk, measured))
    const spread = ratioOf(measured)
    findings.push({ budget: 'coldNames', database: 'sqlite', note: titleOf(disk), spread })
  }
  const quantiles = ['p50 alone, ms', 'p99', 'p50 beside cold names, ms', 'p99']
  const head = ['disk', ...quantiles, 'ratio', 'cold names a second']
  const size = statSync(file).size / 1e6
  return {
    heading: 'Names that are not in memory',
    body: [
      `${whole(names)} names, a file of ${whole(size)} MB, on SQLite; ${warmPerSecond} lookups a second of ${warmNames} names, and beside them of each other name once over ${coldConnections} connections.`,
      table([...head, 'their p99, ms', 'CPU of a lookup, µs', 'MB of the file in memory'], rows, ['left']),
    ].join('\n\n'),
    findings,
  }
}

function titleOf(disk: number | undefined): string {
  return disk === undefined ? 'as fast as the disk' : `${disk} reads a second`
}

function ratioOf(rounds: readonly Round[]): Spread {
  return quotients(
    rounds.map(({ beside }) => beside.p99),
    rounds.map(({ alone }) => alone.p99),
  )
}

function rowOf(disk: number | undefined, rounds: readonly Round[]): string[] {
  const spreads = (['alone', 'beside'] as const).flatMap((phase) =>
    (['p50', 'p99'] as const).map((quantile) => spreadOf(rounds.map((round) => round[phase][quantile]))),
  )
  return [
    titleOf(disk),
    ...spreads.map((spread) => ranged(spread)),
    ranged(ratioOf(rounds)),
    ranged(spreadOf(rounds.map(({ cold }) => cold.requestsPerSecond))),
    ranged(spreadOf(rounds.map(({ cold }) => cold.p99))),
    ranged(spreadOf(rounds.map(({ cpuMicros }) => cpuMicros))),
    figure(spreadOf(rounds.map(({ cachedBytes }) => cachedBytes / 1e6)).median),
  ]
}

/** The other names, no one twice; names in a row would be neighbours on the disk. */
function coldSource(names: number): RequestSource {
  const sampled = Math.min(names, coldNames)
  const { requestOf } = requestSourceOf(distinctWorkload(names, { sampled }))
  return { requestOf: (index) => requestOf((index * stride) % sampled) }
}

/** A prime, so that each name has its turn. */
const stride = 999_983

interface Target {
  readonly server: Server
  readonly group: ResourceGroup
  readonly limit: () => void
}

async function withGroup<T>(
  location: ServiceData,
  file: string,
  disk: number | undefined,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const group = createResourceGroup('cold')
  try {
    dropPages(file)
    const server = await startServer({ ...serve(location), processFiles: group.processFiles })
    const limit = () => {
      group.limitMemory(Math.ceil(group.memory().own + spareBytes + statSync(file).size * fileShare))
      if (disk !== undefined) group.limitReads(file, disk)
    }
    return await use({ server, group, limit }).finally(server.stop)
  } finally {
    group.remove()
  }
}

async function measureRound(
  { server, group, limit }: Target,
  warm: RequestSource,
  cold: RequestSource,
  seconds: number,
): Promise<Round> {
  const profile = { warmUpSeconds: seconds / 2, seconds }
  const warmProfile = { ...profile, connections: warmConnections, requestsPerSecond: warmPerSecond }
  await runAtRate(server.url, warm, warmProfile)
  limit()
  const alone = await runAtRate(server.url, warm, warmProfile)
  const before = server.usage().cpuMicros
  const [beside, coldResult] = await Promise.all([
    runAtRate(server.url, warm, warmProfile),
    runLoad(server.url, cold, { ...profile, connections: coldConnections }),
  ])
  const lookups = warmPerSecond * seconds * 1.5 + coldResult.responses
  if (beside.errors > 0) throw new Error(`${beside.errors} lookups of warm names failed.`)
  return {
    alone,
    beside,
    cold: coldResult,
    cpuMicros: (server.usage().cpuMicros - before) / lookups,
    cachedBytes: group.memory().files,
  }
}
