import { openConnection } from './connection.ts'
import { quantile } from './statistics.ts'

/** How hard and how long to ask. */
export interface Pressure {
  /** Keep-alive connections, each with one request under way. */
  readonly connections: number
  /** Seconds that are not counted, in which the subject compiles and fills its caches. */
  readonly warmUp: number
  /** Seconds that are counted. */
  readonly seconds: number
}

/** What was seen. Latencies are in milliseconds. */
export interface Load {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  /** All requests, those of the warm-up too. */
  readonly requests: number
  readonly samples: readonly Sample[]
}

/** An answer that was kept to be verified afterwards. */
export interface Sample {
  /** Number of the request, counted from 0. */
  readonly index: number
  readonly body: string
}

/** Answers kept of one load, spread over its whole time. */
const sampleCount = 32

/**
 * Asks a server as fast as it answers. `requestOf` gives the bytes of each HTTP request by its number.
 *
 * Rejects as soon as an answer is anything but 200 or a connection breaks.
 */
export async function load(
  url: string,
  requestOf: (index: number) => Buffer,
  { connections, warmUp, seconds }: Pressure,
): Promise<Load> {
  const broken = Promise.withResolvers<never>()
  const begin = performance.now() + warmUp * 1000
  const end = begin + seconds * 1000
  const latencies: number[] = []
  const samples: Sample[] = []
  const sampleInterval = ((warmUp + seconds) * 1000) / sampleCount
  let nextSampleAt = 0
  let requests = 0

  const askUntilEnd = async () => {
    const connection = await openConnection(url, broken.reject)
    for (let askedAt = performance.now(); askedAt < end; ) {
      const index = requests++
      const { status, body } = await connection.ask(requestOf(index))
      const answeredAt = performance.now()
      if (status !== 200) throw new Error(`Request ${index} got status ${status}: ${body}`)
      if (askedAt >= begin && answeredAt <= end) latencies.push(answeredAt - askedAt)
      if (answeredAt >= nextSampleAt) {
        samples.push({ index, body: body.toString() })
        nextSampleAt = answeredAt + sampleInterval
      }
      askedAt = answeredAt
    }
    connection.close()
  }
  await Promise.race([broken.promise, Promise.all(Array.from({ length: connections }, askUntilEnd))])

  const ascending = Float64Array.from(latencies).sort()
  return {
    requestsPerSecond: latencies.length / seconds,
    p50: quantile(ascending, 0.5),
    p99: quantile(ascending, 0.99),
    requests,
    samples,
  }
}
