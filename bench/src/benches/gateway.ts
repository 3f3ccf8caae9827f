import { createSigner } from '../../../server/src/gateway/signer.ts'
import type { Report, Setting } from '../bench.ts'
import type { Finding } from '../budgets.ts'
import { titleOf } from '../databases/kinds.ts'
import { signerKey } from '../databases/zone.ts'
import type { Pressure, Questions } from '../load/load.ts'
import { type Measurement, measure } from '../load/measure.ts'
import { sizeOfAnswer } from '../lookups/answer.ts'
import { questionAt } from '../lookups/workload.ts'
import { distinctWorkload, profileWorkload, questionsOf, repeatWorkload } from '../lookups/workloads.ts'
import { figure, ranged } from '../report/format.ts'
import { quotients, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import type { Launch } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

/** A server and what it is asked. */
interface Subject {
  readonly key: string
  readonly title: string
  readonly launch: Launch
  readonly questions: Questions
}

/** One measurement of each subject, by key. */
type Round = ReadonlyMap<string, Measurement>

/** Lookups of one process, against a server that does nothing and against another gateway. */
export async function benchGateway(setting: Setting): Promise<Report> {
  const { rounds, seconds } = setting
  const subjects = await subjectsOf(setting)
  const pressure: Pressure = { connections: 32, warmUp: seconds / 2, seconds }
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const results = new Map<string, Measurement>()
    for (const { key, title, launch, questions } of subjects) {
      const result = await measure(launch, questions, pressure)
      console.error(`  ${figure(result.requestsPerSecond)} requests/s: ${title}`)
      results.set(key, result)
    }
    measured.push(results)
  }
  return {
    heading: 'Gateway: signed answers of one process',
    body: [
      `${createSigner(signerKey).backend} signing; ${pressure.connections} connections; ${rounds} × ${seconds} s.`,
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
 * Those whose figures are divided by each other are asked in the same form: GET for repeat lookups and the bare server,
 * POST for the rest.
 */
async function subjectsOf({ data, databases, sizes }: Setting): Promise<Subject[]> {
  const script = (name: string) => new URL(`../servers/${name}.ts`, import.meta.url)
  const repeat = questionsOf(repeatWorkload)
  const profiles = questionsOf(profileWorkload)
  const [few, many] = [sizes.small, sizes.large].map((size) => questionsOf(distinctWorkload(size)))
  if (!few || !many) throw new Error('There are two sizes.')
  const bodySize = String(sizeOfAnswer(questionAt(repeatWorkload, 0)))
  const subjects: Subject[] = [
    {
      key: 'bare',
      title: 'bare node:http, body of equal size (GET)',
      launch: { script: script('bare'), args: [bodySize] },
      questions: { requestOf: repeat.requestOf },
    },
    {
      key: 'ezccip',
      title: `ezccip, distinct lookups of ${figure(sizes.small)} names in memory`,
      launch: { script: script('ezccip'), args: [String(sizes.small)] },
      questions: questionsOf(distinctWorkload(sizes.small, '/'), 'published'),
    },
  ]
  for (const kind of databases) {
    const [small, large] = [serve(await data.of(kind, sizes.small)), serve(await data.of(kind, sizes.large))]
    const add = (name: string, title: string, launch: Launch, questions: Questions) =>
      subjects.push({
        key: `${kind} ${name}`,
        title: `Byname on ${titleOf[kind]}, ${title}`,
        launch,
        questions,
      })
    add('repeat', '8 names over and over (GET)', small, repeat)
    add('distinct', `distinct lookups of ${figure(sizes.small)} names`, small, few)
    add('distinct of many', `distinct lookups of ${figure(sizes.large)} names`, large, many)
    add('multicall', 'distinct lookups of 30 records', small, profiles)
  }
  return subjects
}

const over = (rounds: readonly Round[], key: string, field: keyof Measurement): number[] =>
  rounds.map((round) => round.get(key)?.[field] ?? Number.NaN)

function rowOf({ key, title }: Subject, rounds: readonly Round[]): string[] {
  const fields = ['p50', 'p99', 'serverTime', 'generatorTime'] as const
  return [
    title,
    ranged(spreadOf(over(rounds, key, 'requestsPerSecond'))),
    ...fields.map((field) => figure(spreadOf(over(rounds, key, field)).median)),
  ]
}

/** Quotients are taken within a round, whose subjects were disturbed alike. */
function findingsOf({ databases, sizes }: Setting, rounds: readonly Round[]): Finding[] {
  const ratio = (dividend: string, divisor: string) => ({
    spread: quotients(
      over(rounds, dividend, 'requestsPerSecond'),
      over(rounds, divisor, 'requestsPerSecond'),
    ),
    byCpuTime: quotients(over(rounds, divisor, 'serverTime'), over(rounds, dividend, 'serverTime')),
  })
  return databases.flatMap((database): Finding[] => {
    const [few, many] = [`${database} distinct`, `${database} distinct of many`]
    const note = `${figure(sizes.large)} names`
    return [
      { budget: 'repeat', database, ...ratio(`${database} repeat`, 'bare') },
      { budget: 'distinct', database, ...ratio(few, 'ezccip') },
      { budget: 'distinct', database, note, ...ratio(many, 'ezccip') },
      { budget: 'distinctLatency', database, spread: spreadOf(over(rounds, few, 'p99')) },
      { budget: 'distinctLatency', database, note, spread: spreadOf(over(rounds, many, 'p99')) },
      { budget: 'multicall', database, ...ratio(few, `${database} multicall`) },
    ]
  })
}

/** A generator that takes longer than the fastest server would measure itself. */
function generatorNote(rounds: readonly Round[]): string {
  const generator = spreadOf(over(rounds, 'bare', 'generatorTime')).median
  const server = spreadOf(over(rounds, 'bare', 'serverTime')).median
  const verdict =
    generator < server ? 'it was not the limit' : 'IT WAS THE LIMIT: the bare server can do more'
  return `The load generator took ${figure(generator)} µs of CPU a request of the bare server, which took ${figure(server)} µs: ${verdict}.`
}
