import { repeat } from './async/time.ts'
import type { Context } from './context.ts'
import { OperatorError } from './errors.ts'

/** What a process does without a request. Several processes of a database do it at the same time. */
export interface Job {
  readonly name: string
  /** From the end of a run to the next one. Absent: one run, which may last until the abort. */
  readonly intervalMs?: number
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Logged with the error of a run. Absent for a job that reports its failures itself. */
  readonly failure?: string
  /** By default `warn`. */
  readonly level?: 'warn' | 'error'
  /** Whether it runs once more after the abort, to write what is in memory. */
  readonly runsAtStop?: boolean
  /** Whether it is aborted when the others have ended, for what they write last. */
  readonly stopsLast?: boolean
}

/** Returns how to stop them, which waits for the runs in progress and the last ones. */
export function startJobs({ log }: Pick<Context, 'log'>, jobs: readonly Job[]): () => Promise<void> {
  const start = async (
    { name, intervalMs, run, failure = 'a job has failed', level = 'warn', runsAtStop = false }: Job,
    signal: AbortSignal,
  ) => {
    const attempt = async () => {
      try {
        await run(signal)
      } catch (err) {
        log[level]({ err, job: name }, failure)
      }
    }
    await (intervalMs === undefined ? attempt() : repeat(intervalMs, attempt, signal))
    if (runsAtStop) await attempt()
  }
  const startAll = (some: readonly Job[]) => {
    const stopping = new AbortController()
    const running = some.map((job) => start(job, stopping.signal))
    return async () => {
      stopping.abort()
      await Promise.all(running)
    }
  }
  const { first = [], last = [] } = Object.groupBy(jobs, ({ stopsLast }) => (stopsLast ? 'last' : 'first'))
  const [stopFirst, stopLast] = [startAll(first), startAll(last)]
  return async () => {
    await stopFirst()
    await stopLast()
  }
}

type SigningContext = Pick<Context, 'log' | 'reloadSigners'>

/** Under load, or while it restarts, a signer process may answer late. */
const failuresToReport = 3

/**
 * A key that `signers rotate` has written is in use without a restart. What a person has to change is logged at once, what cannot be
 * reached after some tries: the keys read before stay in use, and the health says whether they sign.
 */
export function reloadSigners({ log, reloadSigners: reload }: SigningContext): Job {
  let known = ''
  let failures = 0
  return {
    name: 'signers',
    intervalMs: 2_000,
    run: async () => {
      try {
        await reload()
        known = ''
        failures = 0
      } catch (error) {
        failures++
        const isLasting = error instanceof OperatorError
        const message = isLasting ? error.message : String(error)
        if (message === known || (!isLasting && failures < failuresToReport)) return
        known = message
        log[isLasting ? 'error' : 'warn'](`${message} The keys read before stay in use.`)
      }
    },
  }
}
