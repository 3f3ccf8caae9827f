import { execFile } from 'node:child_process'
import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { stderr } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyBaseLogger as Logger } from 'fastify'
import { importDeferred, type OptionalPart } from '../async/defer-import.ts'
import { isBucketUrl } from '../backups/open-target.ts'
import { sendReady, startCluster } from '../cluster.ts'
import {
  type Config,
  environmentWithDefaults,
  readConfig,
  type Secrets,
  takeVariables,
} from '../config/config.ts'
import { type Context, createContext } from '../context.ts'
import { ensureAdminKey } from '../core/api-keys.ts'
import { createSetupToken } from '../core/operators.ts'
import { DatabaseUnavailableError, OperatorError } from '../errors.ts'
import { setupLinkFile } from '../http/credentials/session.ts'
import {
  assertSocketsFit,
  explainListenError,
  type HandedSockets,
  type ListenAddress,
  metricsAddress,
  redirectAddress,
  type Service,
  serviceAddress,
  startMetricsServer,
  takeHandedSockets,
  tlsAddress,
} from '../listen.ts'
import { logStartup } from '../observability/logs.ts'
import { createProcessLog } from '../observability/process-log.ts'
import { startService } from '../server.ts'
import {
  command,
  defaulted,
  ensureDataDir,
  parseCount,
  stopOnShutdown,
  waitForShutdownSignal,
} from './shared.ts'

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
  const sockets = takeHandedSockets()
  const notifying = takeVariables(['NOTIFY_SOCKET'])
  const { config, secrets } = readConfig()
  await assertCanListenAll(config, sockets)
  await ensureDataDir(config)
  const context = await createLoggedContext(config, secrets)
  const { log } = context
  const prepare = () => prepareDatabase(context, secrets)
  const prepared = await settleUnavailable(prepare)
  if (!prepared) log.error(await readOnlyNotice(context))
  await logStartup(context, secrets)
  if (sockets.size > 0) log.info({ sockets: [...sockets.keys()] }, 'It listens on sockets that systemd holds')
  const { url, metricsUrl, stop } = await (count === 1
    ? startAndLoad(context, sockets)
    : replaceWithWorkers(context, count, sockets))
  log.info({ url }, `Byname listens on ${url}, its documentation is at ${url}/docs`)
  if (metricsUrl) log.info({ metricsUrl }, `Its metrics are at ${metricsUrl}`)
  const finish = ({ setupToken }: Prepared) =>
    setupToken === undefined
      ? undefined
      : writeSetupLink(config, log, `${config.publicUrl ?? url}/console#setup=${setupToken}`)
  if (prepared) await finish(prepared)
  // The context of a primary is closed: what is missing then is for the next start.
  else if (count === 1) void prepareLater(context, prepare, finish)
  await notifySystemd(log, notifying)
  await stopOnShutdown(stop, shutdown)
}

/** What a start writes. */
interface Prepared {
  /** For a start without operators. */
  readonly setupToken: string | undefined
}

async function prepareDatabase(context: Context, { adminApiKey }: Secrets): Promise<Prepared> {
  const { config, log } = context
  await ensureAdminKey(context, adminApiKey, (key) => writeAdminKey(config, log, key))
  return { setupToken: await createSetupToken(context) }
}

/** Undefined while the database cannot be written. */
async function settleUnavailable<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return undefined
    throw error
  }
}

/** Why it starts all the same, and until when. */
async function readOnlyNotice({ store }: Context): Promise<string> {
  const { outcome, reason = 'no reason is known' } = await store.tryWrite()
  return (
    `The database cannot be written (${outcome === 'written' ? 'a write has just failed' : reason}). Lookups and reads are served, ` +
    'writes are refused with 503 until it can be written again, without a restart.'
  )
}

const prepareAgainMs = 5_000

async function prepareLater(
  { log, shutdown }: Context,
  prepare: () => Promise<Prepared>,
  finish: (prepared: Prepared) => Promise<void> | undefined,
): Promise<void> {
  for (;;) {
    await delay(prepareAgainMs, undefined, { signal: shutdown, ref: false }).catch(() => {})
    if (shutdown.aborted) return
    try {
      const prepared = await settleUnavailable(prepare)
      if (!prepared) continue
      log.info('The database can be written again')
      await finish(prepared)
    } catch (err) {
      log.error({ err }, 'what a start writes could not be written; the next start does it')
    }
    return
  }
}

/** A unit with Type=notify has started only now (sd_notify(3)). Node cannot write to its socket of datagrams. */
async function notifySystemd(
  log: Logger,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (!variables['NOTIFY_SOCKET']) return
  const env = { ...environmentWithDefaults({}), ...variables }
  await promisify(execFile)('systemd-notify', ['--ready'], { env }).catch((err: unknown) =>
    log.error({ err }, 'systemd does not learn that the service has started, and will stop it'),
  )
}

async function assertCanListenAll(config: Config, sockets: HandedSockets): Promise<void> {
  assertSocketsFit(sockets, config)
  if (config.metrics) await assertCanListen({ ...config.metrics, ...metricsAddress })
  if (sockets.size > 0) return
  await assertCanListen({ ...config, ...serviceAddress })
  if (!config.tls) return
  const { host, port, redirectPort } = config.tls
  await assertCanListen({ host, port, ...tlsAddress })
  await assertCanListen({ host, port: redirectPort, ...redirectAddress })
}

/** Listens for a moment, so that a wrong address is known before anything is stored. */
async function assertCanListen(address: ListenAddress): Promise<void> {
  const listener = createServer().listen({ host: address.host, port: address.port })
  await once(listener, 'listening').catch(explainListenError(address))
  listener.close()
  await once(listener, 'close')
}

function createLoggedContext(config: Config, secrets: Secrets): Promise<Context> {
  return createContext(config, secrets, { log: createProcessLog(config) })
}

/** Loads what later requests need, so that the service depends on no file of the installation that an upgrade moves. */
async function startAndLoad(context: Context, sockets: HandedSockets): Promise<Service> {
  const service = await startService(context, sockets)
  await importDeferred(partsOf(context.config), (err) =>
    context.log.error({ err }, 'requests that need this will fail'),
  )
  return service
}

/** Those that the settings ask for. */
function partsOf({ tls, backup, anchor }: Config): ReadonlySet<OptionalPart> {
  const isUsed: Readonly<Record<OptionalPart, boolean>> = {
    certificates: tls !== undefined,
    backups: backup.recipient !== undefined,
    buckets: [backup.target ?? '', ...anchor.targets.map(({ place }) => place)].some(isBucketUrl),
    kms: Object.values(anchor.kms?.keys ?? {}).some((key) => key !== undefined),
  }
  return new Set((Object.keys(isUsed) as OptionalPart[]).filter((part) => isUsed[part]))
}

/** The primary serves nothing itself; its context is only for the work of a start. */
async function replaceWithWorkers(context: Context, count: number, sockets: HandedSockets): Promise<Service> {
  const { close, config, log } = context
  await close()
  const metrics = await startMetricsServer(context, 'workers')
  const stopTimeoutMs = config.shutdownGraceMs + maxRequestMs(config) + workerShutdownMarginMs
  const { url, stop } = await startCluster({ count, log, stopTimeoutMs, sockets })
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
  const sockets = takeHandedSockets()
  const { config, secrets } = readConfig()
  const service = await startAndLoad(await createLoggedContext(config, secrets), sockets)
  sendReady(worker, { url: service.url })
  await stopOnShutdown(service.stop)
  worker.disconnect()
}

/**
 * Shows a new admin key once: on the terminal, else in a file of the data folder that only its owner can read. Never
 * logs the key.
 *
 * @throws OperatorError when the file exists: it may be the only copy of another database's key.
 */
async function writeAdminKey({ dataDir }: Config, log: Logger, key: string): Promise<void> {
  if (stderr.isTTY) {
    stderr.write(`Admin key, shown only once: ${key}\n`)
    return
  }
  const file = join(dataDir, 'admin-key')
  await writeSecretFile(file, key)
  log.warn({ file }, `The first admin key is in ${file}. Move it to where you keep secrets.`)
}

/** Flushed to disk; removed on failure. */
async function writeSecretFile(file: string, secret: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new OperatorError(
      `${file} holds the admin key of another database. Move it away: this database gets its first key.`,
    )
  })
  try {
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/**
 * Shows the link with which a wallet becomes the first operator: on the terminal, else in a file of the data folder that
 * only its owner can read. Its use removes the file, a later start replaces it. Never logs the link.
 */
async function writeSetupLink(config: Config, log: Logger, link: string): Promise<void> {
  if (stderr.isTTY) {
    stderr.write(`Open this link once, within a day, to become the operator: ${link}\n`)
    return
  }
  const file = setupLinkFile(config)
  try {
    await writeFile(file, `${link}\n`, { mode: 0o600 })
  } catch (err) {
    log.error(
      { err, file },
      'the link for the first operator could not be written; the next start writes one',
    )
    return
  }
  log.warn({ file }, `No wallet is an operator. Open the link in ${file} within a day to become one.`)
}
