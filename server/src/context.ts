import type { FastifyBaseLogger as Logger } from 'fastify'
import { pino } from 'pino'
import type { Hex } from 'viem'
import { createAuthority } from './acme/authority.ts'
import type { AnchorContext } from './anchor/anchor-context.ts'
import { anchorSettings } from './anchor/anchor-settings.ts'
import { createSemaphore } from './async/limits.ts'
import { shipLog } from './backups/log/ship-log.ts'
import { readBackupFacts } from './backups/state.ts'
import { createSignatureVerifier } from './chain/signatures.ts'
import type { Config, Secrets } from './config/config.ts'
import { createAlertMemory } from './core/alerts/alerts.ts'
import { endClaimsOfOthers } from './core/claims/end-taken.ts'
import type { CoreContext } from './core/context.ts'
import { deriveSecret } from './core/derived-secret.ts'
import type { AnchorSettings } from './core/domains/anchor.ts'
import { noteAnchorOnChain } from './core/domains/anchor-events.ts'
import { createEventWatcher } from './core/events/event-watcher.ts'
import { systemCause } from './core/events/new-event.ts'
import { createHealthMonitor, type HealthMonitor } from './core/health/health-monitor.ts'
import { createImageCache } from './core/images/image-cache.ts'
import { fallThrough } from './core/lookup/fall-through.ts'
import { createFormerGateways, formerGatewayLimits } from './core/lookup/former-gateways.ts'
import { readFormerHoldings } from './core/lookup/former-holding.ts'
import { createFormerNameLog } from './core/lookup/former-name-log.ts'
import { createFormerWildcards } from './core/lookup/former-presence.ts'
import { importName } from './core/lookup/import-on-read.ts'
import { createImportQueue } from './core/lookup/import-queue.ts'
import { createNameCache } from './core/lookup/name-cache.ts'
import { createProbeNames, probeSecretPurpose } from './core/lookup/probe-names.ts'
import { respondToSealed } from './core/lookup/respond-to-sealed.ts'
import { createResponseCache } from './core/lookup/response-cache.ts'
import { createCursors } from './core/page.ts'
import { assertPolicy, assertPolicyInTransaction } from './core/policies/assert-policy.ts'
import { consumeToken } from './core/policies/consume-token.ts'
import { assertIssuable, assertNotSealed } from './core/seals/assert-not-sealed.ts'
import { findSealsOfDomain, findZoneSeals } from './core/seals/find-seals.ts'
import { createApiRequestLog } from './core/statistics/api-request-log.ts'
import { createLookupCounter } from './core/statistics/lookup-counter.ts'
import { createTrafficCounter } from './core/traffic.ts'
import { maxWebhookRequests } from './core/webhooks/dispatcher.ts'
import { exportLinesOf } from './http/export-lines.ts'
import { createInputBuffers, type InputBuffers } from './http/load-shedding/input-buffers.ts'
import { createOutputBuffers, type OutputBuffers } from './http/load-shedding/output-buffers.ts'
import { createOverloadMonitor, type OverloadMonitor } from './http/load-shedding/overload-monitor.ts'
import { createMailer } from './mail/mailer.ts'
import { type Cards, createCards } from './media/cards.ts'
import { openMedia } from './media/open-media.ts'
import { originOfHost } from './model/domain-host.ts'
import { createMetrics } from './observability/create-metrics.ts'
import { withErrorSerializer } from './observability/error-serializer.ts'
import {
  createHealthLog,
  createRpcMonitor,
  readFreeDisk,
  registerHealthGauges,
} from './observability/health.ts'
import { createLogOutput } from './observability/log-output.ts'
import { registerLookupGauges } from './observability/lookup-gauges.ts'
import { createMachineClaims } from './observability/machine-claims.ts'
import type { Metrics } from './observability/metrics.ts'
import { withTraffic } from './observability/with-traffic.ts'
import { openPayments } from './payments/open-payments.ts'
import { createPushSender } from './push/push-sender.ts'
import { contactOf, createVapidKey } from './push/vapid.ts'
import { createChainClients, type OnRpcCall } from './rpc/operator.ts'
import { isPublicHost, notPublicError, type OriginSet, withLoopback } from './rpc/outbound.ts'
import { createTxtResolver } from './rpc/resolve-txt.ts'
import { createSsrfSafeFetch, type RequestingClient, type SsrfSafeFetch } from './rpc/ssrf-safe-fetch.ts'
import { openSigners } from './signing/open-signers.ts'
import { signerSources } from './signing/signer-sources.ts'
import { createSigningQueue } from './signing/signing-queue.ts'
import { sqlitePath } from './store/database-url.ts'
import { findHold, readInstanceSecret } from './store/entities/settings.ts'
import { readDatabaseSize } from './store/sizes.ts'
import { openStore } from './store/store.ts'
import { version } from './version.ts'

/** Subscriptions of browsers are made for this key: it stays as long as the database. */
const vapidSecretPurpose = 'vapid'

/** Of ten connections. */
const maxConcurrentBatches = 4

/** To services where names were before, apart from their gateways. */
const maxFormerRequests = 32

export interface Context extends CoreContext {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  readonly overloadMonitor: OverloadMonitor
  readonly outputBuffers: OutputBuffers
  readonly inputBuffers: InputBuffers
  /** `outbound` for a client; its limit includes the request itself. */
  readonly outboundFor: (client: RequestingClient) => SsrfSafeFetch
  /** Aborts at shutdown: `/ready` fails, responses close their connections, requests are still served. */
  readonly shutdown: AbortSignal
  readonly beginShutdown: () => void
  readonly health: HealthMonitor
  readonly cards: Cards
  /** Until the abort; undefined: the settings do without it. */
  readonly shipLog: ((signal: AbortSignal) => Promise<void>) | undefined
  /** What publishes names as files; undefined: the settings name no targets. */
  readonly anchoring: AnchorContext | undefined
  /** Where and by which key names are published as files; undefined: the settings name no targets. */
  readonly anchorSettings: AnchorSettings | undefined
  readonly abortRpc: () => void
  /** Reads the signing keys again, wherever they are. Later lookups sign with the new ones. */
  readonly reloadSigners: () => Promise<void>
  /** Accounts that the local chains sign with; absent except on the sandbox. */
  readonly sandboxAccounts: readonly Hex[] | undefined
  /** Running queries finish first. */
  readonly close: () => Promise<void>
}

/** For tests and commands. */
export interface Overrides {
  readonly clock?: () => number
  readonly log?: Logger
  /** Given, this is the sandbox: webhooks may have receivers on this machine. */
  readonly sandboxAccounts?: readonly Hex[]
}

/** Also migrates the store. */
export async function createContext(
  config: Config,
  secrets: Secrets,
  overrides: Overrides = {},
): Promise<Context> {
  const log = withErrorSerializer(overrides.log ?? pino({ level: config.logLevel }, createLogOutput()))
  const clock = overrides.clock ?? Date.now
  const startedAt = clock()
  const trafficCounter = createTrafficCounter(clock())
  const metrics = withTraffic(await createMetrics(config), trafficCounter)
  const rpcMonitor = createRpcMonitor(log, clock)
  const onCall = combineCallbacks(metrics.chainCall, rpcMonitor)
  const openedSigners = await openSigners({
    sources: signerSources(config, secrets),
    log,
    onSign: metrics.signature,
    clock,
    onChange: () => core.responseCache.clear(),
  })
  const store = await openStore({
    url: secrets.databaseUrl,
    acquireQueue: config.databaseQueue,
    ...replicaOptions(config, secrets),
  })
  const outbound = createSsrfSafeFetch({ allowedOrigins: config.outboundAllowedOrigins })
  const { outboundAllowedOrigins } = config
  const webhookOutbound = createSsrfSafeFetch({
    allowedOrigins: overrides.sandboxAccounts ? withLoopback(outboundAllowedOrigins) : outboundAllowedOrigins,
    maxConcurrent: maxWebhookRequests,
  })
  const formerOrigins = overrides.sandboxAccounts
    ? withLoopback(outboundAllowedOrigins)
    : outboundAllowedOrigins
  const formerOutbound = createSsrfSafeFetch({
    allowedOrigins: formerOrigins,
    maxConcurrent: formerGatewayLimits.maxConcurrent,
  })
  const formerServices = createSsrfSafeFetch({
    allowedOrigins: formerOrigins,
    maxConcurrent: maxFormerRequests,
  })
  const gateways = createSsrfSafeFetch({ allowedOrigins: gatewayOrigins(config) })
  const pushOutbound = createSsrfSafeFetch({ allowedOrigins: outboundAllowedOrigins })
  const alertOutbound = createSsrfSafeFetch({ allowedOrigins: outboundAllowedOrigins })
  const cards = createCards()
  const media = await openMedia({ folder: config.mediaFolder, bucket: secrets.mediaBucket })
  const cursors = createCursors(await readInstanceSecret(store.db, 'cursors'))
  const payments = await openPayments({
    config,
    secrets: secrets.payment,
    store,
    cursors,
    clock,
    onCall,
  })
  const outputBuffers = createOutputBuffers(config.responseBuffers, () => metrics.requestShed('slow reader'))
  const overloadMonitor = createOverloadMonitor({
    maxDelayMs: config.overload.maxEventLoopDelayMs,
    outputFillRatio: outputBuffers.fillRatio,
  })
  const inputBuffers = createInputBuffers(config.requestBuffers, () => metrics.requestShed('request body'))
  const shutdown = new AbortController()
  const rpcAbort = new AbortController()
  const chains = createChainClients({
    rpcUrls: secrets.rpcUrls,
    timeoutMs: config.rpcTimeoutMs,
    onCall,
    signal: rpcAbort.signal,
  })
  const formerGateways = createFormerGateways({
    fetchFor: formerOutbound.fetchFor,
    clock,
    maxAgeMs: config.gatewaySignatureTtlSeconds * 1000,
    onOutcome: metrics.formerGatewayRequest,
  })
  const contact = contactOf(originOfHost(config))
  const core: CoreContext = {
    store,
    chains,
    signatureVerifier: createSignatureVerifier(chains),
    outbound: outbound.fetch,
    resolveTxt: createTxtResolver(config.dnsServers),
    webhookClient: {
      assertUrl: webhookOutbound.assertUrl,
      fetchFor: (workspaceId) => webhookOutbound.fetchFor({ key: workspaceId, cdnLoop: undefined }),
      timeoutMs: config.webhookTimeoutMs,
    },
    tls: config.tls && { authority: createAuthority(config.tls) },
    notices: {
      mailer: secrets.smtp && createMailer(secrets.smtp),
      pushSender:
        contact === undefined
          ? undefined
          : createPushSender({
              vapidKey: createVapidKey(await deriveSecret({ store }, vapidSecretPurpose), contact),
              fetch: pushOutbound.fetch,
              assertUrl: publicOnly(pushOutbound.assertUrl, outboundAllowedOrigins),
              clock,
            }),
    },
    alerts: {
      targets: secrets.alertTargets,
      secret: secrets.alertWebhookSecret,
      fetch: alertOutbound.fetch,
      memory: createAlertMemory(),
      claims: createMachineClaims(config.dataDir),
    },
    signers: openedSigners.signers,
    signerProblems: openedSigners.problems,
    signingQueue: createSigningQueue(),
    nameCache: createNameCache(store, {
      maxBytes: config.gatewayCacheBytes.names,
      isVersionExact: store.dialect === 'sqlite',
    }),
    probeNames: createProbeNames(await deriveSecret({ store }, probeSecretPurpose)),
    responseCache: createResponseCache(config.gatewayCacheBytes.responses, metrics.cacheLookup),
    formerGateways,
    respondToSealed,
    fallThrough: (lookup) => fallThrough(core, lookup),
    readFormerHoldings: (...labels) => readFormerHoldings(core, ...labels),
    assertFormerUrl: publicOnly(formerOutbound.assertUrl, formerOrigins),
    formerFetchFor: formerServices.fetchFor,
    formerWildcards: createFormerWildcards(formerGateways),
    formerNameLog: createFormerNameLog(),
    importQueue: createImportQueue(
      (name) => importName(core, name),
      (outcome, name, err) => {
        metrics.formerImport(outcome)
        if (err)
          log.warn({ err, name }, 'a name could not be taken over from its former gateway; it is tried again')
      },
    ),
    lookupCounter: createLookupCounter(),
    apiRequestLog: createApiRequestLog(),
    trafficCounter,
    cause: systemCause,
    eventWatcher: createEventWatcher(store),
    cursors,
    batchSemaphore: createSemaphore(maxConcurrentBatches),
    clock,
    media,
    imageCache: createImageCache(config.imageCacheBytes),
    payments,
    policies: { assert: assertPolicy, assertInTransaction: assertPolicyInTransaction, consumeToken },
    seals: { find: findSealsOfDomain, assertNone: assertNotSealed, assertIssuable, endClaimsOfOthers },
    rules: config,
  }
  const anchoring: AnchorContext | undefined =
    config.anchor.targets.length > 0
      ? {
          ...{ config, secrets, store, chains, clock, fetch: outbound.fetch },
          ...{ exportLines: exportLinesOf(core), findSeals: findZoneSeals },
          noteOnChain: (domain, heartbeat) => noteAnchorOnChain(core, domain, heartbeat),
        }
      : undefined
  const health = createHealthMonitor(core, {
    ...createHealthLog(log),
    onLateRpc: (chainId) => rpcMonitor(chainId, false, 0),
    readDisks: () => readFreeDisk(config, secrets.databaseUrl),
    readBackup: () => readBackupFacts(config, startedAt),
    minFreeDiskBytes: config.minFreeDiskBytes,
    fetch: gateways.fetch,
    shutdown: shutdown.signal,
  })
  registerLookupGauges(metrics, { ...core, overloadMonitor, outputBuffers, inputBuffers })
  registerGauges(core, metrics)
  registerHealthGauges(metrics, health)
  return {
    ...core,
    config,
    log,
    metrics,
    overloadMonitor,
    outputBuffers,
    inputBuffers,
    outboundFor: outbound.fetchFor,
    shutdown: shutdown.signal,
    beginShutdown: () => shutdown.abort(),
    health,
    anchoring,
    anchorSettings: anchorSettings(config, secrets),
    abortRpc: () => rpcAbort.abort(),
    reloadSigners: openedSigners.reload,
    sandboxAccounts: overrides.sandboxAccounts,
    cards,
    shipLog: overrides.sandboxAccounts ? undefined : logShipping({ ...core, config, secrets, log, metrics }),
    close: async () => {
      overloadMonitor.close()
      outputBuffers.close()
      openedSigners.close()
      await payments.active?.drain()
      await core.eventWatcher.close()
      core.formerGateways.close()
      await core.importQueue.close()
      await outbound.close()
      await formerOutbound.close()
      await formerServices.close()
      await webhookOutbound.close()
      await gateways.close()
      await pushOutbound.close()
      await alertOutbound.close()
      media.close()
      await cards.close()
      await store.close()
    },
  }
}

/** Also refuses names of private hosts, as far as the name tells. */
function publicOnly(assertUrl: (url: string) => void, allowedOrigins: OriginSet): (url: string) => void {
  return (url) => {
    assertUrl(url)
    if (!allowedOrigins.has(new URL(url).origin) && !isPublicHost(url)) throw notPublicError()
  }
}

function combineCallbacks(one: OnRpcCall, other: OnRpcCall): OnRpcCall {
  return (...call) => {
    one(...call)
    other(...call)
  }
}

/** Gateways of this service may have a private host. The others are URLs that owners of contracts choose. */
function gatewayOrigins({ outboundAllowedOrigins: allowed, publicUrl }: Config): ReadonlySet<string> {
  return publicUrl === undefined ? allowed : new Set([...allowed, new URL(publicUrl).origin])
}

function replicaOptions(
  { databaseReplicaMaxLagMs: replicaMaxLag }: Config,
  { databaseReplicaUrls: urls }: Secrets,
) {
  return urls.length > 0 ? { replicas: { urls, maxLagMs: replicaMaxLag } } : {}
}

type LogShippingNeeds = Pick<Context, 'config' | 'log' | 'clock' | 'metrics' | 'store'> & {
  readonly secrets: Secrets
}

function logShipping({ config, secrets, log, clock, metrics, store }: LogShippingNeeds): Context['shipLog'] {
  const { dataDir, backup } = config
  const { target: targetPath, recipient, retentionDays, shipsLog } = backup
  if (!shipsLog || targetPath === undefined || recipient === undefined) return undefined
  const options = {
    databasePath: sqlitePath(secrets.databaseUrl),
    dataDir,
    targetPath,
    recipient,
    retentionDays,
    access: secrets.backupAccess,
    version,
    clock,
    mayShip: async () => (await findHold(store.db)) === undefined,
    onProblem: (problem: string) => log.warn({ problem }, 'the log is not shipped as it should be; retrying'),
    onStored: metrics.logShipped,
  }
  return (signal) => shipLog(options, signal)
}

/** On each scrape. */
function registerGauges({ store, payments, media }: CoreContext, { sharedGauge }: Metrics): void {
  sharedGauge('byname_database_rows', 'Approximate number of rows of each table.', 'table', async () => {
    const { rows } = await readDatabaseSize(store)
    return rows
  })
  sharedGauge('byname_storage_bytes', 'Bytes of the database and of the image folder.', 'kind', async () => ({
    database: (await readDatabaseSize(store)).bytes,
    images: await media.totalBytes(),
  }))
  if (payments.active)
    sharedGauge('byname_payments', 'Payments by state.', 'state', async () => ({
      ...(await payments.journal.countByState()),
    }))
}
