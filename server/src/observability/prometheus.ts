import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client'
import { createLookupHistogram } from './lookup-histogram.ts'
import { aggregateWorkerMetrics, type Metrics, respondToMetricsRequest } from './metrics.ts'

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const chainCallBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

let processRegistry: Registry<PrometheusContentType> | undefined

/** Their observers cannot be stopped, so all services of a process share them. */
function processMetrics(): Registry<PrometheusContentType> {
  if (processRegistry) return processRegistry
  processRegistry = new Registry<PrometheusContentType>()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}

export function createPrometheusMetrics(): Metrics {
  const registry = new Registry<PrometheusContentType>()
  respondToMetricsRequest(registry)
  const registers = [registry]
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, registers, labelNames: [label] })

  const requests = new Histogram({
    name: 'byname_http_request_duration_seconds',
    help: 'Requests by route pattern and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const chainCalls = new Histogram({
    name: 'byname_chain_call_duration_seconds',
    help: "Calls to the operator's RPCs, by chain and outcome.",
    labelNames: ['chain', 'outcome'],
    buckets: chainCallBuckets,
    registers,
  })
  // Counted with every lookup, exported when metrics are scraped.
  const cacheLookups = { hit: 0, miss: 0 }
  let signatures = 0
  const lazyCounter = (name: string, help: string, read: (counter: Counter) => void, labelNames: string[]) =>
    new Counter({
      name,
      help,
      registers,
      labelNames,
      collect() {
        this.reset()
        read(this)
      },
    })
  lazyCounter(
    'byname_response_cache_total',
    'Lookups that reused a cached signed response, or did not.',
    (counter) => {
      for (const outcome of ['hit', 'miss'] as const) counter.inc({ outcome }, cacheLookups[outcome])
    },
    ['outcome'],
  )
  lazyCounter(
    'byname_signatures_total',
    'Signed gateway responses.',
    (counter) => counter.inc(signatures),
    [],
  )
  const shed = counter('byname_shed_requests_total', 'Requests that were shed under overload.', 'kind')
  const limited = counter('byname_limited_requests_total', 'Requests beyond a limit.', 'limit')

  const webhookAttempts = counter(
    'byname_webhook_attempts_total',
    'Requests to webhooks, by outcome.',
    'outcome',
  )

  const formerRequests = counter(
    'byname_former_gateway_requests_total',
    'Requests to former gateways, by outcome.',
    'outcome',
  )
  const formerImports = counter(
    'byname_former_gateway_imports_total',
    'Names that were found at a former gateway and were to be issued here, by outcome.',
    'outcome',
  )
  const shippedBytes = counter(
    'byname_log_shipped_bytes_total',
    'Bytes of the log of SQLite that were stored in the target of backups.',
    'kind',
  )
  const shippedObjects = counter(
    'byname_log_shipped_objects_total',
    'Objects of the log of SQLite that were stored in the target of backups.',
    'kind',
  )

  return {
    lookup: createLookupHistogram(registry),
    cacheLookup: (outcome) => {
      cacheLookups[outcome]++
    },
    signature: () => {
      signatures++
    },
    request: (method, route, status, seconds) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    requestShed: (kind) => shed.inc({ kind }),
    rateLimited: (limit) => limited.inc({ limit }),
    chainCall: (chainId, isAnswered, seconds) =>
      chainCalls.observe({ chain: chainId, outcome: isAnswered ? 'answered' : 'failed' }, seconds),
    formerGatewayRequest: (outcome) => formerRequests.inc({ outcome }),
    formerImport: (outcome) => formerImports.inc({ outcome }),
    logShipped: (kind, bytes) => {
      shippedObjects.inc({ kind })
      shippedBytes.inc({ kind }, bytes)
    },
    webhookAttempt: (outcome) => webhookAttempts.inc({ outcome }),
    gauge: (name, help, read, aggregator = 'sum') => {
      new Gauge({
        name,
        help,
        registers,
        aggregator,
        collect() {
          this.set(read())
        },
      })
    },
    sharedGauge: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        registers,
        labelNames: [label],
        aggregator: 'first',
        async collect() {
          this.reset()
          const numbers = await read().catch(() => ({}))
          for (const [key, value] of Object.entries(numbers)) this.set({ [label]: key }, value)
        },
      })
    },
    collectProcessMetrics: () => {
      const shared = processMetrics()
      for (const { name } of shared.getMetricsAsArray()) {
        const metric = shared.getSingleMetric(name)
        if (metric) registry.registerMetric(metric)
      }
    },
    text: () => registry.metrics(),
    clusterText: aggregateWorkerMetrics,
  }
}
