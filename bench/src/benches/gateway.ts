import { createLocalSigner } from '../../../server/src/signing/local-signer.ts'
import type { BenchOptions, Report } from '../bench.ts'
import type { Finding } from '../budgets.ts'
import { databaseTitles } from '../databases/kinds.ts'
import { signerKey } from '../databases/zone.ts'
import type { LoadProfile, RequestSource } from '../load/load.ts'
import { type Measurement, measure } from '../load/measure.ts'
import { responseSize } from '../lookups/verify-response.ts'
import { lookupAt } from '../lookups/workload.ts'
import {
  distinctWorkload,
  maxNames,
  onceWorkload,
  profileWorkload,
  repeatWorkload,
  requestSourceOf,
} from '../lookups/workloads.ts'
import { figure, ranged } from '../report/format.ts'
import { quotients, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import type { Launch } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

/** A server and its load. */
interface Subject {
  readonly key: string
  readonly title: string
  readonly launch: Launch
  readonly source: RequestSource
}

/** One measurement of each subject, by key. */
type Round = ReadonlyMap<string, Measurement>

/** Lookups of one process, compared with a constant response and with another gateway. */
export async function benchGateway(setting: BenchOptions): Promise<Report> {
  const { rounds, seconds, sizes } = setting
  const subjects = await subjectsOf(setting)
  const profile: LoadProfile = { connections: 32, warmUpSeconds: seconds / 2, seconds }
  /** So that all names of the largest database that are sampled have been read. */
  const priming = Math.min(maxNames, sizes.large)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const results = new Map<string, Measurement>()
    for (const { key, title, launch, source } of subjects) {
      const result = await measure(launch, { ...source, priming }, profile)
      console.error(`  ${figure(result.requestsPerSecond)} requests/s: ${title}`)
      results.set(key, result)
    }
    measured.push(results)
  }
  return {
    heading: 'Gateway: signed responses of one process',
    body: [
      `${createLocalSigner(signerKey).backend} signing; ${profile.connections} connections; ${rounds} × ${seconds} s.`,
      table(
        ['Server', 'requests/s (range)', 'p50 ms', 'p99 ms', 'server CPU µs', 'generator CPU µs'],
        subjects.map((subject) => rowOf(subject, measured)),
      ),
      generatorNote(measured),
    ].join('\n\n'),
    findings: findingsOf(setting, measured),
  }
}

/**
 * Subjects whose figures are divided by each other use the same form: GET for repeat lookups and the bare server, POST
 * for the rest.
 */
async function subjectsOf({ data, databases, sizes }: BenchOptions): Promise<Subject[]> {
  const script = (name: string) => new URL(`../servers/${name}.ts`, import.meta.url)
  const repeat = requestSourceOf(repeatWorkload)
  const profiles = requestSourceOf(profileWorkload)
  const few = requestSourceOf(distinctWorkload(sizes.small))
  const many = requestSourceOf(distinctWorkload(sizes.large))
  const once = requestSourceOf(onceWorkload(sizes.large))
  const bodySize = String(responseSize(lookupAt(repeatWorkload, 0)))
  const subjects: Subject[] = [
    {
      key: 'bare',
      title: 'bare node:http, body of equal size (GET)',
      launch: { script: script('bare'), args: [bodySize] },
      source: { requestOf: repeat.requestOf },
    },
    {
      key: 'ceiling',
      title: 'hash and native signature alone, body of equal size (POST)',
      launch: { script: script('ceiling'), args: [bodySize] },
      source: { requestOf: few.requestOf },
    },
    {
      key: 'ezccip',
      title: `ezccip, distinct lookups of ${figure(sizes.small)} names in memory`,
      launch: { script: script('ezccip'), args: [String(sizes.small)] },
      source: requestSourceOf(distinctWorkload(sizes.small, { path: '/' }), 'published'),
    },
  ]
  for (const kind of databases) {
    const [small, large] = [
      serve(await data.open(kind, sizes.small)),
      serve(await data.open(kind, sizes.large)),
    ]
    const add = (name: string, title: string, launch: Launch, source: RequestSource) =>
      subjects.push({
        key: `${kind} ${name}`,
        title: `Byname on ${databaseTitles[kind]}, ${title}`,
        launch,
        source,
      })
    add('repeat', '8 names over and over (GET)', small, repeat)
    add('distinct', `distinct lookups of ${figure(sizes.small)} names`, small, few)
    add('distinct of many', `the same of ${figure(sizes.large)} names, read before`, large, many)
    add('once', `${figure(sizes.large)} names, each once`, large, once)
    add('multicall', 'distinct lookups of 30 records', small, profiles)
  }
  return subjects
}

function valuesOf(rounds: readonly Round[], key: string, field: keyof Measurement): number[] {
  return rounds.map((round) => round.get(key)?.[field] ?? Number.NaN)
}

function rowOf({ key, title }: Subject, rounds: readonly Round[]): string[] {
  const fields = ['p50', 'p99', 'serverCpuMicros', 'generatorCpuMicros'] as const
  return [
    title,
    ranged(spreadOf(valuesOf(rounds, key, 'requestsPerSecond'))),
    ...fields.map((field) => figure(spreadOf(valuesOf(rounds, key, field)).median)),
  ]
}

/** Where a request costs more, a lookup has a smaller share in its response. */
const dearRequestMicros = 20
const dearDistinct = { sqlite: 'distinctSqlite', postgres: 'distinctPostgres' } as const

/** Quotients are taken within a round, whose subjects were disturbed alike. */
function findingsOf({ databases, sizes, constants }: BenchOptions, rounds: readonly Round[]): Finding[] {
  const ratio = (dividend: string, divisor: string) => ({
    spread: quotients(
      valuesOf(rounds, dividend, 'requestsPerSecond'),
      valuesOf(rounds, divisor, 'requestsPerSecond'),
    ),
    byCpuTime: quotients(
      valuesOf(rounds, divisor, 'serverCpuMicros'),
      valuesOf(rounds, dividend, 'serverCpuMicros'),
    ),
  })
  return databases.flatMap((database): Finding[] => {
    const [few, many, once] = [`${database} distinct`, `${database} distinct of many`, `${database} once`]
    const note = `${figure(sizes.large)} names`
    const distinct = constants.request > dearRequestMicros ? dearDistinct[database] : 'distinct'
    return [
      { budget: 'repeat', database, ...ratio(`${database} repeat`, 'bare') },
      { budget: distinct, database, ...ratio(few, 'ezccip') },
      { budget: distinct, database, note, ...ratio(many, 'ezccip') },
      { budget: 'manyNames', database, ...ratio(many, few) },
      { budget: 'manyNames', database, note: 'each once', ...ratio(once, few) },
      { budget: 'ceiling', database, ...ratio(few, 'ceiling') },
      { budget: 'distinctLatency', database, spread: spreadOf(valuesOf(rounds, few, 'p99')) },
      { budget: 'distinctLatency', database, note, spread: spreadOf(valuesOf(rounds, many, 'p99')) },
      { budget: 'multicall', database, ...ratio(few, `${database} multicall`) },
    ]
  })
}

/** A generator slower than the fastest server would measure itself. */
function generatorNote(rounds: readonly Round[]): string {
  const generator = spreadOf(valuesOf(rounds, 'bare', 'generatorCpuMicros')).median
  const server = spreadOf(valuesOf(rounds, 'bare', 'serverCpuMicros')).median
  const verdict =
    generator < server ? 'it was not the limit' : 'IT WAS THE LIMIT: the bare server can do more'
  return `The load generator took ${figure(generator)} µs of CPU a request of the bare server, which took ${figure(server)} µs: ${verdict}.`
}
