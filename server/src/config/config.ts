import ipaddr from 'ipaddr.js'
import type { Hex } from 'viem'
import { z } from 'zod'
import { lowerCaseHex } from '../crypto/hex.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { findUnknownVariables } from './unknown-variables.ts'

function seconds(fallback: number, max: number) {
  return z.coerce.number().int().min(1).max(max).default(fallback)
}
function count(fallback: number, max: number) {
  return z.coerce.number().int().min(1).max(max).default(fallback)
}
const port = z.coerce.number().int().min(0).max(65_535)
/** A number of things, where 0 stands for no bound, or for none at all. */
function nonNegativeCount(fallback: number, max: number) {
  return z.coerce.number().int().min(0).max(max).default(fallback)
}
function flag(fallback: boolean) {
  return z.stringbool().default(fallback)
}
const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http(s) URL' })
/** A URL that paths are put behind: without a slash at its end. */
const baseUrl = httpUrl.transform((url) => url.replace(/\/+$/, ''))
const origins = z
  .string()
  .default('')
  .transform((list, context) =>
    list.split(',').flatMap((entry) => {
      const origin = entry.trim()
      if (origin === '') return []
      if (/^https?:/.test(origin) && URL.parse(origin)?.origin === origin) return [origin]
      context.addIssue('is not a list of origins such as https://rpc.example:8545, separated by commas')
      return []
    }),
  )
const privateKey = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{64}$/)], {
  error: 'is not a private key (0x and 64 hex digits)',
})

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address (0x and 40 hex digits)')
  .transform((text) => lowerCaseHex(text as Hex))
function amount(fallback: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,30}$/, 'is not an amount of base units')
    .transform(BigInt)
    .prefault(fallback)
}
/** Whom to believe which client it speaks for: addresses, networks, or words for those of a machine or a site. */
const proxies = z
  .string()
  .default('')
  .transform((list, context) => {
    const entries = list.split(',').map((entry) => entry.trim())
    const wrong = entries.find((entry) => entry !== '' && !isNetwork(entry))
    if (wrong !== undefined)
      context.addIssue(
        'is not a list of addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
      )
    return entries.filter((entry) => entry !== '')
  })

function isNetwork(entry: string): boolean {
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
    ipaddr.isValid(entry) ||
    ipaddr.isValidCIDR(entry)
  )
}

const replicas = z
  .string()
  .default('')
  .transform((list, context) => {
    const urls = list.split(',').flatMap((entry) => entry.trim() || [])
    if (!urls.every((url) => /^postgres(ql)?:\/\/.+/.test(url)))
      context.addIssue('is not a list of postgres://… URLs, separated by commas')
    return urls
  })

/** What a bucket for images cannot do without. */
const requiredForBucket = ['MEDIA_PUBLIC_URL', 'MEDIA_ACCESS_KEY_ID', 'MEDIA_SECRET_ACCESS_KEY'] as const

/** What payment cannot do without. */
const requiredForPayment = ['PUBLIC_URL', 'RPC_URL_1', 'PAYMENT_SECRET'] as const

/** Every environment variable that Byname reads; `docs/operating.md` explains each. Empty means absent. */
const variableSchemas = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: baseUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'is neither sqlite:<path> nor postgres://…')
    .optional(),
  DATABASE_REPLICA_URL: replicas,
  DATABASE_REPLICA_MAX_LAG: z.coerce.number().min(0.2).max(60).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_REQUESTS: flag(true),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  SHUTDOWN_GRACE_SECONDS: nonNegativeCount(0, 600),
  HEADERS_TIMEOUT: seconds(10, 300),
  REQUEST_TIMEOUT: seconds(30, 3600),
  MAX_CONNECTIONS: count(10_000, 1_000_000),
  RESPONSE_SEND_TIMEOUT: seconds(30, 3600),
  MAX_RESPONSE_BUFFER_MB: count(128, 65_536),
  MAX_RESPONSE_BUFFER_PER_CONNECTION_KB: count(1024, 1_048_576),
  MAX_REQUEST_BUFFER_MB: count(64, 65_536),
  MAX_EVENT_LOOP_DELAY_MS: count(200, 60_000),
  MAX_CONCURRENT_LISTINGS: count(64, 100_000),
  MAX_CONCURRENT_CHAIN_READS: count(128, 100_000),
  DATABASE_MAX_QUEUE: count(500, 1_000_000),
  DATABASE_ACQUIRE_TIMEOUT_SECONDS: seconds(5, 300),
  RATE_LIMIT_PER_KEY: nonNegativeCount(6000, 1_000_000_000),
  RATE_LIMIT_PER_IP: nonNegativeCount(0, 1_000_000_000),
  RATE_LIMIT_EXPENSIVE_PER_IP: nonNegativeCount(300, 1_000_000_000),
  RPC_URL_1: httpUrl.optional(),
  RPC_URL_11155111: httpUrl.optional(),
  RPC_TIMEOUT: seconds(10, 120),
  RESOLVE_TIMEOUT: seconds(10, 120),
  OUTBOUND_ALLOWED_ORIGINS: origins,
  SIGNER_KEY: privateKey.optional(),
  SIGNER_KEY_1: privateKey.optional(),
  SIGNER_KEY_11155111: privateKey.optional(),
  SIGNER_MONITOR_INTERVAL: z.coerce.number().int().min(0).max(86_400).default(300),
  DEPLOYER_KEY: privateKey.optional(),
  ADMIN_API_KEY: z.string().min(24, 'is shorter than 24 characters').optional(),
  /** The contract accepts an hour, counted from its block's time, which may be some minutes behind ours. */
  GATEWAY_SIGNATURE_TTL: seconds(300, 3000),
  GATEWAY_STALE_IF_ERROR: z.coerce.number().int().min(0).max(3000).default(60),
  GATEWAY_CACHE_MB: count(64, 65_536),
  SIWE_MAX_TTL: seconds(86_400, 31_536_000),
  MAX_CHALLENGES: count(10_000, 10_000_000),
  REQUIRE_ONCHAIN_RESOLVER: flag(true),
  EVENT_RETENTION_DAYS: nonNegativeCount(0, 36_500),
  MAX_LABEL_CHARACTERS: count(63, 255),
  MAX_LABEL_BYTES: count(255, 255),
  MAX_TEXT_KEY_BYTES: count(256, 4096),
  MAX_TEXT_VALUE_BYTES: count(16_384, 65_536),
  MAX_RECORDS_PER_KIND: count(256, 4096),
  MAX_RECORD_BYTES: count(65_536, 1_048_576),
  GATEWAY_MAX_MULTICALL: count(512, 4096),
  MEDIA_BUCKET: z.string().optional(),
  MEDIA_ENDPOINT: httpUrl.optional(),
  MEDIA_REGION: z.string().default('us-east-1'),
  MEDIA_PUBLIC_URL: baseUrl.optional(),
  MEDIA_ACCESS_KEY_ID: z.string().optional(),
  MEDIA_SECRET_ACCESS_KEY: z.string().optional(),
  TRUSTED_PROXIES: proxies,
  RATE_LIMIT_FREE_RESOLVE_PER_IP: count(30, 1_000_000),
  FREE_RESOLVE_VIA_OWN_RPC: flag(false),
  PAYMENT_PAY_TO: address.optional(),
  PAYMENT_RELAYER_KEY: privateKey.optional(),
  PAYMENT_FACILITATOR_URL: baseUrl.optional(),
  PAYMENT_RPC_URL: httpUrl.optional(),
  PAYMENT_SECRET: z.string().min(32, 'is shorter than 32 characters').optional(),
  PAYMENT_SECRET_PREVIOUS: z.string().min(32, 'is shorter than 32 characters').optional(),
  PAYMENT_REALM: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'is not a realm (visible ASCII without quotes)')
    .optional(),
  PAYMENT_CHAIN_ID: count(8453, Number.MAX_SAFE_INTEGER),
  PAYMENT_ASSET: address.prefault('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  PAYMENT_TOKEN_NAME: z.string().default('USD Coin'),
  PAYMENT_TOKEN_VERSION: z.string().default('2'),
  PAYMENT_TOKEN_DECIMALS: count(6, 36),
  PAYMENT_AMOUNT: amount('5000'),
  PAYMENT_OFFER_TTL: seconds(60, 3600),
  PAYMENT_TIMEOUT: seconds(20, 300),
  PAYMENT_CONFIRMATIONS: count(1, 1000),
  PAYMENT_LATE_SETTLEMENT: z.enum(['deny', 'deliver']).default('deny'),
  PAYMENT_RESPONSE_RETENTION: seconds(86_400, 31_536_000),
  PAYMENT_MAX_PENDING_PER_PAYER: count(10, 10_000),
  PAYMENT_MIN_RELAYER_BALANCE_WEI: amount('100000000000000'),
  SANDBOX_CHAIN_PORT: port.default(8545),
})

/** Their names. */
export const variableNames: readonly string[] = Object.keys(variableSchemas.shape)

/** The same, with what one variable demands of another. */
const environmentSchema = variableSchemas.superRefine(
  (env, context) => {
    if (env.DATABASE_REPLICA_URL?.length && !env.DATABASE_URL?.startsWith('postgres'))
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_REPLICA_URL'],
        message: 'needs a PostgreSQL database in DATABASE_URL',
      })
    for (const name of env.MEDIA_BUCKET ? requiredForBucket : [])
      if (!env[name])
        context.addIssue({ code: 'custom', path: [name], message: 'is missing, and MEDIA_BUCKET needs it' })
    for (const name of env.PAYMENT_PAY_TO ? requiredForPayment : [])
      if (!env[name])
        context.addIssue({ code: 'custom', path: [name], message: 'is missing, and PAYMENT_PAY_TO needs it' })
    if (env.PAYMENT_PAY_TO && !env.PAYMENT_RELAYER_KEY && !env.PAYMENT_FACILITATOR_URL)
      context.addIssue({
        code: 'custom',
        path: ['PAYMENT_RELAYER_KEY'],
        message: 'or PAYMENT_FACILITATOR_URL is missing, and PAYMENT_PAY_TO needs one of them',
      })
    if (env.PAYMENT_RELAYER_KEY && !env.PAYMENT_RPC_URL)
      context.addIssue({
        code: 'custom',
        path: ['PAYMENT_RPC_URL'],
        message: 'is missing, and PAYMENT_RELAYER_KEY needs it',
      })
  },
  { when: () => true },
)

type Environment = z.infer<typeof environmentSchema>

/** What a process is told to do, without secrets: safe to log. */
export type Config = ReturnType<typeof toConfig>

/** What must never be logged: keys, and URLs that may carry them. */
export type Secrets = ReturnType<typeof toSecrets>

/** Thrown when the environment is not usable; its message lists every problem, and no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** The variables of this process, over `defaults` of the command that runs. */
export function environmentWithDefaults(defaults: EnvironmentVariables): EnvironmentVariables {
  return {
    ...defaults,
    ...process.env,
  }
}

/** Whether a script of npm has started this process. */
export function isStartedByNpm(): boolean {
  return 'npm_lifecycle_event' in process.env
}

/**
 * Reads the whole configuration from environment variables, or reports all that is wrong with them at once: values that
 * cannot be read, and variables that are misspelt settings.
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
    nodeEnv: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    /** Milliseconds: what is read from replicas has every write that was answered longer ago. */
    databaseReplicaMaxLagMs: env.DATABASE_REPLICA_MAX_LAG * 1000,
    logLevel: env.LOG_LEVEL,
    /** Whether every request but answered lookups is a line of the log. */
    logRequests: env.LOG_REQUESTS,
    /** Where metrics are served; absent: nowhere. */
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Milliseconds for which requests are still taken after `/ready` has begun to say no. */
    shutdownGraceMs: env.SHUTDOWN_GRACE_SECONDS * 1000,
    /** Milliseconds in which the head of a request, and all of it, must have come. */
    headersTimeoutMs: env.HEADERS_TIMEOUT * 1000,
    requestTimeoutMs: Math.max(env.REQUEST_TIMEOUT, env.HEADERS_TIMEOUT) * 1000,
    maxConnections: env.MAX_CONNECTIONS,
    /** What may wait to be sent: bytes, and milliseconds in which a client must take some of it. */
    responseBuffers: Object.freeze({
      sendTimeoutMs: env.RESPONSE_SEND_TIMEOUT * 1000,
      maxBytes: env.MAX_RESPONSE_BUFFER_MB * 1_048_576,
      maxBytesPerConnection: env.MAX_RESPONSE_BUFFER_PER_CONNECTION_KB * 1024,
    }),
    /** Bytes of bodies that may be on their way: in all, and of one client. */
    requestBuffers: Object.freeze({
      maxBytes: env.MAX_REQUEST_BUFFER_MB * 1_048_576,
      maxBytesPerClient: env.MAX_REQUEST_BUFFER_MB * 262_144,
    }),
    overload: Object.freeze({
      /** Milliseconds that the event loop may be late before requests are turned away. */
      maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
      /** Listings and searches that are worked on at once. */
      maxConcurrentListings: env.MAX_CONCURRENT_LISTINGS,
      /** Requests at once for which chains are read. */
      maxConcurrentChainReads: env.MAX_CONCURRENT_CHAIN_READS,
    }),
    /** Of those who wait for a connection to the database; the patience in milliseconds. */
    databaseQueue: Object.freeze({
      maxWaiting: env.DATABASE_MAX_QUEUE,
      timeoutMs: env.DATABASE_ACQUIRE_TIMEOUT_SECONDS * 1000,
    }),
    /** Requests in 60 seconds; 0: any number. */
    rateLimits: Object.freeze({
      perKey: env.RATE_LIMIT_PER_KEY,
      perIp: env.RATE_LIMIT_PER_IP,
      expensivePerIp: env.RATE_LIMIT_EXPENSIVE_PER_IP,
    }),
    /** Milliseconds that one call to a chain may take. */
    rpcTimeoutMs: env.RPC_TIMEOUT * 1000,
    /** Milliseconds that reading one name for a caller may take, with all the requests it needs. */
    resolveTimeoutMs: env.RESOLVE_TIMEOUT * 1000,
    /** Origins that callers and owners of names may send us to although they are not public https ones. */
    outboundAllowedOrigins: new Set(env.OUTBOUND_ALLOWED_ORIGINS) as ReadonlySet<string>,
    /** Milliseconds between looks whether resolvers on chain trust our signers; 0: none. */
    signerMonitorIntervalMs: env.SIGNER_MONITOR_INTERVAL * 1000,
    /** Seconds for which a signed gateway answer is valid. */
    gatewaySignatureTtlSeconds: env.GATEWAY_SIGNATURE_TTL,
    /** Milliseconds for which a signed answer is given again while the store does not answer. */
    gatewayStaleIfErrorMs: env.GATEWAY_STALE_IF_ERROR * 1000,
    /** Bytes that signed answers, and what they are made from, may take in memory. */
    gatewayCacheBytes: env.GATEWAY_CACHE_MB * 1_048_576,
    /** Milliseconds between issued-at and expiration of a signed message, at most. */
    siweMaxTtlMs: env.SIWE_MAX_TTL * 1000,
    /** Challenges of mApp operations that are stored at once; the oldest make room. */
    maxChallenges: env.MAX_CHALLENGES,
    requireOnchainResolver: env.REQUIRE_ONCHAIN_RESOLVER,
    /** Milliseconds for which rows are kept that nothing needs any more; 0: without end. */
    retentionMs: Object.freeze({ events: env.EVENT_RETENTION_DAYS * 86_400_000 }),
    mediaFolder: `${env.DATA_DIR}/media`,
    trustedProxies: env.TRUSTED_PROXIES,
    /** Free resolutions of a client address, in 60 seconds. */
    rateLimitFreeResolvePerIp: env.RATE_LIMIT_FREE_RESOLVE_PER_IP,
    /** Whether names are resolved through the operator's own node for nothing, where payment is not configured. */
    freeResolveViaOwnRpc: env.FREE_RESOLVE_VIA_OWN_RPC,
    payment: env.PAYMENT_PAY_TO && toPaymentConfig(env, env.PAYMENT_PAY_TO),
    sandboxChainPort: env.SANDBOX_CHAIN_PORT,
    limits: Object.freeze({
      label: { characters: env.MAX_LABEL_CHARACTERS, bytes: env.MAX_LABEL_BYTES },
      records: {
        textKey: env.MAX_TEXT_KEY_BYTES,
        textValue: env.MAX_TEXT_VALUE_BYTES,
        perKind: env.MAX_RECORDS_PER_KIND,
        total: env.MAX_RECORD_BYTES,
      },
      gateway: { maxMulticallItems: env.GATEWAY_MAX_MULTICALL },
    }),
  })
}

function toSecrets(env: Environment) {
  return Object.freeze({
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/byname.db`,
    databaseReplicaUrls: env.DATABASE_REPLICA_URL,
    adminApiKey: env.ADMIN_API_KEY,
    /** Pays for deployments that a command makes; the service itself has no use for it. */
    deployerKey: env.DEPLOYER_KEY,
    mediaBucket: toBucketConfig(env),
    payment: {
      relayerKey: env.PAYMENT_RELAYER_KEY,
      rpcUrl: env.PAYMENT_RPC_URL,
      facilitatorUrl: env.PAYMENT_FACILITATOR_URL,
      /** Binds the challenges of MPP to this service; every instance has the same. */
      secret: env.PAYMENT_SECRET,
      previousSecret: env.PAYMENT_SECRET_PREVIOUS,
    },
    rpcUrls: { 1: env.RPC_URL_1, 11155111: env.RPC_URL_11155111 },
    signerKeys: {
      1: env.SIGNER_KEY_1 ?? env.SIGNER_KEY,
      11155111: env.SIGNER_KEY_11155111 ?? env.SIGNER_KEY,
    },
  })
}

/** How resolving is paid for. */
function toPaymentConfig(env: Environment, payTo: Hex) {
  return {
    terms: {
      chainId: env.PAYMENT_CHAIN_ID,
      asset: env.PAYMENT_ASSET,
      tokenName: env.PAYMENT_TOKEN_NAME,
      tokenVersion: env.PAYMENT_TOKEN_VERSION,
      decimals: env.PAYMENT_TOKEN_DECIMALS,
      amount: env.PAYMENT_AMOUNT,
      payTo,
      offerLifetimeSeconds: env.PAYMENT_OFFER_TTL,
    } satisfies PaymentTerms,
    /** Who asks for payment, to clients; absent: the host of the public URL. */
    realm: env.PAYMENT_REALM,
    /** Milliseconds for which a payment that was sent is waited for. */
    timeoutMs: env.PAYMENT_TIMEOUT * 1000,
    /** Blocks that hold or follow a transaction before it counts. */
    confirmations: env.PAYMENT_CONFIRMATIONS,
    lateSettlement: env.PAYMENT_LATE_SETTLEMENT,
    /** Milliseconds for which an answer that was paid for can be asked for again. */
    responseRetentionMs: env.PAYMENT_RESPONSE_RETENTION * 1000,
    /** Payments of one payer that may be under way at once. */
    maxPendingPerPayer: env.PAYMENT_MAX_PENDING_PER_PAYER,
    /** Wei that the relayer must have before payment is asked for. */
    minRelayerBalanceWei: env.PAYMENT_MIN_RELAYER_BALANCE_WEI,
  }
}

/** The bucket that images are kept in; absent: the folder. */
function toBucketConfig(env: Environment) {
  const { MEDIA_BUCKET: name, MEDIA_PUBLIC_URL: publicUrl, MEDIA_ENDPOINT: endpoint } = env
  const { MEDIA_REGION: region, MEDIA_ACCESS_KEY_ID: accessKeyId } = env
  const { MEDIA_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!(name && publicUrl && accessKeyId && secretAccessKey)) return undefined
  return { name, publicUrl, endpoint, region, accessKeyId, secretAccessKey }
}
