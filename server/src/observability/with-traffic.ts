import type { TrafficCounter } from '../core/traffic.ts'
import type { Metrics } from './metrics.ts'

/** Not part of the traffic: programs send them all the time. */
const probes = new Set(['/health', '/ready'])

/** Metrics that count the traffic of the last day, too. */
export function withTraffic(metrics: Metrics, { addLookup, addRequest }: TrafficCounter): Metrics {
  return {
    ...metrics,
    lookup: (outcome, seconds) => {
      metrics.lookup(outcome, seconds)
      addLookup(outcome, seconds)
    },
    request: (method, route, status, seconds) => {
      metrics.request(method, route, status, seconds)
      if (!probes.has(route)) addRequest(status, seconds)
    },
  }
}
