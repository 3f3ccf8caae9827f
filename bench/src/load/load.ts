import { quantile } from '../report/statistics.ts'
import { openConnection } from './connection.ts'

/** How hard and how long to ask. */
export interface Pressure {
  /** Keep-alive connections. */
  readonly connections: number
  /** Requests under way on each of them; 1 if absent. */
  readonly pipelined?: number
  /** Seconds that are not counted, in which the subject compiles and fills its caches. */
  readonly warmUp: number
  /** Seconds that are counted. */
  readonly seconds: number
}

/** What to ask. */
export interface Questions {
  /** The bytes of HTTP request number `index`, counted from 0; `undefined` when there is nothing more to ask. */
  readonly requestOf: (index: number) => Buffer | undefined
  /** Rejects when an answer is wrong. Absent: the status is all that is looked at. */
  readonly verify?: (body: string, index: number) => unknown
}

/** What was seen. Latencies are in milliseconds. */
export interface Load {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  /** Requests in the seconds that were counted. */
  readonly requests: number
  /** Requests in all. */
  readonly answered: number
}

/** Answers kept of one load to be verified after it, spread over its whole time. */
const sampleCount = 32

/**
 * Asks a server as fast as it answers.
 *
 * Rejects as soon as an answer is anything but 200 or a connection breaks, or when an answer turns out to be wrong.
 */
export async function load(url: string, questions: Questions, pressure: Pressure): Promise<Load> {
  const { connections, pipelined = 1, warmUp, seconds } = pressure
  const { requestOf, verify } = questions
  const broken = Promise.withResolvers<never>()
  const begin = performance.now() + warmUp * 1000
  const end = begin + seconds * 1000
  const sampleInterval = ((warmUp + seconds) * 1000) / sampleCount
  const latencies: number[] = []
  const samples: { readonly index: number; readonly body: string }[] = []
  let lastAnswerAt = begin
  let nextSampleAt = 0
  let nextIndex = 0
  let answered = 0

  const askUntilEnd = async () => {
    const connection = await openConnection(url, broken.reject)
    const done = Promise.withResolvers<void>()
    let underWay = pipelined
    const ask = (askedAt: number) => {
      const index = nextIndex++
      const isTime = askedAt < end || latencies.length === 0
      const request = isTime ? requestOf(index) : undefined
      if (!request) {
        if (--underWay === 0) done.resolve()
        return
      }
      connection.ask(request, (status, body) => {
        const answeredAt = performance.now()
        if (status !== 200) return broken.reject(new Error(`Request ${index} got status ${status}: ${body}`))
        answered++
        if (askedAt >= begin) {
          latencies.push(answeredAt - askedAt)
          lastAnswerAt = answeredAt
        }
        if (answeredAt >= nextSampleAt) {
          samples.push({ index, body: body.toString() })
          nextSampleAt = answeredAt + sampleInterval
        }
        ask(answeredAt)
      })
    }
    const startedAt = performance.now()
    for (let count = 0; count < pipelined; count++) ask(startedAt)
    await done.promise
    connection.close()
  }
  await Promise.race([broken.promise, Promise.all(Array.from({ length: connections }, askUntilEnd))])
  for (const { body, index } of samples) await verify?.(body, index)

  const ascending = Float64Array.from(latencies).sort()
  return {
    requestsPerSecond: latencies.length / ((lastAnswerAt - begin) / 1000),
    p50: quantile(ascending, 0.5),
    p99: quantile(ascending, 0.99),
    requests: latencies.length,
    answered,
  }
}
