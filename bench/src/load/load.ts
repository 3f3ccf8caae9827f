import { quantile } from '../report/statistics.ts'
import { openConnection } from './connection.ts'

/** The parameters of a load. */
export interface LoadProfile {
  /** Keep-alive connections. */
  readonly connections: number
  /** Requests in flight on each of them; 1 if absent. */
  readonly pipelineDepth?: number
  /** Seconds of warm-up, in which the subject compiles and fills its caches. */
  readonly warmUpSeconds: number
  /** Measured seconds. */
  readonly seconds: number
}

/** The requests of a load. */
export interface RequestSource {
  /** The bytes of HTTP request number `index`, counted from 0; `undefined` after the last one. */
  readonly requestOf: (index: number) => Buffer | undefined
  /** Requests before the warm-up; absent: 1,000, for machines so busy that its seconds have few. */
  readonly priming?: number
  /** Rejects when a response is wrong. Absent: only the status is checked. */
  readonly verify?: (body: string, index: number) => unknown
}

/** The results of a load. Latencies are in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  /** Requests in the measured seconds. */
  readonly requests: number
  /** Requests in total. */
  readonly responses: number
}

/** Number of responses of one load to be verified after it, spread over its whole time. */
const sampleCount = 32

/**
 * Sends requests to a server as fast as it responds.
 *
 * Rejects as soon as a response is not 200 or a connection fails, or when a response is wrong.
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
