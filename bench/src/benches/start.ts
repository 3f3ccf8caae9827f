import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import { openClient } from '../load/client.ts'
import { getRequest } from '../load/requests.ts'
import { figure, ranged } from '../report/format.ts'
import { spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { pinnedCommand } from '../servers/cores.ts'
import { startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import type { ServiceData } from '../servers/service-environment.ts'

/** Milliseconds until memory is sampled. */
const settleMs = 2000

const mebibyte = 2 ** 20

export interface Start {
  /** Milliseconds until `/ready` succeeds. */
  readonly time: number
  /** Milliseconds of processor time until then. */
  readonly cpuTime: number
  /** Resident memory in MiB, idle. */
  readonly memory: number
}

/** Time until the service is ready on a database with many names, and its idle memory. */
export async function benchStart({ data, databases, rounds, sizes }: BenchOptions): Promise<Report> {
  const measured = new Map<DatabaseKind | 'bare', Start[]>()
  // The first start of a version fills the compile cache of the next ones.
  for (const kind of databases) await startService(await data.open(kind, sizes.large))
  for (let round = 0; round < rounds; round++) {
    add(measured, 'bare', startNode())
    for (const kind of databases) {
      const start = await startService(await data.open(kind, sizes.large))
      console.error(`  ${figure(start.time)} ms, ${figure(start.memory)} MiB: ${kind}`)
      add(measured, kind, start)
    }
  }
  const rows = [...measured].map(([kind, starts]) => [
    kind === 'bare' ? 'node, with nothing to run' : `Byname on ${databaseTitles[kind]}`,
    ...(['time', 'cpuTime', 'memory'] as const).map((field) => ranged(spread(starts, field))),
  ])
  return {
    heading: `Starting on ${figure(sizes.large)} names`,
    body: [
      `From the start of the process to \`/ready\`; resident memory ${settleMs / 1000} s later; ${rounds} starts after a first one.`,
      table(['Process', 'ms to ready (range)', 'of which CPU', 'idle MiB (range)'], rows),
    ].join('\n\n'),
    findings: databases.flatMap((database) => {
      const starts = measured.get(database) ?? []
      return [
        { budget: 'start', database, spread: spread(starts, 'time'), byCpuTime: spread(starts, 'cpuTime') },
        { budget: 'memory', database, spread: spread(starts, 'memory') },
      ] as const
    }),
  }
}

function spread(starts: readonly Start[], field: keyof Start) {
  return spreadOf(starts.map((start) => start[field]))
}

function add<Key>(map: Map<Key, Start[]>, key: Key, start: Start) {
  return map.set(key, [...(map.get(key) ?? []), start])
}

/** Starts the service, and stops it when its memory has settled. */
export async function startService(location: ServiceData): Promise<Start> {
  const begin = performance.now()
  const server = await startServer(serve(location))
  try {
    await untilReady(server.url)
    const time = performance.now() - begin
    const cpuTime = server.usage().cpuMicros / 1000
    await wait(settleMs)
    return { time, cpuTime, memory: server.usage().memoryBytes / mebibyte }
  } finally {
    await server.stop()
  }
}

async function untilReady(url: string): Promise<void> {
  const client = await openClient(url)
  while ((await client.send(getRequest('/ready'))).status !== 200) await wait(5)
  client.close()
}

/** Node itself, for comparison: its time until exit, and its memory. */
function startNode(): Start {
  const source =
    'const { user, system } = process.cpuUsage(); console.log(process.memoryUsage.rss(), user + system)'
  const [command, ...args] = pinnedCommand('server', [process.execPath, '-e', source])
  const begin = performance.now()
  const { stdout } = spawnSync(command, args, { encoding: 'utf8' })
  const time = performance.now() - begin
  const [memory = 0, cpuTime = 0] = stdout.split(' ').map(Number)
  return { time, cpuTime: cpuTime / 1000, memory: memory / mebibyte }
}
