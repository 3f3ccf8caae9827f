import type { Config } from '../config/config.ts'
import { type Metrics, noopMetrics } from './metrics.ts'

/** Without a port for metrics, none are counted, and no library is loaded. */
export async function createMetrics({ metrics }: Pick<Config, 'metrics'>): Promise<Metrics> {
  if (!metrics) return noopMetrics
  const { createPrometheusMetrics } = await import('./prometheus.ts')
  return createPrometheusMetrics()
}
