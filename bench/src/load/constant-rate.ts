import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from '../report/statistics.ts'
import { type Connection, openConnection } from './connection.ts'
import type { RequestSource } from './load.ts'

interface RateProfile {
  readonly connections: number
  readonly requestsPerSecond: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** Latencies in milliseconds, from when a request was due: waiting for a free connection counts (no coordinated omission). */
export interface RateResult {
  readonly requests: number
  /** Neither 200 nor a response; their latency counts. */
  readonly errors: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
}

/** Sends requests at fixed times, whether or not earlier ones have been answered. Rejects when a connection breaks. */
export async function runAtRate(
  url: string,
  source: RequestSource,
  profile: RateProfile,
): Promise<RateResult> {
  const { connections, requestsPerSecond, warmUpSeconds, seconds } = profile
  const failed = Promise.withResolvers<never>()
  const idle: Connection[] = await Promise.all(
    Array.from({ length: connections }, () => openConnection(url, failed.reject)),
  )
  const all = [...idle]
  const startedAt = performance.now()
  const begin = startedAt + warmUpSeconds * 1000
  const total = Math.floor(requestsPerSecond * (warmUpSeconds + seconds))
  const dueAt = (index: number) => startedAt + (index * 1000) / requestsPerSecond
  const latencies: number[] = []
  let [sent, answered, errors] = [0, 0, 0]
  const finished = Promise.withResolvers<void>()

  const sendDue = () => {
    const now = performance.now()
    while (sent < total && dueAt(sent) <= now) {
      const connection = idle.pop()
      if (!connection) return
      send(connection, sent++)
    }
  }
  const send = (connection: Connection, index: number) => {
    const request = source.requestOf(index)
    if (!request) throw new Error('A load at a rate has no last request.')
    const due = dueAt(index)
    connection.send(request, (status) => {
      idle.push(connection)
      if (due >= begin) {
        latencies.push(performance.now() - due)
        if (status !== 200) errors++
      }
      if (++answered === total) finished.resolve()
      else sendDue()
    })
  }
  const run = async () => {
    while (sent < total) {
      sendDue()
      await wait(1)
    }
    await finished.promise
  }
  await Promise.race([failed.promise, run()]).finally(() => {
    for (const connection of all) connection.close()
  })
  const ascending = Float64Array.from(latencies).sort()
  return {
    requests: latencies.length,
    errors,
    p50: quantile(ascending, 0.5),
    p99: quantile(ascending, 0.99),
    p999: quantile(ascending, 0.999),
  }
}
