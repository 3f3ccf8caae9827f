import { quantile } from '../report/statistics.ts'
import { openConnection } from './connection.ts'

/** How hard and how long to ask. */
export interface LoadProfile {
  /** Keep-alive connections. */
  readonly connections: number
  /** Requests under way on each of them; 1 if absent. */
  readonly pipelineDepth?: number
  /** Seconds that are not counted, in which the subject compiles and fills its caches. */
  readonly warmUpSeconds: number
  /** Seconds that are counted. */
  readonly seconds: number
}

/** What to ask. */
export interface RequestSource {
  /** The bytes of HTTP request number `index`, counted from 0; `undefined` when there is nothing more to ask. */
  readonly requestOf: (index: number) => Buffer | undefined
  /** Rejects when an answer is wrong. Absent: the status is all that is looked at. */
  readonly verify?: (body: string, index: number) => unknown
}

/** What was seen. Latencies are in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  /** Requests in the seconds that were counted. */
  readonly requests: number
  /** Requests in all. */
  readonly responses: number
}

/** Answers kept of one load to be verified after it, spread over its whole time. */
const sampleCount = 32

/**
 * Asks a server as fast as it answers.
 *
 * Rejects as soon as an answer is anything but 200 or a connection breaks, or when an answer turns out to be wrong.
 */
export async function runLoad(url: string, source: RequestSource, profile: LoadProfile): Promise<LoadResult> {
  const { connections, pipelineDepth = 1, warmUpSeconds, seconds } = profile
  const { requestOf, verify } = source
  const failed = Promise.withResolvers<never>()
  const begin = performance.now() + warmUpSeconds * 1000
  const end = begin + seconds * 1000
  const sampleInterval = ((warmUpSeconds + seconds) * 1000) / sampleCount
  const latencies: number[] = []
  const samples: { readonly index: number; readonly body: string }[] = []
  let lastResponseAt = begin
  let nextSampleAt = 0
  let nextIndex = 0
  let responses = 0

  const sendUntilEnd = async () => {
    const connection = await openConnection(url, failed.reject)
    const done = Promise.withResolvers<void>()
    let inFlight = pipelineDepth
    const sendNext = (sentAt: number) => {
      const index = nextIndex++
      const isDue = sentAt < end || latencies.length === 0
      const request = isDue ? requestOf(index) : undefined
      if (!request) {
        if (--inFlight === 0) done.resolve()
        return
      }
      connection.send(request, (status, body) => {
        const receivedAt = performance.now()
        if (status !== 200) return failed.reject(new Error(`Request ${index} got status ${status}: ${body}`))
        responses++
        if (sentAt >= begin) {
          latencies.push(receivedAt - sentAt)
          lastResponseAt = receivedAt
        }
        if (receivedAt >= nextSampleAt) {
          samples.push({ index, body: body.toString() })
          nextSampleAt = receivedAt + sampleInterval
        }
        sendNext(receivedAt)
      })
    }
    const startedAt = performance.now()
    for (let count = 0; count < pipelineDepth; count++) sendNext(startedAt)
    await done.promise
    connection.close()
  }
  await Promise.race([failed.promise, Promise.all(Array.from({ length: connections }, sendUntilEnd))])
  for (const { body, index } of samples) await verify?.(body, index)

  const ascending = Float64Array.from(latencies).sort()
  return {
    requestsPerSecond: latencies.length / ((lastResponseAt - begin) / 1000),
    p50: quantile(ascending, 0.5),
    p99: quantile(ascending, 0.99),
    requests: latencies.length,
    responses,
  }
}
