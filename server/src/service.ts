import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Context } from './context.ts'
import { keepReconciled } from './core/payments/keep-reconciled.ts'
import { keepPurged } from './core/system/keep-purged.ts'
import { watchSigners } from './signer-watch.ts'
import { UsageError } from './usage-error.ts'
import { serveMetrics } from './watch/serve-metrics.ts'

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
const sweepInterval = 50

/** Builds the service and listens on the configured host and port (0: a free one). */
export async function startService(context: Context): Promise<Service> {
  const app = await buildApp(context)
  const { host, port, stopGrace } = context.config
  const url = await app.listen({ host, port }).catch(explainTaken('PORT', port))
  const metrics = await openMetrics(context)
  const reconciler = reconcilerOf(context)
  const signerWatch = watchSigners(context)
  const purging = purgingOf(context)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    context.lifecycle.beginToStop()
    await delay(stopGrace)
    // A client that keeps its connection would hold up the end with it, once its request is answered.
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepInterval)
    await app.close().finally(() => clearInterval(sweep))
    context.hangUp()
    await reconciler?.stop()
    await signerWatch?.stop()
    await purging.stop()
    await metrics?.close()
    await context.close()
  }
  return {
    url: url.replace(/\/$/, ''),
    ...(metrics && { metricsUrl: metrics.url }),
    stop: () => (stopped ??= stop()),
  }
}

/** Says which setting helps where a port is taken. */
const explainTaken = (setting: string, port: number) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  throw new UsageError(`Port ${port} is taken; choose another one with ${setting}.`)
}

/**
 * Serves metrics where that is configured: those of this process, or of all workers. A worker of a cluster leaves it to its
 * primary, which asks the workers.
 */
export async function openMetrics({ config, metrics }: Context, of: 'process' | 'workers' = 'process') {
  if (!config.metrics) return undefined
  metrics.watchProcess()
  if (cluster.isWorker) return undefined
  const text = of === 'process' ? metrics.text : metrics.clusterText
  return serveMetrics(config.metrics, text).catch(explainTaken('METRICS_PORT', config.metrics.port))
}

/** Deletes rows that were kept for long enough. */
const purgingOf = (context: Context) =>
  keepPurged(context, context.config.retention, {
    purged: ({ challenges, events }) => {
      if (challenges + events > 0) context.log.info({ challenges, events }, 'old rows were deleted')
    },
    failed: (err) => context.log.warn({ err }, 'old rows could not be deleted; trying again'),
  })

/** Looks after payments, where they are taken, and logs what an operator has to know. */
function reconcilerOf(context: Context) {
  const { payments, log } = context
  return (
    payments &&
    keepReconciled(
      { ...context, payments },
      {
        moved: (changes) => log.info({ payments: changes }, 'payments moved on'),
        foreignUse: (nonce) =>
          log.error(nonce, 'the relayer account is used by somebody else; payments may fail until it is not'),
        failed: (err) => log.error({ err }, 'payments could not be looked after; trying again'),
      },
    )
  )
}
