import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client'
import { metricsOfWorkers, tellPrimary } from './cluster-metrics.ts'
import { countLookups } from './lookup-times.ts'
import type { Metrics } from './metrics.ts'

const requestTimes = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const callTimes = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Starts to count, for Prometheus. In a worker of a cluster, its primary can ask for what was counted. */
export function countForPrometheus(): Metrics {
  const registry = new Registry<PrometheusContentType>()
  tellPrimary(registry)
  const registers = [registry]
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, registers, labelNames: [label] })

  const requests = new Histogram({
    name: 'byname_http_request_duration_seconds',
    help: 'Requests, by pattern of their path and class of their status.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestTimes,
    registers,
  })
  const chainCalls = new Histogram({
    name: 'byname_chain_call_duration_seconds',
    help: 'Calls to nodes of the operator, by chain and outcome.',
    labelNames: ['chain', 'outcome'],
    buckets: callTimes,
    registers,
  })
  // Counted with every lookup, so added up here and handed over when metrics are read.
  const cached = { hit: 0, miss: 0 }
  let signatures = 0
  const readCounter = (name: string, help: string, read: (counter: Counter) => void, labelNames: string[]) =>
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
  readCounter(
    'byname_answer_cache_total',
    'Questions whose signed answer was kept, or was not.',
    (kept) => {
      for (const outcome of ['hit', 'miss'] as const) kept.inc({ outcome }, cached[outcome])
    },
    ['outcome'],
  )
  readCounter(
    'byname_signatures_total',
    'Answers of the gateway that were signed.',
    (all) => all.inc(signatures),
    [],
  )
  const shed = counter('byname_shed_requests_total', 'Requests turned away under pressure.', 'kind')
  const limited = counter('byname_limited_requests_total', 'Requests beyond a limit.', 'limit')

  return {
    lookup: countLookups(registry),
    cache: (outcome) => {
      cached[outcome]++
    },
    signature: () => {
      signatures++
    },
    request: (method, route, status, seconds) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    shed: (kind) => shed.inc({ kind }),
    limited: (limit) => limited.inc({ limit }),
    chainCall: (chainId, isAnswered, seconds) =>
      chainCalls.observe({ chain: chainId, outcome: isAnswered ? 'answered' : 'failed' }, seconds),
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
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    text: () => registry.metrics(),
    clusterText: metricsOfWorkers,
  }
}
