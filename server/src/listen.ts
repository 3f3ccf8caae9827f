import cluster from 'node:cluster'
import type { Context } from './context.ts'
import { OperatorError } from './errors.ts'
import { serveMetrics } from './observability/metrics.ts'

export interface Service {
  /** Local base URL, without a trailing slash. */
  readonly url: string
  /** Of its own TLS; absent: off. */
  readonly tlsPorts?: { readonly https: number; readonly http: number }
  /** Absent without metrics. */
  readonly metricsUrl?: string
  /**
   * Fails `/ready`, serves requests for the grace period, completes those in flight and closes the context. Idempotent.
   */
  readonly stop: () => Promise<void>
}

/** Where to listen, and the settings that say so. */
export interface ListenAddress {
  readonly host: string
  /** 0: a free port. */
  readonly port: number
  readonly hostSetting: string
  readonly portSetting: string
}

export const serviceAddress = { hostSetting: 'HOST', portSetting: 'PORT' }
export const tlsAddress = { hostSetting: 'TLS_HOST', portSetting: 'TLS_PORT' }
export const redirectAddress = { hostSetting: 'TLS_HOST', portSetting: 'TLS_REDIRECT_PORT' }
export const metricsAddress = { hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' }

/** @throws OperatorError naming the setting to change; other errors as they are. */
export function explainListenError({ host, port, hostSetting, portSetting }: ListenAddress) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} is taken. Choose another one with ${portSetting}.`)
    if (error.code === 'EACCES')
      throw new OperatorError(`Port ${port} needs privileges. Choose one above 1023 with ${portSetting}.`)
    if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL' || error.code === 'EINVAL')
      throw new OperatorError(
        `${host} is not an address of this machine (${error.code}). Choose another one with ${hostSetting}.`,
      )
    throw error
  }
}

/** Serves metrics, if configured. A worker leaves it to its primary, which requests them. */
export async function startMetricsServer(
  { config, metrics }: Pick<Context, 'config' | 'metrics'>,
  scope: 'process' | 'workers' = 'process',
) {
  if (!config.metrics) return undefined
  metrics.collectProcessMetrics()
  if (cluster.isWorker) return undefined
  const readMetrics = scope === 'process' ? metrics.text : metrics.clusterText
  return serveMetrics(config.metrics, readMetrics).catch(
    explainListenError({ ...config.metrics, ...metricsAddress }),
  )
}
