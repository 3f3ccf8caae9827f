import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger as Logger } from 'fastify'
import { isObject } from './is-object.ts'
import { OperatorError } from './operator-error.ts'

/** Processes that serve together, on one port. */
export interface Cluster {
  /** Base URL under which they are reached on their own machine, without a trailing slash. */
  readonly url: string
  /** Has every worker finish what it is at. Throws `OperatorError` when one of them did not, or had to be killed. */
  readonly stop: () => Promise<void>
}

export interface ClusterOptions {
  readonly count: number
  /** Milliseconds that a worker may take to finish before it is killed. */
  readonly stopTimeoutMs: number
  readonly log: Logger
}

/** Milliseconds before a worker is replaced: the first ones of those that die young, and the most. */
const initialBackoffMs = 100
const maxBackoffMs = 10_000

/** Milliseconds after which a worker that dies has not died young. */
const minUptimeMs = 10_000

/**
 * Starts workers: this command again, once each, in processes of their own. Connections are handed to them in turn. A
 * worker that dies is replaced, at once if it had served for a while, otherwise after longer and longer.
 *
 * The first one starts alone, so that what is wrong with all of them is said once. Throws `OperatorError` when it ends
 * before it listens; it has said why.
 */
export async function startCluster({ count, stopTimeoutMs, log }: ClusterOptions): Promise<Cluster> {
  const stopping = new AbortController()
  const running = new Set<Worker>()
  let failedStops = 0

  const start = () => {
    const worker = cluster.fork()
    // One that could not be started has an error in the place of a code.
    const ended = once(worker, 'exit')
      .catch((error: unknown) => [error, null])
      .finally(() => running.delete(worker))
    running.add(worker)
    waitUntilReady(worker).then(() => log.info({ worker: worker.process.pid }, 'worker started'))
    return { worker, ended }
  }

  /** Resolves when the workers are told to stop and the last one in this place has ended. */
  const supervise = async (first = start()): Promise<void> => {
    let current = first
    for (let backoffMs = 0; ; ) {
      const startedAt = performance.now()
      const [code, signal] = await current.ended
      if (stopping.signal.aborted) {
        // One that was still starting has ended by the signal itself.
        if (code !== 0 && signal !== 'SIGTERM') failedStops++
        return
      }
      const crashedEarly = performance.now() - startedAt < minUptimeMs
      backoffMs = crashedEarly ? Math.min(Math.max(backoffMs * 2, initialBackoffMs), maxBackoffMs) : 0
      log.error(
        { worker: current.worker.process.pid, code, signal, wait: backoffMs },
        'worker ended; it is replaced',
      )
      await delay(backoffMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      current = start()
    }
  }

  const killAll = () => {
    for (const worker of running) {
      log.error({ worker: worker.process.pid }, 'worker did not finish in time; it is killed')
      worker.process.kill('SIGKILL')
    }
  }

  const first = start()
  const url = await Promise.race([waitUntilReady(first.worker), first.ended.then(() => undefined)])
  if (url === undefined)
    throw new OperatorError('The first worker has ended before it listened; its reason is above.')
  const supervisors = [supervise(first), ...Array.from({ length: count - 1 }, () => supervise())]
  const stop = async () => {
    stopping.abort()
    for (const worker of running) worker.process.kill('SIGTERM')
    const killTimer = setTimeout(killAll, stopTimeoutMs)
    await Promise.all(supervisors).finally(() => clearTimeout(killTimer))
    if (failedStops > 0) throw new OperatorError(`${failedStops} of the workers did not finish.`)
  }
  return { url, stop }
}

/** What a worker says when it listens. */
interface ReadyMessage {
  readonly url: string
}

/** Tells the process that started this worker where it listens. */
export function sendReady(worker: Worker, message: ReadyMessage): void {
  return void worker.send(message)
}

/** Safe because nothing else that a worker says has a URL. */
function isReadyMessage(message: unknown): message is ReadyMessage {
  return isObject(message) && 'url' in message
}

function waitUntilReady(worker: Worker): Promise<string> {
  const ready = Promise.withResolvers<string>()
  const onMessage = (message: unknown) => {
    if (!isReadyMessage(message)) return
    worker.off('message', onMessage)
    ready.resolve(message.url)
  }
  worker.on('message', onMessage)
  return ready.promise
}
