import { mapChains } from '../ens/chains.ts'
import { OperatorError } from '../operator-error.ts'
import {
  concurrencyConstants,
  databaseConstants,
  httpConstants,
  recordLimits,
  signedMessageConstants,
} from './constants.ts'
import { type Environment, environmentSchema, variableNames } from './environment.ts'
import { toPaymentConfig, toPaymentSecrets } from './payment-config.ts'
import { findUnknownVariables } from './unknown-variables.ts'

/** The configuration of a process without its secrets: safe to log. */
export type Config = ReturnType<typeof toConfig>

/** What must never be logged: keys, and URLs that may contain them. */
export type Secrets = ReturnType<typeof toSecrets>

/** Thrown when the environment is invalid; its message lists every problem, and no value. */
class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** The variables of this process, over `defaults` of the command. */
export function environmentWithDefaults(defaults: EnvironmentVariables): EnvironmentVariables {
  return { ...defaults, ...process.env }
}

/** Whether a script of npm has started this process. */
export function isStartedByNpm(): boolean {
  return 'npm_lifecycle_event' in process.env
}

/**
 * Reads the whole configuration from environment variables, or reports all problems at once: invalid values, and misspelt
 * settings.
 */
export function readConfig(env: EnvironmentVariables = process.env): {
  config: Config
  secrets: Secrets
} {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = environmentSchema.safeParse(nonEmpty)
  const unknown = findUnknownVariables(nonEmpty, variableNames)
  if (result.success && unknown.length === 0)
    return { config: toConfig(result.data), secrets: toSecrets(result.data) }
  const invalid = result.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const problems = [...invalid, ...unknown].map((problem) => `  ${problem}`)
  throw new ConfigError(`The environment is not usable:\n${problems.join('\n')}`)
}

function toConfig(env: Environment) {
  return Object.freeze({
    ...httpConstants,
    ...databaseConstants,
    ...signedMessageConstants,
    limits: recordLimits,
    nodeEnv: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    /** Whether every request except successful lookups is logged. */
    logRequests: env.LOG_REQUESTS,
    /** Where metrics are served; absent: not served. */
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Milliseconds for which requests are accepted after `/ready` has begun to return 503. */
    shutdownGraceMs: env.SHUTDOWN_GRACE_SECONDS * 1000,
    overload: Object.freeze({
      ...concurrencyConstants,
      /** Milliseconds of event loop delay above which requests are rejected. */
      maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    }),
    /** Requests in 60 seconds; 0: no limit. */
    rateLimits: Object.freeze({
      perKey: env.RATE_LIMIT_PER_KEY,
      perIp: env.RATE_LIMIT_PER_IP,
      expensivePerIp: env.RATE_LIMIT_EXPENSIVE_PER_IP,
    }),
    /** Timeout of one call to a chain in milliseconds. */
    rpcTimeoutMs: env.RPC_TIMEOUT * 1000,
    /** Milliseconds for resolving one name of a request. */
    resolveTimeoutMs: env.RESOLVE_TIMEOUT * 1000,
    /** Origins that callers and owners of names may use although they are not public https ones. */
    outboundAllowedOrigins: new Set(env.OUTBOUND_ALLOWED_ORIGINS) as ReadonlySet<string>,
    /** Milliseconds between checks that resolvers on chain trust our signers; 0: no checks. */
    signerMonitorIntervalMs: env.SIGNER_MONITOR_INTERVAL * 1000,
    /** Seconds for which a signed gateway response is valid. */
    gatewaySignatureTtlSeconds: env.GATEWAY_SIGNATURE_TTL,
    /** Milliseconds for which a signed response is reused while the database is unavailable. */
    gatewayStaleIfErrorMs: env.GATEWAY_STALE_IF_ERROR * 1000,
    /** Bytes of memory for signed responses and for the names that they are made from. */
    gatewayCacheBytes: env.GATEWAY_CACHE_MB * 1_048_576,
    requireOnchainResolver: env.REQUIRE_ONCHAIN_RESOLVER,
    /** Milliseconds for which events are kept; 0: unlimited. */
    retentionMs: Object.freeze({ events: env.EVENT_RETENTION_DAYS * 86_400_000 }),
    mediaFolder: `${env.DATA_DIR}/media`,
    trustedProxies: env.TRUSTED_PROXIES,
    /** Free resolutions of a client address, in 60 seconds. */
    rateLimitFreeResolvePerIp: env.RATE_LIMIT_FREE_RESOLVE_PER_IP,
    /** Whether names are resolved through the operator's own RPC for free, without payment configured. */
    freeResolveViaOwnRpc: env.FREE_RESOLVE_VIA_OWN_RPC,
    payment: toPaymentConfig(env),
    sandboxChainPort: env.SANDBOX_CHAIN_PORT,
  })
}

function toSecrets(env: Environment) {
  return Object.freeze({
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/byname.db`,
    databaseReplicaUrls: env.DATABASE_REPLICA_URL,
    adminApiKey: env.ADMIN_API_KEY,
    /** Pays for deployments that a command makes; the service does not use it. */
    deployerKey: env.DEPLOYER_KEY,
    mediaBucket: toBucketConfig(env),
    payment: toPaymentSecrets(env),
    rpcUrls: mapChains(({ id }) => env[`RPC_URL_${id}` as const]),
    signerKeys: mapChains(({ id }) => env[`SIGNER_KEY_${id}` as const] ?? env.SIGNER_KEY),
  })
}

/** The bucket in which images are stored; absent: the folder. */
function toBucketConfig(env: Environment) {
  const { MEDIA_BUCKET: name, MEDIA_PUBLIC_URL: publicUrl, MEDIA_ENDPOINT: endpoint } = env
  const { MEDIA_REGION: region, MEDIA_ACCESS_KEY_ID: accessKeyId } = env
  const { MEDIA_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!(name && publicUrl && accessKeyId && secretAccessKey)) return undefined
  return { name, publicUrl, endpoint, region, accessKeyId, secretAccessKey }
}
