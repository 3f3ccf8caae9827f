import cluster from 'node:cluster'
import type { Hex } from 'viem'
import type { ZodError } from 'zod'
import { mapChains } from '../ens/chains.ts'
import { defaultRecordLimits } from '../ens/record-limits.ts'
import { OperatorError } from '../errors.ts'
import type { PaymentTerms } from '../model/payment.ts'
import { toAnchorAccess, toAnchorConfig } from './anchor-variables.ts'
import { clientSchema, type Environment, environmentSchema, variableNames } from './environment.ts'
import { findUnknownVariables } from './unknown-variables.ts'

/** Without secrets: safe to log. */
export type Config = ReturnType<typeof toConfig>

/** Keys, and URLs that may contain them. Must not be logged. */
export type Secrets = ReturnType<typeof toSecrets>

/** Lists every problem, without values. */
class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>

export function environmentWithDefaults(defaults: EnvironmentVariables): EnvironmentVariables {
  return { ...defaults, ...process.env }
}

/**
 * The process with which this one ends, because it may end without a signal to this one: npm does not forward any, byname.js
 * and `byname upgrade` may be killed. Undefined: no process.
 */
export function parentToEndWith(): number | undefined {
  const { STARTED_BY_LAUNCHER: launcher } = environmentWithDefaults({})
  if (launcher === undefined && !('npm_lifecycle_event' in process.env)) return undefined
  // It may have ended already. Workers inherit the variable from the process that has started them; earlier releases give no number.
  return cluster.isPrimary && Number(launcher) > 0 ? Number(launcher) : process.ppid
}

/** Reads variables, and removes them from the environment, so that no child takes them for its own. */
export function takeVariables(names: readonly string[]): EnvironmentVariables {
  const taken = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) delete process.env[name]
  return Object.fromEntries(taken)
}

/** Whether the environment has a setting without which names are not served from outside, or a database. */
export function hasServiceSettings(env: EnvironmentVariables = process.env): boolean {
  const setting = /^(PUBLIC_URL|DATABASE_URL|ADMIN_API_KEY|SIGNER_KEY(_\d+)?|SIGNER_KMS_KEY_\d+|RPC_URL_\d+)$/
  return Object.entries(env).some(([name, value]) => value && setting.test(name))
}

/** @throws ConfigError listing all invalid values and misspelt settings. */
export function readConfig(env: EnvironmentVariables = process.env): {
  config: Config
  secrets: Secrets
} {
  const nonEmpty = withoutEmpty(env)
  const result = environmentSchema.safeParse(nonEmpty)
  const unknown = findUnknownVariables(nonEmpty, variableNames)
  if (result.success && unknown.length === 0)
    return { config: toConfig(result.data), secrets: toSecrets(result.data) }
  throw unusable(result.error, unknown)
}

function withoutEmpty(env: EnvironmentVariables): EnvironmentVariables {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

function unusable(error: ZodError | undefined, unknown: readonly string[] = []): ConfigError {
  const invalid = error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const problems = [...invalid, ...unknown].map((problem) => `  ${problem}`)
  return new ConfigError(`The environment is not usable:\n${problems.join('\n')}`)
}

export interface ClientSettings {
  /** Of the service, without a trailing slash. */
  readonly url: string
  readonly apiKey: string | undefined
}

/** Of a client of a service, which needs no other setting. @throws ConfigError. */
export function readClientSettings(env: EnvironmentVariables = process.env): ClientSettings {
  const result = clientSchema.safeParse(withoutEmpty(env))
  if (!result.success) throw unusable(result.error)
  return { url: result.data.BYNAME_URL, apiKey: result.data.BYNAME_API_KEY }
}

const dayMs = 86_400_000

function toConfig(env: Environment) {
  return Object.freeze({
    ...httpConstants,
    ...databaseConstants,
    ...mediaConstants,
    ...signedMessageConstants,
    limits: recordLimits,
    nodeEnv: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    /** Undefined: a proxy in front of the service has the certificate. */
    tls: toTlsConfig(env),
    dataDir: env.DATA_DIR,
    /** Less than this is reported; 0: not checked. */
    minFreeDiskBytes: env.MIN_FREE_DISK_MB * 1_048_576,
    logLevel: env.LOG_LEVEL,
    /** Every request except successful lookups. */
    logRequests: env.LOG_REQUESTS,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Requests are accepted for this long after `/ready` has begun to return 503. */
    shutdownGraceMs: env.SHUTDOWN_GRACE_SECONDS * 1000,
    overload: Object.freeze({
      ...concurrencyConstants,
      /** Requests are rejected above this delay. */
      maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    }),
    /** In 60 seconds; 0: no limit. */
    rateLimits: Object.freeze({
      perKey: env.RATE_LIMIT_PER_KEY,
      perIp: env.RATE_LIMIT_PER_IP,
      expensivePerIp: env.RATE_LIMIT_EXPENSIVE_PER_IP,
    }),
    /** In a day, without API key or session; 0: no limit. */
    writeLimits: Object.freeze({
      address: env.WRITE_LIMIT_PER_IP,
      wallet: env.WRITE_LIMIT_PER_WALLET,
      name: env.WRITE_LIMIT_PER_NAME,
      domain: env.WRITE_LIMIT_PER_DOMAIN,
    }),
    rpcTimeoutMs: env.RPC_TIMEOUT * 1000,
    /** Per name. */
    resolveTimeoutMs: env.RESOLVE_TIMEOUT * 1000,
    /** Allowed although not public https. */
    outboundAllowedOrigins: new Set(env.OUTBOUND_ALLOWED_ORIGINS) as ReadonlySet<string>,
    /** Asked for the proofs of own hosts; empty: those of the system. */
    dnsServers: env.DNS_SERVERS,
    signing: Object.freeze({
      /** Of `byname signer`, which has the keys. */
      socketPath: env.SIGNER_SOCKET,
      kms: toKmsConfig(env),
      /** `<chain>:<address>[:<scheme>]`, for which that process signs. */
      resolvers: env.SIGNER_RESOLVERS,
      /** Of one key, in one process; absent: what is usual where the key is. */
      maxPerSecond: env.SIGNER_MAX_PER_SECOND,
      timeoutMs: env.SIGNER_TIMEOUT * 1000,
    }),
    /** 0: no checks. */
    signerMonitorIntervalMs: env.SIGNER_MONITOR_INTERVAL * 1000,
    gatewaySignatureTtlSeconds: env.GATEWAY_SIGNATURE_TTL,
    /** While the database is unavailable. */
    gatewayStaleIfErrorMs: env.GATEWAY_STALE_IF_ERROR * 1000,
    /** Of signed responses, and of the names that they are made from. */
    gatewayCacheBytes: Object.freeze({
      responses: (env.GATEWAY_CACHE_MB / 2) * 1_048_576,
      names: (env.GATEWAY_NAMES_MB ?? env.GATEWAY_CACHE_MB / 2) * 1_048_576,
    }),
    /** Of the replica that a gateway reads. */
    gatewayLag: Object.freeze({
      degradedMs: env.GATEWAY_DEGRADED_LAG * 1000,
      maxMs: env.GATEWAY_MAX_LAG === 0 ? Number.POSITIVE_INFINITY : env.GATEWAY_MAX_LAG * 1000,
    }),
    /** Addresses, lower case. */
    operators: new Set(env.OPERATORS) as ReadonlySet<Hex>,
    /** Who opens workspaces: operators, or also who controls a domain on chain. */
    workspaceCreation: env.WORKSPACE_CREATION,
    remoteWallets: Object.freeze({
      /** Undefined: off. */
      walletConnect: env.WALLETCONNECT_PROJECT_ID && {
        projectId: env.WALLETCONNECT_PROJECT_ID,
        relayUrl: env.WALLETCONNECT_RELAY_URL,
      },
      hasBaseAccount: env.OFFER_BASE_ACCOUNT,
    }),
    /** Requires on-chain proof that the domain uses the resolver. */
    requireOnchainResolver: env.REQUIRE_ONCHAIN_RESOLVER,
    /** Whether the interfaces of other services are mounted, for programs that were written for them. */
    facades: Object.freeze({ nameStone: env.NAMESTONE_FACADE, namespace: env.NAMESPACE_FACADE }),
    /** Whether models reach the interface at `/mcp`. */
    mcp: env.MCP,
    /** Of events and counts 0: unlimited. */
    retentionMs: Object.freeze({
      events: env.EVENT_RETENTION_DAYS * dayMs,
      deliveries: env.WEBHOOK_RETENTION_DAYS * dayMs,
      lookupCounts: env.STATISTICS_RETENTION_DAYS * dayMs,
    }),
    /** Per attempt. */
    webhookTimeoutMs: env.WEBHOOK_TIMEOUT * 1000,
    /** In front of `/ipfs/…` and `/ipns/…`, without a trailing slash. */
    ipfsGatewayUrl: env.IPFS_GATEWAY_URL,
    mediaFolder: `${env.DATA_DIR}/media`,
    trustedProxies: env.TRUSTED_PROXIES,
    /** In 60 seconds. */
    rateLimitFreeResolvePerIp: env.RATE_LIMIT_FREE_RESOLVE_PER_IP,
    freeResolveViaOwnRpc: env.FREE_RESOLVE_VIA_OWN_RPC,
    backup: Object.freeze({
      /** A bucket or a folder of encrypted backups; undefined: none. */
      target: env.BACKUP_TARGET,
      /** Of age. */
      recipient: env.BACKUP_RECIPIENT,
      /** 0: none is deleted. */
      retentionDays: env.BACKUP_RETENTION_DAYS,
      /** An older one is reported. */
      maxAgeMs: env.BACKUP_MAX_AGE_HOURS * 3_600_000,
      /** Whether the service stores changes of SQLite there within seconds. */
      shipsLog: shipsLog(env),
    }),
    anchor: toAnchorConfig(
      env,
      mapChains(({ id }) => env[`ANCHOR_KMS_KEY_${id}` as const]?.[0]),
    ),
    payment: toPaymentConfig(env),
    sandboxChainPort: env.SANDBOX_CHAIN_PORT,
  })
}

/** PostgreSQL ships its own; without the right to delete, there would soon be too many objects. */
function shipsLog(env: Environment): boolean {
  const isPostgres = env.DATABASE_URL?.startsWith('postgres') ?? false
  return env.BACKUP_LOG && env.BACKUP_TARGET !== undefined && env.BACKUP_RETENTION_DAYS > 0 && !isPostgres
}

function toSecrets(env: Environment) {
  return Object.freeze({
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/byname.db`,
    databaseReplicaUrls: env.DATABASE_REPLICA_URL,
    adminApiKey: env.ADMIN_API_KEY,
    /** For commands; the service does not use it. */
    deployerKey: env.DEPLOYER_KEY,
    mediaBucket: toBucketConfig(env),
    /** Of the bucket for backups. */
    backupAccess: {
      endpoint: env.BACKUP_ENDPOINT,
      region: env.BACKUP_REGION,
      accessKeyId: env.BACKUP_ACCESS_KEY_ID,
      secretAccessKey: env.BACKUP_SECRET_ACCESS_KEY,
    },
    anchorAccess: toAnchorAccess(env),
    /** That of the data folder comes before. */
    anchorKeys: mapChains(({ id }) => env[`ANCHOR_KEY_${id}` as const]),
    payment: toPaymentSecrets(env),
    smtp: toSmtpSettings(env),
    /** Their URLs. */
    alertTargets: env.ALERT_TARGETS,
    alertWebhookSecret: env.ALERT_WEBHOOK_SECRET ?? '',
    rpcUrls: mapChains(({ id }) => env[`RPC_URL_${id}` as const]),
    /** The preferred first; those of the data folder come before. */
    signerKeys: mapChains(
      ({ id }): readonly Hex[] => env[`SIGNER_KEY_${id}` as const] ?? env.SIGNER_KEY ?? [],
    ),
  })
}

function toTlsConfig(env: Environment) {
  if (env.TLS === 'off') return undefined
  return {
    host: env.TLS_HOST,
    port: env.TLS_PORT,
    /** For HTTP, which leads to HTTPS and answers challenges. */
    redirectPort: env.TLS_REDIRECT_PORT,
    directoryUrl: env.ACME_DIRECTORY_URL,
    email: env.ACME_EMAIL,
    profile: env.ACME_PROFILE,
  }
}

/** Undefined: no signing key is in AWS KMS. */
function toKmsConfig(env: Environment) {
  const keys = mapChains(({ id }) => env[`SIGNER_KMS_KEY_${id}` as const])
  const { SIGNER_KMS_REGION: region, SIGNER_KMS_ENDPOINT: endpoint } = env
  if (region === undefined || Object.values(keys).every(({ length }) => length === 0)) return undefined
  return { keys, region, endpoint }
}

/** Absent: images are stored in the folder. */
function toBucketConfig(env: Environment) {
  const { MEDIA_BUCKET: name, MEDIA_PUBLIC_URL: publicUrl, MEDIA_ENDPOINT: endpoint } = env
  const { MEDIA_REGION: region, MEDIA_ACCESS_KEY_ID: accessKeyId } = env
  const { MEDIA_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!(name && publicUrl && accessKeyId && secretAccessKey)) return undefined
  return { name, publicUrl, endpoint, region, accessKeyId, secretAccessKey }
}

/** Absent: no mails are sent. */
function toSmtpSettings({ SMTP_URL: url, SMTP_FROM: from }: Environment) {
  return url !== undefined && from !== undefined ? { url, from } : undefined
}

/** Undefined: payment is off. */
function toPaymentConfig(env: Environment) {
  return env.PAYMENT_PAY_TO && configFor(env, env.PAYMENT_PAY_TO)
}

function configFor(env: Environment, payTo: Hex) {
  return {
    ...paymentConstants,
    terms: {
      chainId: env.PAYMENT_CHAIN_ID,
      asset: env.PAYMENT_ASSET,
      tokenName: env.PAYMENT_TOKEN_NAME,
      tokenVersion: env.PAYMENT_TOKEN_VERSION,
      decimals: env.PAYMENT_TOKEN_DECIMALS,
      amount: env.PAYMENT_AMOUNT,
      payTo,
      offerLifetimeSeconds,
    } satisfies PaymentTerms,
    timeoutMs: env.PAYMENT_TIMEOUT * 1000,
    /** In blocks, the transaction's included. */
    confirmations: env.PAYMENT_CONFIRMATIONS,
    lateSettlement: env.PAYMENT_LATE_SETTLEMENT,
  }
}

function toPaymentSecrets(env: Environment) {
  return {
    relayerKey: env.PAYMENT_RELAYER_KEY,
    rpcUrl: env.PAYMENT_RPC_URL,
    facilitatorUrl: env.PAYMENT_FACILITATOR_URL,
    /** Binds MPP challenges to this service; equal on every instance. */
    secret: env.PAYMENT_SECRET,
    previousSecret: env.PAYMENT_SECRET_PREVIOUS,
  }
}

/** Bounds that no deployment has to change; in `Config` so that tests can replace them. */

const minuteMs = 60_000

const httpConstants = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Per process. */
  maxConnections: 10_000,
  /** A client must read some of its buffered bytes within the timeout. */
  responseBuffers: {
    sendTimeoutMs: 30_000,
    maxBytes: 128 * 1_048_576,
    maxBytesPerConnection: 1_048_576,
  },
  /** Server-sent events, per process. */
  eventStreams: {
    maxTotal: 256,
    maxPerClient: 16,
    /** Proxies close silent connections, often after a minute. */
    keepAliveMs: 15_000,
    /** A client that takes nothing for this time is too slow. */
    drainTimeoutMs: 10_000,
    /** The key is checked again when the client reconnects. */
    maxDurationMs: 15 * minuteMs,
  },
  /** Request bodies that are being received. */
  requestBuffers: { maxBytes: 64 * 1_048_576, maxBytesPerClient: 16 * 1_048_576 },
}

/** In flight, per process. */
const concurrencyConstants = {
  maxConcurrentListings: 64,
  maxConcurrentChainReads: 128,
}

const databaseConstants = {
  /** A read from a replica includes every write confirmed longer ago than this. */
  databaseReplicaMaxLagMs: 1_000,
  /** The acquire queue of database connections. */
  databaseQueue: { maxWaiting: 500, timeoutMs: 5_000 },
}

/** Per process. */
const mediaConstants = {
  /** Images that records point to. */
  imageCacheBytes: 32 * 1_048_576,
  /** Redirects included. */
  imageTimeoutMs: 10_000,
  /** Of decoding images in a minute, for a client address: a quarter of a core. */
  decodingMsPerClient: 15_000,
}

const signedMessageConstants = {
  /** From issued-at to expiration. */
  siweMaxTtlMs: 24 * 60 * minuteMs,
  /** A new challenge replaces the oldest. */
  maxChallenges: 10_000,
}

/** Part of the documented interface. */
const recordLimits = {
  records: defaultRecordLimits,
  gateway: { maxMulticallItems: 512 },
}

const paymentConstants = {
  /** A paid response can be fetched again with the same credential. */
  responseRetentionMs: 24 * 60 * minuteMs,
  maxPendingPerPayer: 10,
  /** Required before payment is offered. */
  minRelayerBalanceWei: 100_000_000_000_000n,
}

const offerLifetimeSeconds = 60
