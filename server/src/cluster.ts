import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger as Logger } from 'fastify'
import { OperatorError } from './errors.ts'
import { isObject } from './is-object.ts'

export interface Cluster {
  /** Local base URL, without a trailing slash. */
  readonly url: string
  /** Completes requests first. Throws `OperatorError` when a worker failed or was killed. */
  readonly stop: () => Promise<void>
}

export interface ClusterOptions {
  readonly count: number
  /** Before a stopping worker is killed. */
  readonly stopTimeoutMs: number
  readonly log: Logger
  /** By name, descriptors of listening sockets that each worker gets; empty: workers share those of the primary. */
  readonly sockets: ReadonlyMap<string, number>
}

/**
 * Read by glibc at the start of a process; others ignore it. Images are decoded by several threads, each of which would
 * keep freed memory in an arena of its own, and blocks of any size below the largest freed one (decision 6).
 */
export const allocatorEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' } as const

/** Before replacing an early-crashed worker: first, and at most. */
const initialBackoffMs = 100
const maxBackoffMs = 10_000

/** A crash before this is early. */
const minUptimeMs = 10_000

/**
 * Starts this command in processes with round-robin connections, or which accept from the same sockets. Replaces crashed workers, immediately after long
 * uptime, otherwise with growing delays. The first starts alone, so that a common problem is reported once.
 * @throws OperatorError when it ends before it listens, with the reason logged.
 */
export async function startCluster({ count, stopTimeoutMs, log, sockets }: ClusterOptions): Promise<Cluster> {
  const stopping = new AbortController()
  const running = new Set<Worker>()
  let failedStops = 0

  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...sockets.values()] })
  const environment = {
    ...allocatorEnvironment,
    ...(sockets.size > 0 && { LISTEN_FDNAMES: [...sockets.keys()].join(':') }),
  }
  const start = () => {
    const worker = cluster.fork(environment)
    // A worker that could not be started has an error instead of a code.
    const ended = once(worker, 'exit')
      .catch((error: unknown) => [error, null])
      .finally(() => running.delete(worker))
    running.add(worker)
    waitUntilReady(worker).then(() => log.info({ worker: worker.process.pid }, 'worker started'))
    return { worker, ended }
  }

  /** Resolves when stopping, after the slot's last worker. */
  const supervise = async (first = start()): Promise<void> => {
    let current = first
    for (let backoffMs = 0; ; ) {
      const startedAt = performance.now()
      const [code, signal] = await current.ended
      if (stopping.signal.aborted) {
        // A starting worker ends by the signal itself.
        if (code !== 0 && signal !== 'SIGTERM') failedStops++
        return
      }
      const crashedEarly = performance.now() - startedAt < minUptimeMs
      backoffMs = crashedEarly ? Math.min(Math.max(backoffMs * 2, initialBackoffMs), maxBackoffMs) : 0
      log.error(
        { worker: current.worker.process.pid, code, signal, wait: backoffMs },
        'worker ended; replacing it',
      )
      await delay(backoffMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      current = start()
    }
  }

  const killAll = () => {
    for (const worker of running) {
      log.error({ worker: worker.process.pid }, 'worker did not stop in time; killing it')
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

/** Sent once a worker listens. */
interface ReadyMessage {
  readonly url: string
}

export function sendReady(worker: Worker, message: ReadyMessage): void {
  return void worker.send(message)
}

/** Safe: no other message of a worker has a URL. */
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
