import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { type Config, readConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { ensureAdminKey } from '../core/api-keys/ensure-admin.ts'
import { openMetrics, type Service, startService } from '../service.ts'
import { logStart } from '../start-log.ts'
import { sayListening, startWorkers } from '../workers.ts'
import { command, defaulted } from './command.ts'
import { handOverAdminKey } from './hand-over-admin-key.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { readCount } from './read-option.ts'
import { askedToStop, untilStopped } from './until-stopped.ts'

export const serve = command({
  name: 'serve',
  summary:
    'run the service, configured by the environment; in several processes, or one for each core (auto)',
  options: { workers: defaulted('count|auto', '1') },
  run: ({ options }) =>
    cluster.worker ? serveAsWorker(cluster.worker) : serveUntilStopped(readWorkers(options.workers)),
})

const readWorkers = (text: string): number =>
  text === 'auto' || text === '0' ? availableParallelism() : readCount(text)

async function serveUntilStopped(count: number): Promise<void> {
  const asked = askedToStop()
  const { config, secrets } = readConfig()
  await makeDataFolder(config)
  const context = await createContext(config, secrets)
  const { log } = context
  await ensureAdminKey(context, secrets.adminKey, (key) => handOverAdminKey(config, log, key))
  await logStart(context, secrets)
  const { url, metricsUrl, stop } = await (count === 1
    ? startService(context)
    : startWorkersAfter(context, count))
  log.info({ url }, `Byname listens on ${url}, its documentation is at ${url}/docs`)
  if (metricsUrl) log.info({ metricsUrl }, `Its metrics are at ${metricsUrl}`)
  await untilStopped(stop, asked)
}

/** The process that keeps workers serves nothing itself: when they start, what they need once is done, and given back. */
async function startWorkersAfter(context: Context, count: number): Promise<Service> {
  const { close, config, log } = context
  await close()
  const metrics = await openMetrics(context, 'workers')
  const patience = config.stopGrace + longestAnswer(config) + margin
  const { url, stop } = await startWorkers({ count, log, patience })
  return {
    url,
    ...(metrics && { metricsUrl: metrics.url }),
    stop: () => stop().finally(() => metrics?.close()),
  }
}

/** Milliseconds that the slowest request may take: names are read, and paid for. */
const longestAnswer = ({ readTimeout, payment }: Config): number => readTimeout + 2 * (payment?.timeout ?? 0)

/** Milliseconds that a worker may take beyond that. */
const margin = 5_000

async function serveAsWorker(worker: Worker): Promise<void> {
  const { config, secrets } = readConfig()
  const service = await startService(await createContext(config, secrets))
  sayListening(worker, { url: service.url })
  await untilStopped(service.stop)
  worker.disconnect()
}
