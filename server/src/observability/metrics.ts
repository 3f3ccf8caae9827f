import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { withTimeout } from '../async/time.ts'
import { isObject } from '../is-object.ts'
import type { LookupOutcome } from './lookup-histogram.ts'

/** `lookup`, `cacheLookup` and `signature` take some nanoseconds, the others about a microsecond. */
export interface Metrics {
  readonly lookup: (outcome: LookupOutcome, seconds: number) => void
  readonly cacheLookup: (outcome: 'hit' | 'miss') => void
  readonly signature: () => void
  /** `route` is the route pattern, never the path. */
  readonly request: (method: string, route: string, status: number, seconds: number) => void
  readonly requestShed: (kind: string) => void
  readonly rateLimited: (limit: string) => void
  readonly chainCall: (chainId: number, isAnswered: boolean, seconds: number) => void
  readonly webhookAttempt: (outcome: string) => void
  readonly formerGatewayRequest: (outcome: string) => void
  readonly formerImport: (outcome: string) => void
  /** Of one object. */
  readonly logShipped: (kind: 'base' | 'segment', bytes: number) => void
  /** Read when metrics are scraped; a cluster aggregates its workers. */
  readonly gauge: (name: string, help: string, read: () => number, aggregator?: 'sum' | 'average') => void
  /** By label, read when metrics are scraped; in a cluster, of one worker. Absent while reading fails. */
  readonly sharedGauge: (
    name: string,
    help: string,
    label: string,
    read: () => Promise<LabelledValues>,
  ) => void
  /** Processor, memory, garbage collection, event loop delay. */
  readonly collectProcessMetrics: () => void
  readonly text: () => Promise<string>
  /** In a cluster's primary: aggregated over all workers that respond. */
  readonly clusterText: () => Promise<string>
}

type LabelledValues = Readonly<Record<string, number>>

function noop() {}

export const noopMetrics: Metrics = {
  lookup: noop,
  cacheLookup: noop,
  signature: noop,
  request: noop,
  requestShed: noop,
  rateLimited: noop,
  chainCall: noop,
  webhookAttempt: noop,
  formerGatewayRequest: noop,
  formerImport: noop,
  logShipped: noop,
  gauge: noop,
  sharedGauge: noop,
  collectProcessMetrics: noop,
  text: async () => '',
  clusterText: async () => '',
}

interface Address {
  readonly host: string
  /** 0: a free port. */
  readonly port: number
}

interface MetricsServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Prometheus' text format at `/metrics`, on a port of its own. */
export async function serveMetrics(
  address: Address,
  readMetrics: () => Promise<string>,
): Promise<MetricsServer> {
  // Not needed without metrics.
  const { default: fastify } = await import('fastify')
  const app = fastify({ requestTimeout: 5_000, forceCloseConnections: true })
  app.server.maxConnections = 64
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return readMetrics()
  })
  const url = await app.listen(address)
  return { url: `${url}/metrics`, close: () => app.close() }
}

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
