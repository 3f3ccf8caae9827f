import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** Milliseconds that a worker has to tell what it has counted: one that is stuck must not hide the others. */
const patience = 1_000

/** What the primary asks a worker, and the answer. */
interface Question {
  readonly metricsFor: number
}

interface Answer {
  readonly metricsOf: number
  readonly metrics: readonly object[]
}

/** Safe because nobody but `ask` and `tellPrimary` sends what has these properties. */
const isQuestion = (message: unknown): message is Question => has(message, 'metricsFor')
const isAnswer = (message: unknown): message is Answer => has(message, 'metricsOf')

const has = (message: unknown, key: string): boolean =>
  typeof message === 'object' && message !== null && key in message

let asked = 0

/** Has a worker tell its primary what it has counted, whenever that asks. */
export function tellPrimary(registry: Registry): void {
  if (!cluster.isWorker) return
  process.on('message', async (message: unknown) => {
    if (!isQuestion(message)) return
    const metrics = await registry.getMetricsAsJSON()
    const answer: Answer = { metricsOf: message.metricsFor, metrics }
    if (process.connected) process.send?.(answer)
  })
}

/** The metrics of all workers that answer, together, as Prometheus reads them. */
export async function metricsOfWorkers(): Promise<string> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
  const told = await Promise.all(workers.map((worker) => worker && ask(worker)))
  return AggregatorRegistry.aggregate(told.flatMap((metrics) => (metrics ? [metrics] : []))).metrics()
}

async function ask(worker: Worker): Promise<object[] | undefined> {
  const number = asked++
  const isOver = new AbortController()
  const answered = Promise.withResolvers<object[]>()
  const hear = (message: unknown) => {
    if (isAnswer(message) && message.metricsOf === number) answered.resolve([...message.metrics])
  }
  worker.on('message', hear)
  try {
    worker.send({ metricsFor: number } satisfies Question, () => {})
    return await Promise.race([answered.promise, delay(patience, undefined, { signal: isOver.signal })])
  } catch {
    return undefined
  } finally {
    isOver.abort()
    worker.off('message', hear)
  }
}
