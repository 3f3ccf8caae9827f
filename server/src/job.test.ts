import { pino } from 'pino'
import { expect, test } from 'vitest'
import { OperatorError } from './errors.ts'
import { reloadSigners, startJobs } from './job.ts'

interface LogLine {
  readonly level: number
  readonly job: string
  readonly msg: string
}

function createLog() {
  const lines: LogLine[] = []
  return { lines, log: pino({}, { write: (line) => lines.push(JSON.parse(line)) }) }
}

test('rule: a job whose run fails is logged by its name and level, and runs again', async () => {
  const { log, lines } = createLog()
  const third = Promise.withResolvers<void>()
  let runs = 0
  const run = () => {
    if (++runs === 3) third.resolve()
    if (runs > 2) return Promise.resolve()
    throw new Error('failed')
  }
  const stop = startJobs({ log }, [
    { name: 'one', intervalMs: 1, run, failure: 'one has failed', level: 'error' },
    { name: 'other', run: () => Promise.reject(new Error('failed')), failure: 'the other has failed' },
  ])
  await third.promise
  await stop()
  const [error, warn] = [pino.levels.values['error'], pino.levels.values['warn']]
  expect(lines.map(({ level, job, msg }) => ({ level, job, msg }))).toEqual([
    { level: error, job: 'one', msg: 'one has failed' },
    { level: warn, job: 'other', msg: 'the other has failed' },
    { level: error, job: 'one', msg: 'one has failed' },
  ])
})

test('rule: stopping jobs waits for their runs, and repeats only those that write what is in memory', async () => {
  const running = Promise.withResolvers<void>()
  const runs: string[] = []
  const run = (name: string) => () => {
    runs.push(name)
    return running.promise
  }
  const job = (name: string) => ({ name, intervalMs: 3_600_000, run: run(name), failure: 'failed' })
  const stop = startJobs(createLog(), [job('purge'), { ...job('counts'), runsAtStop: true }])
  const stopped = stop().then(() => runs.push('stopped'))
  await Promise.resolve()
  expect(runs).toEqual(['purge', 'counts'])
  running.resolve()
  await stopped
  expect(runs).toEqual(['purge', 'counts', 'counts', 'stopped'])
})

test('rule: a job without an interval runs once, until the stop aborts it', async () => {
  const { log, lines } = createLog()
  let runs = 0
  const run = async (signal: AbortSignal) => {
    runs++
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
    })
  }
  await startJobs({ log }, [{ name: 'webhooks', run, failure: 'failed' }])()
  expect(runs).toBe(1)
  expect(lines).toEqual([])
})

test('rule: keys that cannot be read now and then are no line of the log; a lasting failure is one, at the level of what it needs', async () => {
  const { log, lines } = createLog()
  const late = new Error('The signer does not respond.')
  const wrong = new OperatorError('Line 1 is not a private key.')
  const outcomes = [late, undefined, late, late, undefined, late, late, late, late, undefined, wrong, wrong]
  const left = outcomes.values()
  const job = reloadSigners({
    log,
    reloadSigners: async () => {
      const { value } = left.next()
      if (value) throw value
    },
  })
  for (const _ of outcomes) await job.run(new AbortController().signal)
  const [error, warn] = [pino.levels.values['error'], pino.levels.values['warn']]
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [warn, 'Error: The signer does not respond. The keys read before stay in use.'],
    [error, 'Line 1 is not a private key. The keys read before stay in use.'],
  ])
})
