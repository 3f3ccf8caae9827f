import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger as Logger } from 'fastify'
import { UsageError } from './usage-error.ts'

/** Processes that serve together, on one port. */
export interface Workers {
  /** Base URL under which they are reached on their own machine, without a trailing slash. */
  readonly url: string
  /** Has every worker finish what it is at. Throws `UsageError` when one of them did not, or had to be killed. */
  readonly stop: () => Promise<void>
}

export interface WorkersOptions {
  readonly count: number
  /** Milliseconds that a worker may take to finish before it is killed. */
  readonly patience: number
  readonly log: Logger
}

/** Milliseconds before a worker is replaced: the first ones of those that die young, and the most. */
const firstWait = 100
const longestWait = 10_000

/** Milliseconds after which a worker that dies has not died young. */
const adulthood = 10_000

/**
 * Starts workers: this command again, once each, in processes of their own. Connections are handed to them in turn. A
 * worker that dies is replaced, at once if it had served for a while, otherwise after longer and longer.
 *
 * The first one starts alone, so that what is wrong with all of them is said once. Throws `UsageError` when it ends
 * before it listens; it has said why.
 */
export async function startWorkers({ count, patience, log }: WorkersOptions): Promise<Workers> {
  const stopping = new AbortController()
  const running = new Set<Worker>()
  let unfinished = 0

  const start = () => {
    const worker = cluster.fork()
    // One that could not be started has an error in the place of a code.
    const ended = once(worker, 'exit')
      .catch((error: unknown) => [error, null])
      .finally(() => running.delete(worker))
    running.add(worker)
    listening(worker).then(() => log.info({ worker: worker.process.pid }, 'worker started'))
    return { worker, ended }
  }

  /** Resolves when the workers are told to stop and the last one in this place has ended. */
  const keep = async (first = start()): Promise<void> => {
    let place = first
    for (let wait = 0; ; ) {
      const startedAt = performance.now()
      const [code, signal] = await place.ended
      if (stopping.signal.aborted) {
        // One that was still starting has ended by the signal itself.
        if (code !== 0 && signal !== 'SIGTERM') unfinished++
        return
      }
      const diedYoung = performance.now() - startedAt < adulthood
      wait = diedYoung ? Math.min(Math.max(wait * 2, firstWait), longestWait) : 0
      log.error({ worker: place.worker.process.pid, code, signal, wait }, 'worker ended; it is replaced')
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      place = start()
    }
  }

  const kill = () => {
    for (const worker of running) {
      log.error({ worker: worker.process.pid }, 'worker did not finish in time; it is killed')
      worker.process.kill('SIGKILL')
    }
  }

  const first = start()
  const url = await Promise.race([listening(first.worker), first.ended.then(() => undefined)])
  if (url === undefined)
    throw new UsageError('The first worker has ended before it listened; its reason is above.')
  const places = [keep(first), ...Array.from({ length: count - 1 }, () => keep())]
  const stop = async () => {
    stopping.abort()
    for (const worker of running) worker.process.kill('SIGTERM')
    const deadline = setTimeout(kill, patience)
    await Promise.all(places).finally(() => clearTimeout(deadline))
    if (unfinished > 0) throw new UsageError(`${unfinished} of the workers did not finish.`)
  }
  return { url, stop }
}

/** What a worker says when it listens. */
interface Listening {
  readonly url: string
}

/** Tells the process that started this worker where it listens. */
export const sayListening = (worker: Worker, listening: Listening): void => void worker.send(listening)

/** Safe because nothing else that a worker says has a URL. */
const isListening = (message: unknown): message is Listening =>
  typeof message === 'object' && message !== null && 'url' in message

const listening = (worker: Worker): Promise<string> => {
  const said = Promise.withResolvers<string>()
  const hear = (message: unknown) => {
    if (!isListening(message)) return
    worker.off('message', hear)
    said.resolve(message.url)
  }
  worker.on('message', hear)
  return said.promise
}
