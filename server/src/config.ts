import { z } from 'zod'

const seconds = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)
const count = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback)
const port = z.coerce.number().int().min(0).max(65_535)
const flag = (fallback: boolean) => z.stringbool().default(fallback)
const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http(s) URL' })
const privateKey = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'is not a private key (0x and 64 hex digits)')

/** Every environment variable that Byname reads; `docs/operating.md` explains each. Empty means absent. */
const environment = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'is neither sqlite:<path> nor postgres://…')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RPC_URL_1: httpUrl.optional(),
  RPC_URL_11155111: httpUrl.optional(),
  RPC_TIMEOUT: seconds(10, 120),
  SIGNER_KEY: privateKey.optional(),
  SIGNER_KEY_1: privateKey.optional(),
  SIGNER_KEY_11155111: privateKey.optional(),
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
  SANDBOX_CHAIN_PORT: port.default(8545),
})

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
export function readConfig(variables: Variables = process.env): {
  config: Config
  secrets: Secrets
} {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
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
    /** Seconds for which a signed gateway answer is valid. */
    answerLifetime: env.ANSWER_LIFETIME,
    /** Milliseconds between issued-at and expiration of a signed message, at most. */
    messageLifetime: env.SIWE_MAX_LIFETIME * 1000,
    verifyDomainControl: env.VERIFY_DOMAIN_CONTROL,
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
    rpcUrls: { 1: env.RPC_URL_1, 11155111: env.RPC_URL_11155111 },
    signerKeys: {
      1: env.SIGNER_KEY_1 ?? env.SIGNER_KEY,
      11155111: env.SIGNER_KEY_11155111 ?? env.SIGNER_KEY,
    },
  })
}
