import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'
import { type PurgeCounts, purgePeriodically } from './core/health/purge-periodically.ts'
import { type ReconcilerObserver, runReconciler } from './core/payments/reconciler.ts'
import { serveMetrics } from './observability/metrics-server.ts'
import { runSignerMonitor } from './observability/signer-monitor.ts'
import { OperatorError } from './operator-error.ts'

/** A service that listens. */
export interface Service {
  /** Base URL under which this process is reached on its own machine, without a trailing slash. */
  readonly url: string
  /** URL of its metrics; absent where none are served. */
  readonly metricsUrl?: string
  /**
   * Says at `/ready` that it stops, takes requests until balancers have had time to see that, and then none; finishes those in
   * flight, then gives back the context. Further calls do nothing more.
   */
  readonly stop: () => Promise<void>
}

/** Milliseconds between looks for connections that have become idle while the service stops. */
const sweepIntervalMs = 50

/** Builds the service and listens on the configured host and port (0: a free one). */
export async function startService(context: Context): Promise<Service> {
  const app = await buildApp(context)
  const { host, port, shutdownGraceMs } = context.config
  const url = await app.listen({ host, port }).catch(explainPortInUse('PORT', port))
  const metricsServer = await startMetricsServer(context)
  const draining = new AbortController()
  const backgroundTasks = [runReconciling, runSignerMonitor, runPurging].map((run) =>
    run(context, draining.signal),
  )
  let stopping: Promise<void> | undefined
  const stop = async () => {
    context.beginShutdown()
    await delay(shutdownGraceMs)
    // A client that keeps its connection would hold up the end with it, once its request is answered.
    const sweepTimer = setInterval(() => app.server.closeIdleConnections(), sweepIntervalMs)
    await app.close().finally(() => clearInterval(sweepTimer))
    context.abortRpc()
    draining.abort()
    await Promise.all(backgroundTasks)
    await metricsServer?.close()
    await context.close()
  }
  return {
    url: url.replace(/\/$/, ''),
    ...(metricsServer && { metricsUrl: metricsServer.url }),
    stop: () => (stopping ??= stop()),
  }
}

/** Says which setting helps where a port is taken. */
function explainPortInUse(setting: string, port: number) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new OperatorError(`Port ${port} is taken; choose another one with ${setting}.`)
  }
}

/**
 * Serves metrics where that is configured: those of this process, or of all workers. A worker of a cluster leaves it to its
 * primary, which asks the workers.
 */
export async function startMetricsServer(
  { config, metrics }: Context,
  scope: 'process' | 'workers' = 'process',
) {
  if (!config.metrics) return undefined
  metrics.collectProcessMetrics()
  if (cluster.isWorker) return undefined
  const readMetrics = scope === 'process' ? metrics.text : metrics.clusterText
  return serveMetrics(config.metrics, readMetrics).catch(
    explainPortInUse('METRICS_PORT', config.metrics.port),
  )
}

/** Deletes rows whose retention has passed. */
function runPurging(context: Context, signal: AbortSignal): Promise<void> {
  const { config, log } = context
  const listener = {
    onPurged: ({ challenges, events }: PurgeCounts) => {
      if (challenges + events > 0) log.info({ challenges, events }, 'old rows were deleted')
    },
    onError: (err: unknown) => log.warn({ err }, 'old rows could not be deleted; trying again'),
  }
  return purgePeriodically(context, config.retentionMs, listener, signal)
}

/** Reconciles payments, where they are taken, and logs what the operator has to know. */
async function runReconciling(context: Context, signal: AbortSignal): Promise<void> {
  const { payments, log } = context
  if (!payments) return
  const observer: ReconcilerObserver = {
    onProgress: (changes) => log.info({ payments: changes }, 'payments changed state'),
    onForeignNonce: (nonce) =>
      log.error(nonce, 'another program sends transactions from the relayer account; payments may fail'),
    onError: (err) => log.error({ err }, 'payments could not be reconciled; trying again'),
  }
  await runReconciler({ ...context, payments }, observer, signal)
}
