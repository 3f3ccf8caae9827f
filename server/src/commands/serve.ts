import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { pino } from 'pino'
import { importDeferred } from '../async/defer-import.ts'
import { sendReady, startCluster } from '../cluster.ts'
import { type Config, readConfig, type Secrets } from '../config/config.ts'
import { type Context, createContext } from '../context.ts'
import { ensureAdminKey } from '../core/api-keys/ensure-admin.ts'
import { createSetupToken } from '../core/operators/create-setup-token.ts'
import { logStartup } from '../observability/startup-log.ts'
import {
  explainListenError,
  type ListenAddress,
  metricsAddress,
  type Service,
  serviceAddress,
  startMetricsServer,
  startService,
} from '../server.ts'
import { command, defaulted } from './command.ts'
import { ensureDataDir } from './make-data-folder.ts'
import { parseCount } from './read-option.ts'
import { stopOnShutdown, waitForShutdownSignal } from './wait-for-shutdown-signal.ts'
import { writeAdminKey } from './write-admin-key.ts'
import { writeSetupLink } from './write-setup-link.ts'

export const serve = command({
  name: 'serve',
  summary:
    'run the service, configured by the environment; in several processes, or one for each core (auto)',
  options: { workers: defaulted('count|auto', '1') },
  run: ({ options }) =>
    cluster.worker ? serveAsWorker(cluster.worker) : serveUntilShutdown(parseWorkerCount(options.workers)),
})

function parseWorkerCount(text: string): number {
  return text === 'auto' || text === '0' ? availableParallelism() : parseCount(text)
}

async function serveUntilShutdown(count: number): Promise<void> {
  const shutdown = waitForShutdownSignal()
  const { config, secrets } = readConfig()
  await assertCanListen({ ...config, ...serviceAddress })
  if (config.metrics) await assertCanListen({ ...config.metrics, ...metricsAddress })
  await ensureDataDir(config)
  const context = await createLoggedContext(config, secrets)
  const { log } = context
  await ensureAdminKey(context, secrets.adminApiKey, (key) => writeAdminKey(config, log, key))
  const setupToken = await createSetupToken(context)
  await logStartup(context, secrets)
  const { url, metricsUrl, stop } = await (count === 1
    ? startAndLoad(context)
    : replaceWithWorkers(context, count))
  log.info({ url }, `Byname listens on ${url}, its documentation is at ${url}/docs`)
  if (metricsUrl) log.info({ metricsUrl }, `Its metrics are at ${metricsUrl}`)
  if (setupToken) await writeSetupLink(config, log, `${config.publicUrl ?? url}/console#setup=${setupToken}`)
  await stopOnShutdown(stop, shutdown)
}

/** Listens for a moment, so that a wrong address is known before anything is stored. */
async function assertCanListen(address: ListenAddress): Promise<void> {
  const listener = createServer().listen({ host: address.host, port: address.port })
  await once(listener, 'listening').catch(explainListenError(address))
  listener.close()
  await once(listener, 'close')
}

/** Standard error has JSON lines only: warnings of Node and of libraries are logged. */
function createLoggedContext(config: Config, secrets: Secrets): Promise<Context> {
  const log = pino({ level: config.logLevel })
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, message))
  return createContext(config, secrets, { log })
}

/** Loads what later requests need, so that the service depends on no file of the installation that an upgrade moves. */
async function startAndLoad(context: Context): Promise<Service> {
  const service = await startService(context)
  await importDeferred((err) => context.log.error({ err }, 'requests that need this will fail'))
  return service
}

/** The primary serves nothing itself; its context is only for the work of a start. */
async function replaceWithWorkers(context: Context, count: number): Promise<Service> {
  const { close, config, log } = context
  await close()
  const metrics = await startMetricsServer(context, 'workers')
  const stopTimeoutMs = config.shutdownGraceMs + maxRequestMs(config) + workerShutdownMarginMs
  const { url, stop } = await startCluster({ count, log, stopTimeoutMs })
  return {
    url,
    ...(metrics && { metricsUrl: metrics.url }),
    stop: () => stop().finally(() => metrics?.close()),
  }
}

function maxRequestMs({ resolveTimeoutMs: readTimeout, payment }: Config): number {
  return readTimeout + 2 * (payment?.timeoutMs ?? 0)
}

const workerShutdownMarginMs = 5_000

async function serveAsWorker(worker: Worker): Promise<void> {
  const { config, secrets } = readConfig()
  const service = await startAndLoad(await createLoggedContext(config, secrets))
  sendReady(worker, { url: service.url })
  await stopOnShutdown(service.stop)
  worker.disconnect()
}
