import type { Address } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { type ChainId, isChainId } from '../../ens/chains.ts'
import { OperatorError } from '../../errors.ts'
import { type FilesAnswers, filesOf, type filesQuestions, filesSettings } from './files-answers.ts'
import type { Settings } from './settings-file.ts'

export type Question =
  | 'host'
  | 'chain'
  | 'rpc'
  | 'owner'
  | 'database'
  | 'https'
  | 'email'
  | 'backups'
  | 'backup-target'
  | 'backup-endpoint'
  | 'backup-region'
  | 'backup-key-id'
  | 'backup-secret'
  | 'backup-recipient'
  | (typeof filesQuestions)[number]
  | 'signer'
  | 'resolver'

/** As they were given; what is not known has no text. */
export type GivenAnswers = Readonly<Partial<Record<Question, string>>>

/** S3-compatible. */
export interface BucketAnswers {
  /** `s3://<bucket>/<prefix>`. */
  readonly target: string
  /** Undefined: AWS. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  /** Secret. */
  readonly secretAccessKey: string
  /** Of age. */
  readonly recipient: string
}

export interface Answers {
  readonly host: string
  readonly chainId: ChainId
  /** Secret: may contain a key. */
  readonly rpcUrl: string
  /** Becomes an operator, and deploys the resolver in the console. */
  readonly owner: Address
  /** Secret. Undefined: SQLite in the data folder. */
  readonly databaseUrl: string | undefined
  /** Undefined: behind a proxy on this machine. */
  readonly certificate: { readonly email: string | undefined } | undefined
  /** Each night into a folder of this machine. */
  readonly hasBackups: boolean
  /** To which encrypted ones go, too. */
  readonly bucket: BucketAnswers | undefined
  /** Undefined: names end with this server. */
  readonly files: FilesAnswers | undefined
  /** Whether another process, as another user, has the signing key. */
  readonly hasSignerProcess: boolean
  /** A contract that exists; undefined: the owner deploys one in the console. */
  readonly resolver: Address | undefined
}

/** Of answers that were checked. @throws OperatorError when one is missing. */
export function readAnswers(given: GivenAnswers): Answers {
  const required = (question: Question): string => {
    const text = given[question]
    if (text) return text
    throw new OperatorError(`--${question} is missing.`)
  }
  const chainId = Number(required('chain'))
  if (!isChainId(chainId)) throw new OperatorError(`"${chainId}" is not a chain.`)
  return {
    host: required('host'),
    chainId,
    rpcUrl: required('rpc'),
    owner: checksumAddress(required('owner')),
    databaseUrl: given.database === 'sqlite' ? undefined : given.database,
    certificate: given.https === 'own' ? { email: given.email || undefined } : undefined,
    hasBackups: given.backups !== 'none',
    bucket: bucketOf(given),
    files: filesOf(given),
    hasSignerProcess: given.signer !== 'service',
    resolver: given.resolver ? checksumAddress(given.resolver) : undefined,
  }
}

/** Undefined without a bucket. */
export function bucketOf(given: GivenAnswers): BucketAnswers | undefined {
  const target = given['backup-target']
  if (target === undefined || target === 'none' || given.backups === 'none') return undefined
  const endpoint = given['backup-endpoint']
  return {
    target,
    endpoint: endpoint === 'aws' ? undefined : endpoint,
    region: given['backup-region'] ?? 'us-east-1',
    accessKeyId: given['backup-key-id'] ?? '',
    secretAccessKey: given['backup-secret'] ?? '',
    recipient: given['backup-recipient'] ?? '',
  }
}

const secretQuestions: readonly Question[] = ['rpc', 'database', 'backup-secret', 'files-secret']

/** Those that a file may keep which others than the settings describe. */
export function withoutSecrets(given: GivenAnswers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([question, text]) => text !== '' && !secretQuestions.some((one) => one === question),
    ),
  )
}

/** What an earlier run, or an installation by hand, has settled; settings come first. */
export function keptAnswers(settings: Settings, noted: GivenAnswers): GivenAnswers {
  const rpcChain = Object.keys(settings).flatMap((name) => /^RPC_URL_(\d+)$/.exec(name)?.[1] ?? [])[0]
  const chain = noted.chain ?? rpcChain
  const host = URL.parse(settings['PUBLIC_URL'] ?? '')?.host
  const own = settings['TLS'] === 'acme' ? 'own' : settings['TRUSTED_PROXIES'] ? 'proxy' : undefined
  const found: Record<Question, string | undefined> = {
    host,
    chain,
    rpc: chain && settings[`RPC_URL_${chain}`],
    owner: noted.owner ?? settings['OPERATORS']?.split(',')[0],
    database: settings['DATABASE_URL'] || (settings['PUBLIC_URL'] && 'sqlite'),
    https: own,
    email: settings['ACME_EMAIL'],
    backups: undefined,
    'backup-target': settings['BACKUP_TARGET'],
    'backup-endpoint': settings['BACKUP_ENDPOINT'],
    'backup-region': settings['BACKUP_REGION'],
    'backup-key-id': settings['BACKUP_ACCESS_KEY_ID'],
    'backup-secret': settings['BACKUP_SECRET_ACCESS_KEY'],
    'backup-recipient': settings['BACKUP_RECIPIENT'],
    files: settings['ANCHOR_TARGETS'],
    'files-endpoint': settings['ANCHOR_ENDPOINT'],
    'files-region': settings['ANCHOR_REGION'],
    'files-key-id': settings['ANCHOR_ACCESS_KEY_ID'],
    'files-secret': settings['ANCHOR_SECRET_ACCESS_KEY'],
    signer: settings['SIGNER_SOCKET'] ? 'process' : undefined,
    resolver: undefined,
  }
  const known = Object.entries({ ...noted, ...withoutAbsent(found) })
  return Object.fromEntries(known)
}

function withoutAbsent(texts: Readonly<Record<string, string | undefined>>): GivenAnswers {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
}

/** What is not asked. */
export interface MadeSettings {
  /** Of `byname-signer.service`. */
  readonly signerSocket: string
  readonly newAdminKey: () => string
}

/** The settings that the answers make; a value that is there and must stay is left out. */
export function settingsOf(answers: Answers, existing: Settings, made: MadeSettings): Settings {
  const { host, chainId, rpcUrl, owner, databaseUrl, certificate, bucket, files, hasSignerProcess } = answers
  const operators = (existing['OPERATORS'] ?? '').split(',').flatMap((entry) => entry.trim() || [])
  const isListed = operators.some((entry) => entry.toLowerCase() === owner.toLowerCase())
  const wanted: Settings = {
    PUBLIC_URL: `https://${host}`,
    OPERATORS: [...operators, ...(isListed ? [] : [owner])].join(','),
    [`RPC_URL_${chainId}`]: rpcUrl,
    TLS: certificate ? 'acme' : 'off',
    ...(certificate?.email && { ACME_EMAIL: certificate.email }),
    ...(certificate ? {} : { TRUSTED_PROXIES: existing['TRUSTED_PROXIES'] || '127.0.0.1' }),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(bucket && bucketSettings(bucket)),
    ...filesSettings(files, existing),
    ...(hasSignerProcess && { SIGNER_SOCKET: existing['SIGNER_SOCKET'] || made.signerSocket }),
    // Another key would be one more that is valid.
    ADMIN_API_KEY: existing['ADMIN_API_KEY'] || made.newAdminKey(),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => existing[name] !== value))
}

function bucketSettings(bucket: BucketAnswers): Settings {
  const { target, endpoint, region, accessKeyId, secretAccessKey, recipient } = bucket
  return {
    BACKUP_TARGET: target,
    ...(endpoint && { BACKUP_ENDPOINT: endpoint }),
    BACKUP_REGION: region,
    BACKUP_ACCESS_KEY_ID: accessKeyId,
    BACKUP_SECRET_ACCESS_KEY: secretAccessKey,
    BACKUP_RECIPIENT: recipient,
  }
}
