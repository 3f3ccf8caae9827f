import { stdout } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Alert } from './alerts.ts'
import { type Lookup, longestOutage } from './lookups.ts'

interface Step {
  readonly title: string
  readonly from: number
  readonly until: number
}

export interface Journal {
  /** Runs a step, waits until names resolve, and notes when it began and ended. */
  step(title: string, action: (from: number) => Promise<unknown>): Promise<void>
  /** A row for each step, in Markdown, and below them the errors of the lookups. */
  print(): void
}

export interface Observed {
  readonly lookups: readonly Lookup[]
  readonly alerts: readonly Alert[]
}

export function createJournal(observed: Observed): Journal {
  const { lookups } = observed
  const steps: Step[] = []
  return {
    step: async (title, action) => {
      const from = Date.now()
      stdout.write(`== ${title}\n`)
      await action(from)
      await resolveForSeconds(lookups, 3)
      const step = { title, from, until: Date.now() }
      steps.push(step)
      stdout.write(`   ${rowOf(step, observed)}\n`)
    },
    print: () => {
      stdout.write(
        '\n| Event | Seconds | Lookups | Failed | Longest outage | Slowest | Alerts, in seconds of the event |\n|---|--:|--:|--:|--:|--:|---|\n',
      )
      for (const step of steps) stdout.write(`${rowOf(step, observed)}\n`)
      for (const step of steps)
        for (const [error, count] of errorsOf(lookups.filter(isWithin(step))))
          stdout.write(`${step.title}: ${count} × ${error}\n`)
      const failed = lookups.filter(({ error }) => error)
      stdout.write(`All: ${lookups.length} lookups, ${failed.length} failed.\n`)
    },
  }
}

/** Waits until lookups that began in the last seconds have all succeeded. */
async function resolveForSeconds(lookups: readonly Lookup[], seconds: number): Promise<void> {
  const begin = Date.now()
  for (;;) {
    const last = lookups.filter(({ at }) => at > Math.max(begin, Date.now() - seconds * 1000))
    if (Date.now() - begin > seconds * 1000 && last.length > 0 && last.every(({ error }) => !error)) return
    if (Date.now() - begin > 120_000) throw new Error('Names do not resolve two minutes after the step.')
    await delay(250)
  }
}

const isWithin =
  ({ from, until }: Step) =>
  ({ at }: { readonly at: number }) =>
    at >= from && at < until

function rowOf(step: Step, { lookups, alerts }: Observed): string {
  const within = lookups.filter(isWithin(step))
  const failed = within.filter(({ error }) => error)
  const slowest = within.reduce((longest, { ms }) => Math.max(longest, ms), 0)
  const told = alerts
    .filter(isWithin(step))
    .map(({ at, code, change }) => `${code} ${change} ${Math.round((at - step.from) / 1000)}`)
  const cells = [
    step.title,
    ((step.until - step.from) / 1000).toFixed(0),
    within.length,
    failed.length,
    failed.length > 0 ? `${longestOutage(within).toFixed(1)} s` : '',
    `${(slowest / 1000).toFixed(1)} s`,
    told.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

function errorsOf(lookups: readonly Lookup[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { error } of lookups) if (error) counts.set(error, (counts.get(error) ?? 0) + 1)
  return counts
}
