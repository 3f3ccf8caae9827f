import ipaddr from 'ipaddr.js'
import type { Hex } from 'viem'
import { z } from 'zod'
import { lowerCaseHex } from '../crypto/hex.ts'
import { type ChainId, chainIds } from '../ens/chains.ts'
import { alertProblems, alertTargets, webhookSecret } from './alert-settings.ts'
import { anchorTargetProblem, anchorVariables } from './anchor-variables.ts'
import { backupRecipient, backupTarget } from './backup-variables.ts'
import { databaseUrl, postgresUrlProblem } from './database-variables.ts'

/** Each message continues a sentence that begins with the variable's name. */

/** `1e3` and `0x10` are numbers, too. */
function wholeNumber(min: number, max: number) {
  const error = `is not a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

/** One of these. */
function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `is not one of ${words.join(', ')}` })
}

function seconds(fallback: number, max: number) {
  return count(fallback, max)
}

function count(fallback: number, max: number) {
  return wholeNumber(1, max).default(fallback)
}

/** 0: no limit, or off. */
function nonNegativeCount(fallback: number, max: number) {
  return wholeNumber(0, max).default(fallback)
}

function flag(fallback: boolean) {
  return z.stringbool({ error: 'is neither true nor false' }).default(fallback)
}

const port = wholeNumber(0, 65_535)

const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http(s) URL' })

/** Of a WebSocket server, without credentials: pages name it. */
const relayUrl = z.url({ protocol: /^wss?$/, error: 'is not a ws(s) URL' }).refine(
  (text) => {
    const url = URL.parse(text)
    return url?.username === '' && url.password === ''
  },
  { error: 'has credentials, which every visitor would see' },
)

/** Without a trailing slash: paths are appended. */
const baseUrl = httpUrl.transform((url) => url.replace(/\/+$/, ''))

/** Pages, cookies and links are made for the root of a host. */
const origin = httpUrl.transform((text, context) => {
  const { origin: value, href } = new URL(text)
  if (href.replace(/\/+$/, '') !== value)
    context.addIssue(
      'is not an origin such as https://names.example: the service needs a host of its own, without a path',
    )
  return value
})

/** An address to listen on; brackets around an IPv6 address are optional. */
const listenHost = z
  .string()
  .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
  .refine((host) => ipaddr.isValid(host) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host), {
    error: 'is neither an address nor the name of a host, such as 127.0.0.1, :: or localhost',
  })

const privateKey = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{64}$/)], {
  error: 'is not a private key (0x and 64 hex digits)',
})

/** Separated by commas. */
const privateKeys = z
  .string()
  .regex(
    /^\s*0x[0-9a-fA-F]{64}(\s*,\s*0x[0-9a-fA-F]{64})*\s*$/,
    'is not a private key (0x and 64 hex digits), or several separated by commas',
  )
  .transform((text) => text.split(',').map((key) => key.trim() as Hex))
  .optional()

const kmsKeys = list(
  (entry) =>
    /^(arn:[\w-]+:kms:[\w-]+:\d{12}:(key\/[\w-]+|alias\/[\w/-]+)|alias\/[\w/-]+)$/.test(entry) ||
    /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$/.test(entry),
  'is not a list of key ids, ARNs or aliases (alias/…) of AWS KMS, separated by commas',
)

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address (0x and 40 hex digits)')
  .transform((text) => lowerCaseHex(text as Hex))

/** In base units. */
function amount(fallback: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,30}$/, 'is not an amount of base units')
    .transform(BigInt)
    .prefault(fallback)
}

/** Lower case. */
const addresses = list(
  (entry) => /^0x[0-9a-fA-F]{40}$/.test(entry),
  'is not a list of addresses (0x and 40 hex digits), separated by commas',
).transform((entries) => entries.map((entry) => lowerCaseHex(entry as Hex)))

/** Comma-separated, without empty entries. */
function list(isValid: (entry: string) => boolean, problem: string) {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const entries = text.split(',').flatMap((entry) => entry.trim() || [])
      if (!entries.every(isValid)) context.addIssue(problem)
      return entries
    })
}

/** For `byname signer`; the command reads the scheme. */
const resolverList = list(
  (entry) => entry === 'first' || /^\d{1,15}:0x[0-9a-fA-F]{40}(:[a-z-]+)?$/.test(entry),
  'is neither first nor a list of chain id and address such as 1:0x…, optionally with :<scheme>, separated by commas',
)

const origins = list(
  (entry) => /^https?:/.test(entry) && URL.parse(entry)?.origin === entry,
  'is not a list of origins such as https://rpc.example:8545, separated by commas',
)

/** Read by `byname upgrade`. */
const releases = z
  .string()
  .refine((place) => place.startsWith('/') || URL.parse(place)?.protocol === 'https:', {
    error: 'is not the absolute path of a folder, nor an https URL',
  })

/** Addresses, with a port if it is not 53. */
const dnsServers = list(
  (entry) => ipaddr.isValid(entry) || /^(\d+(\.\d+){3}|\[[0-9a-f:]+\]):\d{1,5}$/i.test(entry),
  'is not a list of addresses such as 9.9.9.9 or [2620:fe::fe]:53, separated by commas',
)

/** Their `X-Forwarded-For` is trusted. */
const proxies = list(
  (entry) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
    ipaddr.isValid(entry) ||
    ipaddr.isValidCIDR(entry),
  'is not a list of addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
)

const postgresUrls = list(
  (entry) => /^postgres(ql)?:\/\/.+/.test(entry) && postgresUrlProblem(entry) === undefined,
  'is not a list of postgres://… URLs, separated by commas',
)

const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'is not an smtp(s) URL such as smtps://user:password@mail.example:465',
})

/** `names@example.com`, or `Names <names@example.com>`. */
const mailSender = z
  .string()
  .regex(
    /^(?:[^<>"\\\p{Cc}]{1,100}<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
    'is neither an e-mail address nor a name with one in angle brackets, such as Names <names@example.com>',
  )

function secretText(minCharacters: number) {
  return z.string().min(minCharacters, `is shorter than ${minCharacters} characters`)
}

/** `docs/operating/settings.md` explains each variable. Empty means absent. */
const variableSchemas = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: listenHost.default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: origin.optional(),
  TLS: choice(['off', 'acme']).default('off'),
  TLS_HOST: listenHost.default('::'),
  TLS_PORT: port.default(443),
  TLS_REDIRECT_PORT: port.default(80),
  ACME_DIRECTORY_URL: httpUrl.default('https://acme-v02.api.letsencrypt.org/directory'),
  ACME_EMAIL: z.email({ error: 'is not an e-mail address' }).optional(),
  ACME_PROFILE: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'is not the name of a profile, such as shortlived')
    .optional(),
  TRUSTED_PROXIES: proxies,
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_REQUESTS: flag(true),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  RELEASES_URL: releases.optional(),
  SHUTDOWN_GRACE_SECONDS: nonNegativeCount(0, 600),
  MAX_EVENT_LOOP_DELAY_MS: count(200, 60_000),
  RATE_LIMIT_PER_KEY: nonNegativeCount(6000, 1_000_000_000),
  RATE_LIMIT_PER_IP: nonNegativeCount(0, 1_000_000_000),
  RATE_LIMIT_EXPENSIVE_PER_IP: nonNegativeCount(300, 1_000_000_000),
  WRITE_LIMIT_PER_IP: nonNegativeCount(5000, 1_000_000_000),
  WRITE_LIMIT_PER_WALLET: nonNegativeCount(1000, 1_000_000_000),
  WRITE_LIMIT_PER_NAME: nonNegativeCount(240, 1_000_000_000),
  WRITE_LIMIT_PER_DOMAIN: nonNegativeCount(100_000, 1_000_000_000),
  RATE_LIMIT_FREE_RESOLVE_PER_IP: count(30, 1_000_000),
  ADMIN_API_KEY: secretText(24).optional(),

  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrls,
  MIN_FREE_DISK_MB: nonNegativeCount(1024, 1_000_000_000),
  EVENT_RETENTION_DAYS: nonNegativeCount(0, 36_500),
  WEBHOOK_RETENTION_DAYS: count(30, 3650),
  WEBHOOK_TIMEOUT: seconds(15, 60),
  STATISTICS_RETENTION_DAYS: nonNegativeCount(400, 36_500),
  MEDIA_BUCKET: z.string().optional(),
  MEDIA_ENDPOINT: httpUrl.optional(),
  MEDIA_REGION: z.string().default('us-east-1'),
  MEDIA_PUBLIC_URL: baseUrl.optional(),
  MEDIA_ACCESS_KEY_ID: z.string().optional(),
  MEDIA_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_TARGET: backupTarget.optional(),
  BACKUP_RECIPIENT: backupRecipient.optional(),
  BACKUP_ENDPOINT: httpUrl.optional(),
  BACKUP_REGION: z.string().default('us-east-1'),
  BACKUP_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_LOG: flag(true),
  BACKUP_RETENTION_DAYS: nonNegativeCount(30, 36_500),
  BACKUP_MAX_AGE_HOURS: count(36, 87_600),
  IPFS_GATEWAY_URL: baseUrl.default('https://ipfs.io'),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: mailSender.optional(),
  ALERT_TARGETS: alertTargets,
  ALERT_WEBHOOK_SECRET: webhookSecret.optional(),
  ...anchorVariables,
  ...perChain('ANCHOR_KEY', privateKey.optional()),
  ...perChain('ANCHOR_KMS_KEY', kmsKeys),

  ...perChain('RPC_URL', httpUrl.optional()),
  RPC_TIMEOUT: seconds(10, 120),
  RESOLVE_TIMEOUT: seconds(10, 120),
  FREE_RESOLVE_VIA_OWN_RPC: flag(false),
  OUTBOUND_ALLOWED_ORIGINS: origins,
  DNS_SERVERS: dnsServers,
  SIGNER_KEY: privateKeys,
  ...perChain('SIGNER_KEY', privateKeys),
  SIGNER_SOCKET: z.string().optional(),
  ...perChain('SIGNER_KMS_KEY', kmsKeys),
  SIGNER_KMS_REGION: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)+-\d+$/, 'is not a region such as eu-central-1')
    .optional(),
  SIGNER_KMS_ENDPOINT: httpUrl.optional(),
  SIGNER_RESOLVERS: resolverList,
  SIGNER_MAX_PER_SECOND: wholeNumber(1, 1_000_000).optional(),
  SIGNER_TIMEOUT: seconds(2, 10),
  SIGNER_MONITOR_INTERVAL: nonNegativeCount(60, 86_400),
  DEPLOYER_KEY: privateKey.optional(),
  OPERATORS: addresses,
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'is not a project id (32 hex digits)')
    .optional(),
  WALLETCONNECT_RELAY_URL: relayUrl.default('wss://relay.walletconnect.org'),
  OFFER_BASE_ACCOUNT: flag(true),
  WORKSPACE_CREATION: choice(['operators', 'domain-controllers']).default('operators'),
  REQUIRE_ONCHAIN_RESOLVER: flag(true),
  NAMESTONE_FACADE: flag(false),
  NAMESPACE_FACADE: flag(false),
  MCP: flag(false),
  /** The contract accepts an hour by block time, which may be minutes behind. */
  GATEWAY_SIGNATURE_TTL: seconds(300, 3000),
  GATEWAY_STALE_IF_ERROR: nonNegativeCount(60, 3000),
  GATEWAY_CACHE_MB: count(64, 65_536),
  GATEWAY_NAMES_MB: wholeNumber(1, 2047).optional(),
  GATEWAY_DEGRADED_LAG: seconds(10, 86_400),
  GATEWAY_MAX_LAG: nonNegativeCount(300, 31_536_000),

  PAYMENT_PAY_TO: address.optional(),
  PAYMENT_RELAYER_KEY: privateKey.optional(),
  PAYMENT_FACILITATOR_URL: baseUrl.optional(),
  PAYMENT_RPC_URL: httpUrl.optional(),
  PAYMENT_SECRET: secretText(32).optional(),
  PAYMENT_SECRET_PREVIOUS: secretText(32).optional(),
  PAYMENT_CHAIN_ID: count(8453, Number.MAX_SAFE_INTEGER),
  PAYMENT_ASSET: address.prefault('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  PAYMENT_TOKEN_NAME: z.string().default('USD Coin'),
  PAYMENT_TOKEN_VERSION: z.string().default('2'),
  PAYMENT_TOKEN_DECIMALS: count(6, 36),
  PAYMENT_AMOUNT: amount('5000'),
  PAYMENT_TIMEOUT: seconds(20, 300),
  PAYMENT_CONFIRMATIONS: count(1, 1000),
  PAYMENT_LATE_SETTLEMENT: choice(['deny', 'deliver']).default('deny'),

  SANDBOX_CHAIN_PORT: port.default(8545),
})

export const variableNames: readonly string[] = Object.keys(variableSchemas.shape)

/** Of `byname mcp`, which is a client of a service. */
export const clientSchema = z.object({
  BYNAME_URL: origin.default('http://127.0.0.1:3000'),
  BYNAME_API_KEY: z.string().optional(),
})

export const clientVariableNames = Object.keys(clientSchema.shape)

/** `Object.fromEntries` loses the type of its keys. */
function perChain<Prefix extends string, Schema extends z.ZodType>(prefix: Prefix, schema: Schema) {
  return Object.fromEntries(chainIds.map((chainId) => [`${prefix}_${chainId}`, schema])) as Record<
    `${Prefix}_${ChainId}`,
    Schema
  >
}

/** By the variable that turns the feature on. */
const requirements = {
  MEDIA_BUCKET: ['MEDIA_PUBLIC_URL', 'MEDIA_ACCESS_KEY_ID', 'MEDIA_SECRET_ACCESS_KEY'],
  BACKUP_TARGET: ['BACKUP_RECIPIENT'],
  PAYMENT_PAY_TO: ['PUBLIC_URL', 'RPC_URL_1', 'PAYMENT_SECRET'],
  SMTP_URL: ['PUBLIC_URL', 'SMTP_FROM'],
  SMTP_FROM: ['SMTP_URL'],
  PAYMENT_RELAYER_KEY: ['PAYMENT_RPC_URL'],
  SIGNER_KMS_KEY_1: ['SIGNER_KMS_REGION'],
  SIGNER_KMS_KEY_11155111: ['SIGNER_KMS_REGION'],
  ANCHOR_KMS_KEY_1: ['SIGNER_KMS_REGION'],
  ANCHOR_KMS_KEY_11155111: ['SIGNER_KMS_REGION'],
} as const

export const environmentSchema = variableSchemas.superRefine(
  (env, context) => {
    const addIssue = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (env.DATABASE_REPLICA_URL?.length && !env.DATABASE_URL?.startsWith('postgres'))
      addIssue('DATABASE_REPLICA_URL', 'needs a PostgreSQL database in DATABASE_URL')
    for (const [feature, names] of Object.entries(requirements))
      for (const name of names)
        if (isSet(env, feature) && !isSet(env, name)) addIssue(name, `is missing, and ${feature} needs it`)
    for (const problem of alertProblems(env)) addIssue(...problem)
    if (env.BACKUP_TARGET?.startsWith('s3:'))
      for (const name of ['BACKUP_ACCESS_KEY_ID', 'BACKUP_SECRET_ACCESS_KEY'] as const)
        if (!env[name]) addIssue(name, 'is missing, and a bucket in BACKUP_TARGET needs it')
    const anchorProblem = anchorTargetProblem(env)
    if (anchorProblem !== undefined) addIssue('ANCHOR_TARGETS', anchorProblem)
    const host = env.TLS === 'acme' ? tlsHostProblem(env.PUBLIC_URL) : undefined
    if (host) addIssue('PUBLIC_URL', host)
    if (env.PAYMENT_PAY_TO && !env.PAYMENT_RELAYER_KEY && !env.PAYMENT_FACILITATOR_URL)
      addIssue(
        'PAYMENT_RELAYER_KEY',
        'or PAYMENT_FACILITATOR_URL is missing, and PAYMENT_PAY_TO needs one of them',
      )
  },
  { when: () => true },
)

/** Authorities certify names of the public DNS. */
function tlsHostProblem(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return 'is missing, and TLS=acme needs it'
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:') return 'is not https, and TLS=acme needs it'
  const isName = hostname.includes('.') && !ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1'))
  return isName ? undefined : 'is not the name of a host, and TLS=acme needs one'
}

function isSet(env: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = env[name]
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

export type Environment = z.infer<typeof environmentSchema>
