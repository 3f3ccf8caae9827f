import { type BySubject, type Subject, subjectKeys } from './gateway-subjects.ts'
import type { Load, Pressure } from './load.ts'
import { machine } from './machine.ts'
import { type Spread, spreadOf } from './statistics.ts'
import { table } from './table.ts'

/** One subject in one round. */
export interface Measurement extends Omit<Load, 'requests' | 'samples'> {
  /** Processor time of the server, in microseconds a request. */
  readonly serverTime: number
  /** Processor time of the load generator, in microseconds a request. */
  readonly generatorTime: number
}

type Round = BySubject<Measurement>

/** Two subjects whose quotient of requests per second has a budget. */
interface Ratio {
  readonly title: string
  readonly dividend: keyof Round
  readonly divisor: keyof Round
  readonly budget: string
}

const ratios: readonly Ratio[] = [
  { title: 'repeat lookups / bare server', dividend: 'repeat', divisor: 'bare', budget: '>= 0.7' },
  { title: 'distinct lookups / ezccip', dividend: 'distinct', divisor: 'ezccip', budget: '>= 10' },
  { title: 'distinct lookups / multicalls', dividend: 'distinct', divisor: 'multicall', budget: '<= 2' },
]

interface Circumstances extends Pressure {
  /** How the service signs: `native` or `javascript`. */
  readonly signing: string
}

/** Writes the report in markdown: the machine, what was seen, and the quotients that have a budget. */
export const reportGateway = (
  subjects: BySubject<Subject>,
  rounds: readonly Round[],
  { signing, connections, seconds }: Circumstances,
): string =>
  [
    `${machine()}; ${signing} signing; ${connections} connections; medians of ${rounds.length} × ${seconds} s.`,
    table(
      ['Server', 'requests/s', 'range', 'p50 ms', 'p99 ms', 'CPU µs/request'],
      subjectKeys.map((key) => figuresRow(subjects[key].title, rounds, key)),
    ),
    table(
      ['Ratio', 'requests/s', 'range', 'CPU time', 'budget'],
      [...ratios.map((ratio) => ratioRow(ratio, rounds)), latencyRow(rounds)],
    ),
    generatorNote(rounds),
  ].join('\n\n')

function figuresRow(title: string, rounds: readonly Round[], key: keyof Round): string[] {
  const over = (field: keyof Measurement) => spreadOf(rounds.map((round) => round[key][field]))
  const rate = over('requestsPerSecond')
  return [
    title,
    whole(rate.median),
    range(rate, whole),
    exact(over('p50').median),
    exact(over('p99').median),
    whole(over('serverTime').median),
  ]
}

/** Quotients are taken within a round, whose subjects were disturbed alike. */
function ratioRow({ title, dividend, divisor, budget }: Ratio, rounds: readonly Round[]): string[] {
  const rate = spreadOf(
    rounds.map((round) => round[dividend].requestsPerSecond / round[divisor].requestsPerSecond),
  )
  const time = spreadOf(rounds.map((round) => round[divisor].serverTime / round[dividend].serverTime))
  return [title, exact(rate.median), range(rate, exact), exact(time.median), budget]
}

function latencyRow(rounds: readonly Round[]): string[] {
  const p99 = spreadOf(rounds.map(({ distinct }) => distinct.p99))
  return ['p99 of distinct lookups, ms', exact(p99.median), range(p99, exact), '', '< 20']
}

/** A generator that takes longer than the fastest server would measure itself. */
function generatorNote(rounds: readonly Round[]): string {
  const generator = spreadOf(rounds.map(({ bare }) => bare.generatorTime)).median
  const server = spreadOf(rounds.map(({ bare }) => bare.serverTime)).median
  const verdict =
    generator < server ? 'it was not the limit' : 'IT WAS THE LIMIT: the bare server can do more'
  return `The load generator took ${exact(generator)} µs of CPU a request of the bare server, which took ${exact(server)} µs: ${verdict}.`
}

const range = ({ min, max }: Spread, format: (value: number) => string) => `${format(min)}–${format(max)}`

const whole = (value: number): string => Math.round(value).toLocaleString('en')

const exact = (value: number): string => value.toFixed(2)
