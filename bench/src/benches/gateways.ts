import { writeFileSync } from 'node:fs'
import type { BenchOptions, Report } from '../bench.ts'
import { databaseTitles } from '../databases/kinds.ts'
import { resolverId, userAt } from '../databases/zone.ts'
import { type CaseOutcome, checkConformance } from '../gateways/conformance.ts'
import { readPeers } from '../gateways/peers.ts'
import type { Subject } from '../gateways/subject.ts'
import { type GatewayLoad, gatewayLoads } from '../gateways/workloads.ts'
import { type RateResult, runAtRate } from '../load/constant-rate.ts'
import { measureRunning } from '../load/measure.ts'
import { addressLookup } from '../lookups/expected-lookup.ts'
import { responseSize } from '../lookups/verify-response.ts'
import { figure } from '../report/format.ts'
import { machine } from '../report/machine.ts'
import { spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

const connectionCounts = [16, 64, 256] as const

/** Of the capacity with 64 connections. */
const shares = [0.5, 0.7, 0.9] as const

const rateConnections = 256

interface Capacity {
  readonly connections: number
  readonly requestsPerSecond: number
  readonly cpuMicros: number
}

interface Latency extends RateResult {
  readonly share: number
}

/** One load of one subject in one round. */
interface Result {
  readonly subject: string
  readonly load: string
  readonly round: number
  readonly capacities: readonly Capacity[]
  readonly latencies: readonly Latency[]
  readonly memoryBytes: number
}

/**
 * Gateways side by side: first what each answers rightly, then, of those that answer what the loads ask, the capacity in a closed loop,
 * and latencies at fixed rates. Bare servers beside them show what no gateway can surpass.
 */
export async function benchGateways(setting: BenchOptions, loads = gatewayLoads): Promise<Report> {
  const { rounds, constants, results: file } = setting
  const subjects = await subjectsOf(setting)
  const conformance = new Map<Subject, readonly CaseOutcome[]>()
  for (const subject of subjects)
    conformance.set(
      subject,
      await withServer(subject, ({ url }) => checkConformance(url, subject, userAt(1))),
    )
  const results: Result[] = []
  for (let round = 0; round < rounds; round++)
    for (const load of loads) {
      const measured = subjects.filter((subject) => isMeasured(conformance.get(subject) ?? [], load))
      for (const subject of load.needs === undefined ? [...ceilings, ...measured] : measured)
        results.push(await measureSubject(subject, load, round, setting))
    }
  if (file !== undefined)
    writeFileSync(
      file,
      `${JSON.stringify({ machine: machine(), constants, conformance: [...conformance].map(([{ title }, cases]) => ({ title, cases })), results }, null, 1)}\n`,
    )
  return {
    heading: 'Gateways side by side',
    body: [conformanceTable(conformance), ...loads.map((load) => loadTable(load, results))].join('\n\n'),
    findings: [],
  }
}

async function subjectsOf({ data, databases, sizes, peers }: BenchOptions): Promise<readonly Subject[]> {
  const size = sizes.small
  const ours = await Promise.all(
    databases.map(
      async (kind): Promise<Subject> => ({
        title: `Byname, ${databaseTitles[kind]}`,
        launch: serve(await data.open(kind, size)),
        form: { method: 'POST', path: `/ccip/${resolverId}` },
        scheme: 'merkle',
      }),
    ),
  )
  const ezccip: Subject = {
    title: '@resolverworks/ezccip',
    launch: { script: new URL('../servers/ezccip.ts', import.meta.url), args: [String(size)] },
    form: { method: 'POST', path: '/' },
    scheme: 'published',
  }
  return [...ours, ezccip, ...(peers === undefined ? [] : readPeers(peers, data.scratchFolder(), size))]
}

/** Servers that return bytes of the size of a response: with nothing else, and with a hash and a signature. */
const ceilings: readonly Subject[] = [
  ['bare node:http', 'bare'],
  ['hash and native signature alone', 'ceiling'],
].map(([title = '', script]) => ({
  title,
  launch: {
    script: new URL(`../servers/${script}.ts`, import.meta.url),
    args: [String(responseSize(addressLookup(userAt(1), 60)))],
  },
  form: { method: 'POST', path: '/' },
  scheme: 'published',
}))

async function withServer<Value>(
  { launch }: Subject,
  use: (server: Server) => Promise<Value>,
): Promise<Value> {
  const server = await startServer(launch)
  return use(server).finally(server.stop)
}

function isMeasured(cases: readonly CaseOutcome[], { needs }: GatewayLoad): boolean {
  return cases.every(({ title, outcome, isRequired }) => outcome === 'ok' || !(isRequired || title === needs))
}

/** A server of its own for each load, so that none profits from another. */
function measureSubject(
  subject: Subject,
  load: GatewayLoad,
  round: number,
  setting: BenchOptions,
): Promise<Result> {
  const { seconds, sizes } = setting
  const source = load.sourceFor(subject, sizes.small)
  const checked = ceilings.includes(subject) ? { requestOf: source.requestOf } : source
  return withServer(subject, async (server) => {
    const capacities: Capacity[] = []
    for (const connections of connectionCounts) {
      const profile = { connections, warmUpSeconds: seconds / 2, seconds }
      const { requestsPerSecond, serverCpuMicros } = await measureRunning(server, checked, profile)
      capacities.push({ connections, requestsPerSecond, cpuMicros: serverCpuMicros })
    }
    const [, { requestsPerSecond: capacity } = { requestsPerSecond: 0 }] = capacities
    const latencies: Latency[] = []
    for (const share of shares) {
      const rate = { connections: rateConnections, requestsPerSecond: capacity * share }
      const result = await runAtRate(server.url, checked, { ...rate, warmUpSeconds: seconds / 2, seconds })
      latencies.push({ share, ...result })
    }
    console.error(`  ${figure(capacity)} lookups/s, ${load.title}: ${subject.title}`)
    const { memoryBytes } = server.usage()
    return { subject: subject.title, load: load.title, round, capacities, latencies, memoryBytes }
  })
}

function conformanceTable(conformance: ReadonlyMap<Subject, readonly CaseOutcome[]>): string {
  const subjects = [...conformance]
  const [[, cases] = [undefined, []]] = subjects
  return table(
    ['Case', ...subjects.map(([{ title }]) => title)],
    cases.map(({ title, isRequired }, index) => [
      isRequired ? `${title} (*)` : title,
      ...subjects.map(([, outcomes]) => outcomes[index]?.outcome ?? ''),
    ]),
    ['left'],
  )
}

function loadTable({ title }: GatewayLoad, results: readonly Result[]): string {
  const ofLoad = results.filter(({ load }) => load === title)
  const median = (values: readonly number[]) => figure(spreadOf(values).median)
  const rows = [...Map.groupBy(ofLoad, ({ subject }) => subject)].map(([subject, rounds]) => {
    const capacity = (index: number, field: keyof Capacity) =>
      median(rounds.map(({ capacities }) => capacities[index]?.[field] ?? Number.NaN))
    const latency = (index: number, field: 'p50' | 'p99' | 'p999') =>
      median(rounds.map(({ latencies }) => latencies[index]?.[field] ?? Number.NaN))
    return [
      subject,
      ...connectionCounts.map((_, index) => capacity(index, 'requestsPerSecond')),
      capacity(1, 'cpuMicros'),
      ...shares.map(
        (_, index) => `${latency(index, 'p50')} / ${latency(index, 'p99')} / ${latency(index, 'p999')}`,
      ),
      median(rounds.map(({ memoryBytes }) => memoryBytes / 1_048_576)),
    ]
  })
  const columns = [
    ...connectionCounts.map((count) => `lookups/s, ${count} connections`),
    'CPU µs',
    ...shares.map((share) => `p50 / p99 / p99.9 ms at ${share * 100} %`),
    'MiB',
  ]
  return `### ${title[0]?.toUpperCase()}${title.slice(1)}\n\n${table(['Server', ...columns], rows)}`
}
