import { z } from 'zod'
import { type ChainId, chainIds } from '../ens/chains.ts'
import {
  address,
  addresses,
  amount,
  baseUrl,
  count,
  databaseUrl,
  flag,
  httpUrl,
  listenHost,
  nonNegativeCount,
  origin,
  origins,
  port,
  postgresUrls,
  privateKey,
  privateKeys,
  proxies,
  seconds,
  secretText,
} from './variable-types.ts'

/** `docs/operating/settings.md` explains each variable. Empty means absent. */
const variableSchemas = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: listenHost.default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: proxies,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_REQUESTS: flag(true),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  METRICS_PORT: port.optional(),
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
  IPFS_GATEWAY_URL: baseUrl.default('https://ipfs.io'),

  ...perChain('RPC_URL', httpUrl.optional()),
  RPC_TIMEOUT: seconds(10, 120),
  RESOLVE_TIMEOUT: seconds(10, 120),
  FREE_RESOLVE_VIA_OWN_RPC: flag(false),
  OUTBOUND_ALLOWED_ORIGINS: origins,
  SIGNER_KEY: privateKeys,
  ...perChain('SIGNER_KEY', privateKeys),
  SIGNER_MONITOR_INTERVAL: nonNegativeCount(300, 86_400),
  DEPLOYER_KEY: privateKey.optional(),
  OPERATORS: addresses,
  WORKSPACE_CREATION: z.enum(['operators', 'domain-controllers']).default('operators'),
  REQUIRE_ONCHAIN_RESOLVER: flag(true),
  /** The contract accepts an hour by block time, which may be minutes behind. */
  GATEWAY_SIGNATURE_TTL: seconds(300, 3000),
  GATEWAY_STALE_IF_ERROR: nonNegativeCount(60, 3000),
  GATEWAY_CACHE_MB: count(64, 65_536),

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
  PAYMENT_LATE_SETTLEMENT: z.enum(['deny', 'deliver']).default('deny'),

  SANDBOX_CHAIN_PORT: port.default(8545),
})

export const variableNames: readonly string[] = Object.keys(variableSchemas.shape)

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
  PAYMENT_PAY_TO: ['PUBLIC_URL', 'RPC_URL_1', 'PAYMENT_SECRET'],
  PAYMENT_RELAYER_KEY: ['PAYMENT_RPC_URL'],
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
    if (env.PAYMENT_PAY_TO && !env.PAYMENT_RELAYER_KEY && !env.PAYMENT_FACILITATOR_URL)
      addIssue(
        'PAYMENT_RELAYER_KEY',
        'or PAYMENT_FACILITATOR_URL is missing, and PAYMENT_PAY_TO needs one of them',
      )
  },
  { when: () => true },
)

function isSet(env: Readonly<Record<string, unknown>>, name: string): boolean {
  return Boolean(env[name])
}

export type Environment = z.infer<typeof environmentSchema>
