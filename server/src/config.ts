import { z } from 'zod'

const seconds = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)
const count = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)
const port = z.coerce.number().int().min(0).max(65_535)
const flag = (fallback: boolean) => z.stringbool().default(fallback)
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

/** What a bucket for images cannot do without. */
const bucketNeeds = ['MEDIA_PUBLIC_URL', 'MEDIA_ACCESS_KEY_ID', 'MEDIA_SECRET_ACCESS_KEY'] as const

/** Every environment variable that Byname reads; `docs/operating.md` explains each. Empty means absent. */
const variables = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: baseUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'is neither sqlite:<path> nor postgres://…')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RPC_URL_1: httpUrl.optional(),
  RPC_URL_11155111: httpUrl.optional(),
  RPC_TIMEOUT: seconds(10, 120),
  READ_TIMEOUT: seconds(10, 120),
  OUTBOUND_ALLOWED_ORIGINS: origins,
  SIGNER_KEY: privateKey.optional(),
  SIGNER_KEY_1: privateKey.optional(),
  SIGNER_KEY_11155111: privateKey.optional(),
  DEPLOYER_KEY: privateKey.optional(),
  BYNAME_ADMIN_KEY: z.string().min(24, 'is shorter than 24 characters').optional(),
  /** The contract accepts an hour, counted from its block's time, which may be some minutes behind ours. */
  ANSWER_LIFETIME: seconds(300, 3000),
  SIWE_MAX_LIFETIME: seconds(86_400, 31_536_000),
  VERIFY_DOMAIN_CONTROL: flag(true),
  MAX_LABEL_CHARACTERS: count(63, 255),
  MAX_LABEL_BYTES: count(255, 255),
  MAX_TEXT_KEY: count(256, 4096),
  MAX_TEXT_VALUE: count(16_384, 262_144),
  MAX_RECORDS: count(256, 4096),
  MAX_CALLS: count(512, 4096),
  MEDIA_BUCKET: z.string().optional(),
  MEDIA_ENDPOINT: httpUrl.optional(),
  MEDIA_REGION: z.string().default('us-east-1'),
  MEDIA_PUBLIC_URL: baseUrl.optional(),
  MEDIA_ACCESS_KEY_ID: z.string().optional(),
  MEDIA_SECRET_ACCESS_KEY: z.string().optional(),
  SANDBOX_CHAIN_PORT: port.default(8545),
})

/** The same, with what one variable demands of another. */
const environment = variables.superRefine(
  (env, context) => {
    for (const name of env.MEDIA_BUCKET ? bucketNeeds : [])
      if (!env[name])
        context.addIssue({ code: 'custom', path: [name], message: 'is missing, and MEDIA_BUCKET needs it' })
  },
  { when: () => true },
)

type Environment = z.infer<typeof environment>

/** What a process is told to do, without secrets: safe to log. */
export type Config = ReturnType<typeof configOf>

/** What must never be logged: keys, and URLs that may carry them. */
export type Secrets = ReturnType<typeof secretsOf>

/** Thrown when the environment is not usable; its message lists every problem, and no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Variables = Readonly<Record<string, string | undefined>>

/** The variables of this process, over `defaults` of the command that runs. */
export const environmentOver = (defaults: Variables): Variables => ({ ...defaults, ...process.env })

/** Reads the whole configuration from environment variables, or reports all that is wrong with them at once. */
export function readConfig(given: Variables = process.env): {
  config: Config
  secrets: Secrets
} {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const result = environment.safeParse(present)
  if (result.success) return { config: configOf(result.data), secrets: secretsOf(result.data) }
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  throw new ConfigError(`The environment is not usable:\n${problems.join('\n')}`)
}

function configOf(env: Environment) {
  return Object.freeze({
    environment: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    /** Milliseconds that one call to a chain may take. */
    rpcTimeout: env.RPC_TIMEOUT * 1000,
    /** Milliseconds that reading one name for a caller may take, with all the requests it needs. */
    readTimeout: env.READ_TIMEOUT * 1000,
    /** Origins that callers and owners of names may send us to although they are not public https ones. */
    outboundOrigins: new Set(env.OUTBOUND_ALLOWED_ORIGINS) as ReadonlySet<string>,
    /** Seconds for which a signed gateway answer is valid. */
    answerLifetime: env.ANSWER_LIFETIME,
    /** Milliseconds between issued-at and expiration of a signed message, at most. */
    messageLifetime: env.SIWE_MAX_LIFETIME * 1000,
    verifyDomainControl: env.VERIFY_DOMAIN_CONTROL,
    mediaFolder: `${env.DATA_DIR}/media`,
    sandboxChainPort: env.SANDBOX_CHAIN_PORT,
    limits: Object.freeze({
      label: { characters: env.MAX_LABEL_CHARACTERS, bytes: env.MAX_LABEL_BYTES },
      records: { textKey: env.MAX_TEXT_KEY, textValue: env.MAX_TEXT_VALUE, perKind: env.MAX_RECORDS },
      gateway: { items: env.MAX_CALLS },
    }),
  })
}

function secretsOf(env: Environment) {
  return Object.freeze({
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/byname.db`,
    adminKey: env.BYNAME_ADMIN_KEY,
    /** Pays for deployments that a command makes; the service itself has no use for it. */
    deployerKey: env.DEPLOYER_KEY,
    mediaBucket: bucketOf(env),
    rpcUrls: { 1: env.RPC_URL_1, 11155111: env.RPC_URL_11155111 },
    signerKeys: {
      1: env.SIGNER_KEY_1 ?? env.SIGNER_KEY,
      11155111: env.SIGNER_KEY_11155111 ?? env.SIGNER_KEY,
    },
  })
}

/** The bucket that images are kept in; absent: the folder. */
function bucketOf(env: Environment) {
  const { MEDIA_BUCKET: name, MEDIA_PUBLIC_URL: publicUrl, MEDIA_ENDPOINT: endpoint } = env
  const { MEDIA_REGION: region, MEDIA_ACCESS_KEY_ID: accessKeyId } = env
  const { MEDIA_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!(name && publicUrl && accessKeyId && secretAccessKey)) return undefined
  return { name, publicUrl, endpoint, region, accessKeyId, secretAccessKey }
}
