import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'
import { purgePeriodically } from './core/health/purge-periodically.ts'
import { runReconciler } from './core/payments/reconciler.ts'
import { serveMetrics } from './observability/metrics-server.ts'
import { startSignerMonitor } from './observability/signer-monitor.ts'
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
  const { host, port, shutdownGraceMs: stopGrace } = context.config
  const url = await app.listen({ host, port }).catch(explainPortInUse('PORT', port))
  const metricsServer = await startMetricsServer(context)
  const reconciler = startReconciler(context)
  const signerMonitor = startSignerMonitor(context)
  const purger = startPurging(context)
  let stopping: Promise<void> | undefined
  const stop = async () => {
    context.lifecycle.beginShutdown()
    await delay(stopGrace)
    // A client that keeps its connection would hold up the end with it, once its request is answered.
    const sweepTimer = setInterval(() => app.server.closeIdleConnections(), sweepIntervalMs)
    await app.close().finally(() => clearInterval(sweepTimer))
    context.abortRpc()
    await reconciler?.stop()
    await signerMonitor?.stop()
    await purger.stop()
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

/** Deletes rows that were kept for long enough. */
function startPurging(context: Context) {
  return purgePeriodically(context, context.config.retentionMs, {
    onPurged: ({ challenges, events }) => {
      if (challenges + events > 0) context.log.info({ challenges, events }, 'old rows were deleted')
    },
    onError: (err) => context.log.warn({ err }, 'old rows could not be deleted; trying again'),
  })
}

/** Looks after payments, where they are taken, and logs what an operator has to know. */
function startReconciler(context: Context) {
  const { payments, log } = context
  return (
    payments &&
    runReconciler(
      { ...context, payments },
      {
        onProgress: (changes) => log.info({ payments: changes }, 'payments moved on'),
        onForeignNonce: (nonce) =>
          log.error(nonce, 'the relayer account is used by somebody else; payments may fail until it is not'),
        onError: (err) => log.error({ err }, 'payments could not be looked after; trying again'),
      },
    )
  )
}
