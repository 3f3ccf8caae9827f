import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { withTimeout } from '../async/with-timeout.ts'
import { isObject } from '../is-object.ts'

/** A worker that hangs must not delay the others. */
const timeoutMs = 1_000

interface MetricsRequest {
  readonly metricsRequestId: number
}

interface MetricsResponse {
  readonly metricsResponseId: number
  readonly metrics: readonly object[]
}

/** Safe because only `requestMetrics` and `respondToMetricsRequest` send messages with these properties. */
function isMetricsRequest(message: unknown): message is MetricsRequest {
  return isObject(message) && 'metricsRequestId' in message
}
function isMetricsResponse(message: unknown): message is MetricsResponse {
  return isObject(message) && 'metricsResponseId' in message
}

let nextRequestId = 0

export function respondToMetricsRequest(registry: Registry): void {
  if (!cluster.isWorker) return
  process.on('message', async (message: unknown) => {
    if (!isMetricsRequest(message)) return
    const metrics = await registry.getMetricsAsJSON()
    const response: MetricsResponse = { metricsResponseId: message.metricsRequestId, metrics }
    if (process.connected) process.send?.(response)
  })
}

export async function aggregateWorkerMetrics(): Promise<string> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
  const responses = await Promise.all(workers.map((worker) => worker && requestMetrics(worker)))
  return AggregatorRegistry.aggregate(responses.flatMap((metrics) => (metrics ? [metrics] : []))).metrics()
}

async function requestMetrics(worker: Worker): Promise<object[] | undefined> {
  const requestId = nextRequestId++
  const response = Promise.withResolvers<object[]>()
  const onMessage = (message: unknown) => {
    if (isMetricsResponse(message) && message.metricsResponseId === requestId)
      response.resolve([...message.metrics])
  }
  worker.on('message', onMessage)
  try {
    worker.send({ metricsRequestId: requestId } satisfies MetricsRequest, () => {})
    return await withTimeout(response.promise, timeoutMs)
  } catch {
    return undefined
  } finally {
    worker.off('message', onMessage)
  }
}
