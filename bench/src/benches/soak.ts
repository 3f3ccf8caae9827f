import { setTimeout as wait } from 'node:timers/promises'
import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import { type Client, openClient } from '../load/client.ts'
import { figure, whole } from '../report/format.ts'
import { quantile, slopeOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import { type Caller, createCaller, type Operation, operations, prepareLookups } from './soak-operations.ts'

const callers = 16

/** Share of the service's maximum rate. */
const loadShare = 0.7

/** Milliseconds between samples of the memory. */
const sampleInterval = 2000

/** Caches are small, so that they are full after a minute and any further growth is visible. */
const smallCaches = { GATEWAY_CACHE_MB: '8' }

/** Allowed growth of memory in the second half, as a ratio and in MiB: noise, and not a leak. */
const growth = { share: 0.1, mebibytes: 16 }

const mebibyte = 2 ** 20

/** The results: milliseconds of each operation, by its name. */
type Latencies = ReadonlyMap<string, number[]>

interface Soak {
  /** The maximum rate in operations a second, and the share of its core at that rate. */
  readonly peakRate: number
  readonly peakCpuShare: number
  readonly rate: number
  readonly latencies: Latencies
  /** Samples of resident memory in MiB. */
  readonly memory: readonly number[]
}

/**
 * Mixed reads, writes, lookups and listings at a share of the maximum rate, for minutes. The first wrong, stale or
 * refused response ends it; growing memory fails it.
 */
export async function benchSoak(setting: BenchOptions): Promise<Report> {
  const parts: string[] = []
  const failures: string[] = []
  for (const kind of setting.databases) {
    const soak = await soakOn(setting, kind)
    const failure = memoryGrowth(soak.memory)
    if (failure && setting.minutes >= 1) failures.push(`${databaseTitles[kind]}: ${failure}`)
    parts.push(soakSection(setting, kind, soak))
  }
  return {
    heading: `Soak of ${figure(setting.minutes)} minutes`,
    body: parts.join('\n\n'),
    findings: [],
    failures,
  }
}

async function soakOn(
  { data, sizes, seconds, minutes, workers }: BenchOptions,
  kind: DatabaseKind,
): Promise<Soak> {
  const size = sizes.medium
  const service = serve(await data.copy(kind, size), workers)
  const server = await startServer({ ...service, environment: { ...service.environment, ...smallCaches } })
  const clients: Client[] = []
  const open = async () => {
    const client = await openClient(server.url)
    clients.push(client)
    return client
  }
  try {
    prepareLookups(size)
    const all: Caller[] = []
    for (let number = 0; number < callers; number++)
      all.push(await createCaller(number, await open(), await open()))
    await runOperations(all, size, { seconds })
    const before = server.usage().cpuMicros
    const peakRate = countOperations(await runOperations(all, size, { seconds: 2 * seconds })) / (2 * seconds)
    const peakCpuShare = (server.usage().cpuMicros - before) / (2e6 * seconds)
    console.error(`  at most ${figure(peakRate)} operations/s: ${kind}`)
    const memory: number[] = []
    const watch = watchMemory(server, memory)
    const running = runOperations(all, size, { seconds: 60 * minutes, rate: loadShare * peakRate })
    const latencies = await running.finally(() => clearInterval(watch))
    return { peakRate, peakCpuShare, rate: countOperations(latencies) / (60 * minutes), latencies, memory }
  } finally {
    for (const client of clients) client.close()
    await server.stop()
  }
}

function countOperations(latencies: Latencies): number {
  return [...latencies.values()].reduce((sum, { length }) => sum + length, 0)
}

function watchMemory(server: Server, memory: number[]) {
  let samples = 0
  return setInterval(() => {
    const { memoryBytes: bytes } = server.usage()
    memory.push(bytes / mebibyte)
    if (++samples % 15 === 0)
      console.error(`  ${figure(bytes / mebibyte)} MiB after ${(samples * sampleInterval) / 1000} s`)
  }, sampleInterval)
}

interface Pace {
  readonly seconds: number
  /** Operations a second of all callers together; absent: the maximum. */
  readonly rate?: number
}

/** Runs all callers concurrently, each at its share of the rate. */
async function runOperations(
  all: readonly Caller[],
  size: number,
  { seconds, rate }: Pace,
): Promise<Latencies> {
  const latencies = new Map<string, number[]>(operations.map(([name]) => [name, []]))
  const interval = rate === undefined ? 0 : (1000 * all.length) / rate
  const begin = performance.now()
  const end = begin + 1000 * seconds
  const work = async (caller: Caller, number: number) => {
    // Staggered, because callers that start at the same time would keep sending at the same time.
    let next = begin + (interval * number) / all.length
    for (;;) {
      const early = next - performance.now()
      if (early > 1) await wait(early)
      const startedAt = performance.now()
      if (startedAt >= end) return
      const [name, operation] = pickOperation()
      await operation(caller, size)
      latencies.get(name)?.push(performance.now() - startedAt)
      next += interval
    }
  }
  await Promise.all(all.map(work))
  return latencies
}

/** One of the operations, each as often as its share. */
function pickOperation(): readonly [name: string, Operation] {
  let rest = Math.random() * operations.reduce((sum, [, share]) => sum + share, 0)
  for (const [name, share, operation] of operations) {
    rest -= share
    if (rest < 0) return [name, operation]
  }
  throw new Error('There are operations.')
}

/** A failure of the memory; `undefined`: none. */
function memoryGrowth(memory: readonly number[]): string | undefined {
  const later = memory.slice(Math.floor(memory.length / 2))
  const grown = slopeOf(later) * later.length
  const allowed = Math.max(growth.mebibytes, growth.share * Math.min(...later))
  return grown > allowed ? `memory grew by ${figure(grown)} MiB in the second half` : undefined
}

function soakSection({ sizes, minutes }: BenchOptions, kind: DatabaseKind, soak: Soak): string {
  const { peakRate, peakCpuShare, rate, latencies, memory } = soak
  const rows = [...latencies].map(([name, values]) => {
    const ascending = Float64Array.from(values).sort()
    return [name, whole(values.length), ...[0.5, 0.99, 1].map((q) => figure(quantile(ascending, q)))]
  })
  const at = (q: number) => memory[Math.min(memory.length - 1, Math.floor(q * memory.length))] ?? Number.NaN
  const shares = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]
  return [
    `${databaseTitles[kind]}, ${figure(sizes.medium)} names at the beginning: ${figure(rate)} operations/s, which is ${Math.round((100 * rate) / peakRate)} % of the ${figure(peakRate)} that it did at most, with ${Math.round(100 * peakCpuShare)} % of its core. Every answer was right, and every change was seen by the next lookup.`,
    table(['Operation', 'times', 'p50 ms', 'p99 ms', 'slowest ms'], rows),
    table(
      ['Minutes', ...shares.map((q) => figure(q * minutes))],
      [['resident MiB', ...shares.map((q) => figure(at(q)))]],
    ),
  ].join('\n\n')
}
