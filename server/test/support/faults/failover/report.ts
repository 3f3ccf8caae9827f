import { performance } from 'node:perf_hooks'
import type { NodeName } from '../../databases/patroni.ts'
import { type Ledger, responseCount } from '../write-load.ts'
import { anyTarget, type DrillLookups } from './lookups.ts'

/** One failover. Times are those of `performance.now()`. */
export interface Round {
  readonly title: string
  /** The server that was lost. */
  readonly leader: NodeName
  readonly from: number
  readonly until: number
  readonly outageMs: number
  readonly lostWrites: number
  readonly doubledPayments: number
}

/** Returns how to end it: the longest time without a confirmed write, in milliseconds. */
export function watchWrites(ledger: Ledger): () => number {
  let [count, since, longest] = [responseCount(ledger), performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - since)
    if (responseCount(ledger) === count) return
    count = responseCount(ledger)
    since = now
  }, 10)
  return () => {
    clearInterval(timer)
    return longest
  }
}

/** A table in Markdown, of a line for each kind of failover. */
export function failoverTable(
  rounds: readonly Round[],
  { attempts }: DrillLookups,
  targets: readonly string[],
): string {
  const rows = [...Map.groupBy(rounds, ({ title }) => title)].map(([title, ofKind]) => {
    const during = attempts.filter(({ at }) => ofKind.some(({ from, until }) => at >= from && at < until))
    const failed = (target: string) =>
      during.filter((each) => each.target === target && each.failure !== undefined).length
    const outages = ofKind.map(({ outageMs }) => outageMs).toSorted((one, other) => one - other)
    const sum = (of: (round: Round) => number) => ofKind.reduce((total, round) => total + of(round), 0)
    return [
      title,
      ofKind.length,
      `${inSeconds(outages[Math.floor((outages.length - 1) / 2)])}, ${inSeconds(outages.at(-1))}`,
      during.length,
      targets.map(failed).join(', '),
      failed(anyTarget),
      sum(({ lostWrites }) => lostWrites),
      sum(({ doubledPayments }) => doubledPayments),
    ]
  })
  const header = ['The leader', 'Times', 'Seconds without writes: median, longest', 'Lookups']
  const counts = [`not answered: ${targets.join(', ')}`, 'by none of them', 'Lost writes', 'Doubled payments']
  const lines = [[...header, ...counts], ['---', ...Array(7).fill('--:')], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/**
 * Failed lookups, except those of gateways: the only server of one may be the lost one, or one that is rewound since it was ahead of
 * the new leader.
 */
export function unexplainedFailures(
  { attempts }: DrillLookups,
  serverOf: (target: string) => NodeName | undefined,
): DrillLookups['attempts'] {
  return attempts.filter(({ failure, target }) => failure !== undefined && !serverOf(target))
}

/** How often lookups failed at each target, by why. */
export function failureReasons(attempts: DrillLookups['attempts']): string {
  const failed = attempts.filter(({ failure }) => failure !== undefined)
  const groups = Map.groupBy(
    failed,
    ({ target, failure }) => `${target}: ${failure?.replace(/"requestId":"[^"]*"/, '')}`,
  )
  return [...groups].map(([reason, each]) => `${each.length} × ${reason}`).join('\n')
}

function inSeconds(milliseconds = 0): string {
  return (milliseconds / 1_000).toFixed(1)
}
