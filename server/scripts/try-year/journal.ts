import { stdout } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Alerts, Firing } from './alerts.ts'
import { type Lookup, longestOutage } from './lookups.ts'

interface Step {
  readonly title: string
  readonly from: number
  readonly until: number
}

export interface Journal {
  /** Runs a step, waits until names resolve and no alert fires, and notes when it began and ended. */
  step(title: string, action: () => Promise<unknown>): Promise<void>
  /** A row for each step, in Markdown, and below them the errors of the lookups. */
  print(): Promise<void>
}

export interface Observed {
  readonly lookups: readonly Lookup[]
  readonly alerts: Alerts
}

export function createJournal({ lookups, alerts }: Observed): Journal {
  const steps: Step[] = []
  const begin = Date.now()
  return {
    step: async (title, action) => {
      const from = Date.now()
      stdout.write(`== ${title}\n`)
      await action()
      await resolveForSeconds(lookups, 3)
      await alerts.waitForSilence()
      const step = { title, from, until: Date.now() }
      steps.push(step)
      stdout.write(`   ${rowOf(step, lookups, await alerts.since(begin))}\n`)
    },
    print: async () => {
      const firings = await alerts.since(begin)
      stdout.write(
        '\n| Step | Seconds | Lookups | Failed | Longest outage | Alerts fired | Cleared |\n|---|--:|--:|--:|--:|---|---|\n',
      )
      for (const step of steps) stdout.write(`${rowOf(step, lookups, firings)}\n`)
      for (const step of steps)
        for (const [error, count] of errorsOf(lookups.filter(isWithin(step))))
          stdout.write(`${step.title}: ${count} × ${error}\n`)
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
  ({ at }: Lookup) =>
    at >= from && at < until

function rowOf(step: Step, lookups: readonly Lookup[], firings: readonly Firing[]): string {
  const within = lookups.filter(isWithin(step))
  const failed = within.filter(({ error }) => error)
  const fired = firings.filter(({ since }) => since >= step.from && since < step.until)
  const cleared = firings.filter(({ until }) => until >= step.from && until < step.until)
  const list = (alerts: readonly Firing[]) => [...new Set(alerts.map(({ alert }) => alert))].join(', ')
  const seconds = (step.until - step.from) / 1000
  const cells = [
    step.title,
    seconds.toFixed(0),
    within.length,
    failed.length,
    failed.length > 0 ? `${longestOutage(within).toFixed(1)} s` : '',
    list(fired),
    list(cleared),
  ]
  return `| ${cells.join(' | ')} |`
}

function errorsOf(lookups: readonly Lookup[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { error } of lookups) if (error) counts.set(error, (counts.get(error) ?? 0) + 1)
  return counts
}
