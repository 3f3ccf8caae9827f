import { readConfig } from '../config/config.ts'
import { OperatorError } from '../errors.ts'
import { assertSocketsFit, takeHandedSockets } from '../listen.ts'
import { createProcessLog } from '../observability/process-log.ts'
import { startRegionalGateway } from '../regional-gateway.ts'
import { command, stopOnShutdown, waitForShutdownSignal } from './shared.ts'

export const gateway = command({
  name: 'gateway',
  summary:
    'answer lookups only, from a replica of the database near it (DATABASE_URL), with a signing key of its own, also while the ' +
    'registry is gone; configured by the environment',
  run: async () => {
    const shutdown = waitForShutdownSignal()
    const sockets = takeHandedSockets()
    const { config, secrets } = readConfig()
    if (secrets.databaseReplicaUrls.length > 0)
      throw new OperatorError(
        'A gateway reads one database: set DATABASE_URL to its replica, and leave DATABASE_REPLICA_URL out.',
      )
    assertSocketsFit(sockets, { tls: undefined })
    const log = createProcessLog(config)
    const { url, metricsUrl, stop } = await startRegionalGateway(config, secrets, log, sockets)
    log.info({ url }, `The gateway listens on ${url}`)
    if (metricsUrl) log.info({ metricsUrl }, `Its metrics are at ${metricsUrl}`)
    await stopOnShutdown(stop, shutdown)
  },
})
