import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Report, Setting } from '../bench.ts'
import { type DatabaseKind, titleOf } from '../data/databases.ts'
import { openConnection } from '../load/connection.ts'
import { getRequest } from '../load/requests.ts'
import { figure, ranged } from '../report/format.ts'
import { spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { on } from '../servers/cores.ts'
import { startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import type { Place } from '../servers/service-environment.ts'

/** Milliseconds until memory is looked at. */
const settling = 2000

const mebibyte = 2 ** 20

interface Start {
  /** Milliseconds until `/ready` says so. */
  readonly time: number
  /** Resident memory in MiB, idle. */
  readonly memory: number
}

/** How soon the service is ready on a database with many names, and how much memory it takes when nobody asks. */
export async function benchStart({ data, databases, rounds, sizes }: Setting): Promise<Report> {
  const measured = new Map<DatabaseKind | 'bare', Start[]>()
  for (let round = 0; round < rounds; round++) {
    add(measured, 'bare', startNode())
    for (const kind of databases) {
      const start = await startService(await data.of(kind, sizes.large))
      console.error(`  ${figure(start.time)} ms, ${figure(start.memory)} MiB: ${kind}`)
      add(measured, kind, start)
    }
  }
  const rows = [...measured].map(([kind, starts]) => [
    kind === 'bare' ? 'node, with nothing to run' : `Byname on ${titleOf[kind]}`,
    ranged(spreadOf(starts.map(({ time }) => time))),
    ranged(spreadOf(starts.map(({ memory }) => memory))),
  ])
  return {
    heading: `Starting on ${figure(sizes.large)} names`,
    body: [
      `From the start of the process to \`/ready\`; resident memory ${settling / 1000} s later; ${rounds} starts.`,
      table(['Process', 'ms to ready (range)', 'idle MiB (range)'], rows),
    ].join('\n\n'),
    findings: databases.flatMap((database) => {
      const starts = measured.get(database) ?? []
      return [
        { budget: 'start', database, spread: spreadOf(starts.map(({ time }) => time)) },
        { budget: 'memory', database, spread: spreadOf(starts.map(({ memory }) => memory)) },
      ] as const
    }),
  }
}

const add = <Key>(map: Map<Key, Start[]>, key: Key, start: Start) =>
  map.set(key, [...(map.get(key) ?? []), start])

async function startService(place: Place): Promise<Start> {
  const begin = performance.now()
  const server = await startServer(serve(place))
  try {
    await untilReady(server.url)
    const time = performance.now() - begin
    await wait(settling)
    return { time, memory: server.usage().memory / mebibyte }
  } finally {
    await server.stop()
  }
}

async function untilReady(url: string): Promise<void> {
  const broken = Promise.withResolvers<never>()
  const connection = await openConnection(url, broken.reject)
  const statusOf = (request: Buffer) =>
    new Promise<number>((resolve) => connection.ask(request, (status) => resolve(status)))
  while ((await Promise.race([statusOf(getRequest('/ready')), broken.promise])) !== 200) await wait(5)
  connection.close()
}

/** Node itself, for comparison: until it has ended, and what it holds meanwhile. */
function startNode(): Start {
  const [command, ...args] = on('server', [process.execPath, '-e', 'console.log(process.memoryUsage.rss())'])
  const begin = performance.now()
  const { stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return { time: performance.now() - begin, memory: Number(stdout) / mebibyte }
}
