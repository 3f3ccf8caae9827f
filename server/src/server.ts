import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { repeat } from './async/repeat.ts'
import type { Context } from './context.ts'
import { type PurgeCounts, purgePeriodically } from './core/health/purge-periodically.ts'
import { type ReconcilerObserver, runReconciler } from './core/payments/reconciler.ts'
import { indexNamesPeriodically } from './core/policies/index-names.ts'
import { writeLookupsPeriodically } from './core/statistics/write-lookups.ts'
import { writeTrafficPeriodically } from './core/traffic/write.ts'
import { type DispatchListener, dispatchWebhooks } from './core/webhooks/dispatcher.ts'
import { createIdleConnectionCloser } from './http/idle-connections.ts'
import { runHealthMonitor } from './observability/health-log.ts'
import { serveMetrics } from './observability/metrics-server.ts'
import { OperatorError } from './operator-error.ts'

export interface Service {
  /** Local base URL, without a trailing slash. */
  readonly url: string
  /** Absent without metrics. */
  readonly metricsUrl?: string
  /**
   * Fails `/ready`, serves requests for the grace period, completes those in flight and closes the context. Idempotent.
   */
  readonly stop: () => Promise<void>
}

const sweepIntervalMs = 50

/** Port 0: any free one. */
export async function startService(context: Context): Promise<Service> {
  const app = await buildApp(context)
  const closeIdleConnections = createIdleConnectionCloser(app.server)
  const { host, port, shutdownGraceMs } = context.config
  const url = await app.listen({ host, port }).catch(explainListenError({ host, port, ...serviceAddress }))
  const metricsServer = await startMetricsServer(context)
  const draining = new AbortController()
  const tasks = [
    runReconciling,
    runHealthMonitor,
    runReloadingSigners,
    runPurging,
    runWritingLookups,
    runWritingTraffic,
    runDispatching,
    runIndexing,
  ]
  const backgroundTasks = tasks.map((run) => run(context, draining.signal))
  let stopping: Promise<void> | undefined
  const stop = async () => {
    context.beginShutdown()
    await delay(shutdownGraceMs)
    // An idle keep-alive connection would delay the shutdown.
    const sweepTimer = setInterval(closeIdleConnections, sweepIntervalMs)
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

/** Where to listen, and the settings that say so. */
export interface ListenAddress {
  readonly host: string
  /** 0: a free port. */
  readonly port: number
  readonly hostSetting: string
  readonly portSetting: string
}

export const serviceAddress = { hostSetting: 'HOST', portSetting: 'PORT' }
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
  { config, metrics }: Context,
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

const signerReloadMs = 2000

/** A key that `signers rotate` has written is in use without a restart. */
function runReloadingSigners({ log, reloadSigners, signers }: Context, signal: AbortSignal): Promise<void> {
  let failure = ''
  const reload = async () => {
    try {
      if (await reloadSigners())
        log.info(
          Object.fromEntries([...signers].map(([chain, all]) => [chain, all.map(({ address }) => address)])),
          'the signing keys have changed',
        )
      failure = ''
    } catch (error) {
      const message = error instanceof OperatorError ? error.message : String(error)
      if (message !== failure) log.error(`${message} The keys read before stay in use.`)
      failure = message
    }
  }
  return repeat(signerReloadMs, reload, signal)
}

function runPurging(context: Context, signal: AbortSignal): Promise<void> {
  const { config, log } = context
  const listener = {
    onPurged: ({ challenges, events }: PurgeCounts) => {
      if (challenges + events > 0) log.info({ challenges, events }, 'old rows were deleted')
    },
    onError: (err: unknown) => log.warn({ err }, 'old rows could not be deleted; retrying'),
  }
  return purgePeriodically(context, config.retentionMs, listener, signal)
}

function runDispatching(context: Context, signal: AbortSignal): Promise<void> {
  const { log, metrics } = context
  const listener: DispatchListener = {
    onAttempt: ({ outcome }) => metrics.webhookAttempt(outcome),
    onSwitchedOff: ({ id, disabledReason }) =>
      log.warn({ webhook: id, disabledReason }, 'a webhook was disabled'),
    onError: (err) => log.warn({ err }, 'webhooks could not be delivered; retrying'),
  }
  return dispatchWebhooks(context, listener, signal)
}

function runIndexing(context: Context, signal: AbortSignal): Promise<void> {
  const onError = (err: unknown) =>
    context.log.warn({ err }, 'names could not be indexed for a policy; retrying')
  return indexNamesPeriodically(context, onError, signal)
}

function runWritingLookups(context: Context, signal: AbortSignal): Promise<void> {
  const onError = (err: unknown) => context.log.warn({ err }, 'lookup statistics could not be written')
  return writeLookupsPeriodically(context, onError, signal)
}

function runWritingTraffic(context: Context, signal: AbortSignal): Promise<void> {
  const { log, health } = context
  const listener = {
    onWritten: () => health.noteWrite(true),
    onError: (err: unknown) => {
      health.noteWrite(false)
      log.warn({ err }, 'traffic could not be written; retrying')
    },
  }
  return writeTrafficPeriodically(context, listener, signal)
}

async function runReconciling(context: Context, signal: AbortSignal): Promise<void> {
  const { payments, log } = context
  if (!payments) return
  const observer: ReconcilerObserver = {
    onProgress: (changes) => log.info({ payments: changes }, 'payments changed state'),
    onForeignNonce: (nonce) =>
      log.error(nonce, 'another program sends transactions from the relayer account; payments may fail'),
    onError: (err) => log.error({ err }, 'payments could not be reconciled; retrying'),
  }
  await runReconciler({ ...context, payments }, observer, signal)
}
