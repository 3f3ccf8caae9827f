import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger as Logger } from 'fastify'
import { deferImport } from './async/defer-import.ts'
import type { Config, Secrets } from './config/config.ts'
import type { LookupContext } from './core/context.ts'
import { deriveSecret } from './core/derived-secret.ts'
import { createGatewayHealth, isFarBehind } from './core/health/gateway-health.ts'
import { fallThrough } from './core/lookup/fall-through.ts'
import {
  createFormerGateways,
  type FormerGateways,
  formerGatewayLimits,
} from './core/lookup/former-gateways.ts'
import { formatLag } from './core/lookup/lag.ts'
import { createNameCache } from './core/lookup/name-cache.ts'
import { createProbeNames, probeSecretPurpose } from './core/lookup/probe-names.ts'
import { respondToLookup } from './core/lookup/respond-to-lookup.ts'
import { respondToSealed } from './core/lookup/respond-to-sealed.ts'
import { createResponseCache, type SignedLookup } from './core/lookup/response-cache.ts'
import { AppError } from './errors.ts'
import type { Respond } from './http/gateway/handler.ts'
import { createProbeHandler } from './http/gateway/probes.ts'
import { createInputBuffers } from './http/load-shedding/input-buffers.ts'
import { createOutputBuffers } from './http/load-shedding/output-buffers.ts'
import { createOverloadMonitor } from './http/load-shedding/overload-monitor.ts'
import { handleClientError } from './http/server/client-error-handler.ts'
import { createGatewayServer, createServerCloser } from './http/server/http-server.ts'
import { reloadSigners, startJobs } from './job.ts'
import {
  explainListenError,
  type HandedSockets,
  type ListenAddress,
  type Service,
  serviceAddress,
  startMetricsServer,
  targetOf,
} from './listen.ts'
import { createMetrics } from './observability/create-metrics.ts'
import { withErrorSerializer } from './observability/error-serializer.ts'
import { createReasonLog, registerStateGauges } from './observability/health.ts'
import { registerLookupGauges } from './observability/lookup-gauges.ts'
import type { Metrics } from './observability/metrics.ts'
import { addressesByChain, openSigners } from './signing/open-signers.ts'
import { signerSources } from './signing/signer-sources.ts'
import { createSigningQueue } from './signing/signing-queue.ts'
import { openReplicaStore, type ReplicaStore } from './store/replica-store.ts'

/** Large, and most gateways have no domain with a former gateway. */
const importOutbound = deferImport(() => import('./rpc/ssrf-safe-fetch.ts'))

/**
 * A gateway in another region: answers lookups from a replica of the registry's database, `/health` and `/ready`, and
 * nothing else. It writes nothing, and what a service learns of lookups is not kept: statistics, and names of former gateways.
 *
 * @throws OperatorError as `openReplicaStore` does, for malformed keys, and when it cannot listen.
 */
export async function startRegionalGateway(
  config: Config,
  secrets: Pick<Secrets, 'databaseUrl' | 'signerKeys'>,
  givenLog: Logger,
  sockets: HandedSockets = new Map(),
): Promise<Service> {
  const log = withErrorSerializer(givenLog)
  const metrics = await createMetrics(config)
  const openedSigners = await openSigners({
    sources: signerSources(config, secrets),
    log,
    onSign: metrics.signature,
    onChange: () => lookups.responseCache.clear(),
  })
  const store = await openReplicaStore({ url: secrets.databaseUrl, acquireQueue: config.databaseQueue })
  const shutdown = new AbortController()
  const former = createLateFormerGateways(config, metrics)
  const lookups: LookupContext = {
    store,
    signers: openedSigners.signers,
    signingQueue: createSigningQueue(),
    nameCache: createNameCache(store, {
      maxBytes: config.gatewayCacheBytes.names,
      isVersionExact: false,
    }),
    probeNames: createProbeNames(await deriveSecret({ store: { db: store.read } }, probeSecretPurpose)),
    responseCache: createResponseCache(config.gatewayCacheBytes.responses, metrics.cacheLookup),
    respondToSealed,
    fallThrough: (lookup) =>
      fallThrough({ formerGateways: former.gateways, clock: Date.now, ...unkept }, lookup),
    clock: Date.now,
    rules: config,
    lookupCounter: { record: () => {} },
  }
  const outputBuffers = createOutputBuffers(config.responseBuffers, () => metrics.requestShed('slow reader'))
  const inputBuffers = createInputBuffers(config.requestBuffers, () => metrics.requestShed('request body'))
  const overloadMonitor = createOverloadMonitor({
    maxDelayMs: config.overload.maxEventLoopDelayMs,
    outputFillRatio: outputBuffers.fillRatio,
  })
  const http = {
    config,
    log,
    metrics,
    inputBuffers,
    outputBuffers,
    overloadMonitor,
    clock: Date.now,
    shutdown: shutdown.signal,
  }
  const readHealth = createGatewayHealth(
    { ...lookups, store },
    { ...createReasonLog(log), lag: config.gatewayLag, shutdown: shutdown.signal },
  )
  registerLookupGauges(metrics, {
    ...lookups,
    store,
    formerGateways: former.gateways,
    overloadMonitor,
    outputBuffers,
    inputBuffers,
  })
  registerStateGauges(metrics, readHealth)
  const server = createGatewayServer(
    http,
    respondWithin(config.gatewayLag, store, (lookup) => respondToLookup(lookups, lookup)),
    createProbeHandler({ ...http, readHealth }),
  ).on('clientError', handleClientError)
  const closeServer = createServerCloser(server)
  const closeStore = async () => {
    overloadMonitor.close()
    outputBuffers.close()
    openedSigners.close()
    await former.close()
    await store.close()
  }
  const url = await listen(server, { ...config, ...serviceAddress }, sockets).catch(
    async (error: unknown) => {
      await closeStore()
      throw error
    },
  )
  const metricsServer = await startMetricsServer({ config, metrics })
  const stopJobs = startJobs({ log }, [
    reloadSigners({ log, reloadSigners: openedSigners.reload }),
    { name: 'health', intervalMs: healthIntervalMs, run: () => readHealth().then(() => {}) },
  ])
  logStart(log, config, lookups, store)
  const stop = async () => {
    shutdown.abort()
    await delay(config.shutdownGraceMs)
    await closeServer(() => closed(server))
    await stopJobs()
    await metricsServer?.close()
    await closeStore()
  }
  let stopping: Promise<void> | undefined
  return {
    url,
    ...(metricsServer && { metricsUrl: metricsServer.url }),
    stop: () => (stopping ??= stop()),
  }
}

/** So that a reason is logged although no balancer reads `/ready`. */
const healthIntervalMs = 5_000

/**
 * Beyond the bound nothing is answered, so that clients use another gateway of the resolver. Before it, the registry learns from its
 * self-probe that the replica is behind.
 */
function respondWithin(lag: Config['gatewayLag'], store: ReplicaStore, respond: Respond): Respond {
  const withLag = (lookup: SignedLookup): SignedLookup =>
    lookup.isProbe && isFarBehind(store, lag) ? { ...lookup, lag: formatLag(store.lagMs()) } : lookup
  return (lookup) => {
    if (store.lagMs() > lag.maxMs)
      throw new AppError(
        'ServiceUnavailableException',
        'This gateway has not heard from its registry for too long. Use another gateway of the resolver.',
      )
    const response = respond(lookup)
    return response instanceof Promise ? response.then(withLag) : withLag(response)
  }
}

/** What a service learns of names at former gateways, and a replica cannot write. */
const unkept = { formerNameLog: { record: () => {} }, importQueue: { add: () => {} } }

interface LateFormerGateways {
  readonly gateways: FormerGateways
  readonly close: () => Promise<void>
}

/** Loads the client of former gateways with the first lookup that needs it. */
function createLateFormerGateways(
  { outboundAllowedOrigins, gatewaySignatureTtlSeconds }: Config,
  { formerGatewayRequest }: Metrics,
): LateFormerGateways {
  let opening: Promise<OutboundClient> | undefined
  const open = async () => {
    const { createSsrfSafeFetch } = await importOutbound()
    const { maxConcurrent } = formerGatewayLimits
    return createSsrfSafeFetch({ allowedOrigins: outboundAllowedOrigins, maxConcurrent })
  }
  const gateways = createFormerGateways({
    fetchFor: (client) => async (request) => {
      opening ??= open()
      return (await opening).fetchFor(client)(request)
    },
    clock: Date.now,
    maxAgeMs: gatewaySignatureTtlSeconds * 1000,
    onOutcome: formerGatewayRequest,
  })
  return {
    gateways,
    close: async () => {
      gateways.close()
      await (await opening)?.close()
    },
  }
}

type OutboundClient = ReturnType<Awaited<ReturnType<typeof importOutbound>>['createSsrfSafeFetch']>

type GatewayServer = ReturnType<typeof createGatewayServer>

/** Returns the local base URL. */
async function listen(
  server: GatewayServer,
  address: ListenAddress,
  sockets: HandedSockets,
): Promise<string> {
  server.listen(targetOf(sockets, 'http', address))
  await once(server, 'listening').catch(explainListenError(address))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server has no address.')
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`
}

async function closed(server: GatewayServer): Promise<void> {
  const end = once(server, 'close')
  server.close()
  await end
}

function logStart(
  log: Logger,
  { gatewayLag }: Config,
  { signers }: LookupContext,
  store: ReplicaStore,
): void {
  const { title } = store.replicaState()
  log.info(
    {
      database: title,
      signers: addressesByChain(signers),
      lag: gatewayLag,
    },
    'Byname starts as a gateway',
  )
  for (const sentence of store.advice()) log.warn(sentence)
}
