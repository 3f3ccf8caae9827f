import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlertTarget } from '../alert/target.ts'
import { type Config, readConfig, type Secrets } from '../config/config.ts'
import { checkSignersOf, signerAdvice } from '../core/health/signers.ts'
import { type ChainId, chainIds } from '../ens/chains.ts'
import { AppError, OperatorError } from '../errors.ts'
import type { Resolver } from '../model/resolver.ts'
import { settingsSummary } from '../observability/logs.ts'
import { type ChainClients, createChainClients, ping } from '../rpc/operator.ts'
import { isPublicHost } from '../rpc/outbound.ts'
import { openSigners } from '../signing/open-signers.ts'
import { signerSources } from '../signing/signer-sources.ts'
import { columnsOf } from '../store/copy/dump.ts'
import { parseDatabaseUrl } from '../store/database-url.ts'
import { describeDatabaseError, describeError } from '../store/describe-error.ts'
import { fullDiskAdvice } from '../store/disk-state.ts'
import { findAllResolvers } from '../store/entities/resolvers.ts'
import { appliedMigrations, missingMigrations, newerMigrations } from '../store/migrate.ts'
import { withColumnCodec } from '../store/plain-database.ts'
import { checkBackups } from './check-backups.ts'
import { type Check, checkMachine } from './check-machine.ts'
import { command, flag, formatCell, hasDataDir, printRecord } from './shared.ts'

export const checkConfig = command({
  name: 'check-config',
  summary:
    'read all settings as the service would, and check, without changing anything, the data folder, the space and the files of its ' +
    'disks, their owners, the clock, the database, the RPCs, the signers and the target of backups; prints what would be used, without secrets; fails when there is a problem',
  options: { json: flag },
  run: async ({ options }) => {
    const { config, secrets } = readConfig()
    const { signers, check: signersCheck } = await readSigners(config, secrets)
    const chains = createChainClients({ rpcUrls: secrets.rpcUrls, timeoutMs: config.rpcTimeoutMs })
    const database = await checkDatabase(secrets)
    const checks = [
      await checkDataFolder(config),
      database.check,
      ...(signersCheck ? [signersCheck] : []),
      ...secrets.alertTargets.map((target) => checkAlertTarget(config, target)),
      ...(await checkBackups(config, secrets)),
      ...(await checkMachine(config, chains)),
      ...(await Promise.all(chainIds.map((id) => checkRpc(chains, id)))),
      ...(await checkSignersOf({ chains, signers }, database.resolvers)).map((check) => ({
        subject: `signer of resolver ${check.resolver.id}`,
        found: check.trust,
        ...problemOf(signerAdvice(check)),
      })),
    ]
    const settings = {
      listens: `${config.host}:${config.port}`,
      ...settingsSummary(config, secrets, (id) => signers.get(id)?.[0]?.address),
    }
    if (options.json) printRecord({ settings, checks }, true)
    else console.log(format(settings, checks))
    const problems = checks.filter(({ problem }) => problem !== undefined).length
    if (problems > 0) throw new OperatorError(`Problems: ${problems}.`)
  },
})

function problemOf(problem: string | undefined): Pick<Check, 'problem'> {
  return problem === undefined ? {} : { problem }
}

function format(settings: Readonly<Record<string, unknown>>, checks: readonly Check[]): string {
  const lines = checks.map(
    ({ subject, found, problem, warning }) =>
      `${problem ? '✗' : warning ? '!' : '✓'} ${subject}: ${problem ?? warning ?? found}`,
  )
  const values = Object.entries(settings).map(([name, value]) => `  ${name}: ${describeValue(value)}`)
  return ['Settings that would be used:', ...values, '', ...lines].join('\n')
}

function describeValue(value: unknown): string {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : formatCell(value)
}

function checkDataFolder({ dataDir }: Config): Promise<Check> {
  const subject = `data folder ${dataDir}`
  const describe = async (isThere: boolean): Promise<Check> => {
    if (!isThere) return { subject, found: 'does not exist yet; the start makes it' }
    const { bavail, bsize } = await statfs(dataDir)
    const free = `${Math.round((bavail * bsize) / 1_048_576)} MB free`
    return {
      subject,
      found: `can be written, ${free}`,
      ...problemOf(fullDiskAdvice(join(dataDir, 'byname.db'))),
    }
  }
  return hasDataDir({ dataDir }).then(describe, (error: unknown) => ({
    subject,
    found: 'unusable',
    problem: describeError(error),
  }))
}

/** Without a check where this process reads the keys itself. */
async function readSigners(config: Config, secrets: Secrets) {
  const { signers, reload, close } = await openSigners({
    sources: signerSources(config, secrets),
    log: { info: () => {}, error: () => {} },
  })
  const { socketPath, kms } = config.signing
  if (socketPath === undefined && !kms) return { signers }
  const problem = await reload().then(() => undefined, describeError)
  close()
  const subject = socketPath === undefined ? 'keys in AWS KMS' : `signer at ${socketPath}`
  return { signers, check: { subject, found: 'responds', ...problemOf(problem) } }
}

interface FoundDatabase {
  readonly check: Check
  readonly resolvers: readonly Resolver[]
}

export async function checkDatabase({ databaseUrl }: Pick<Secrets, 'databaseUrl'>): Promise<FoundDatabase> {
  const location = parseDatabaseUrl(databaseUrl)
  const { description: subject, openReadOnly, exists } = location
  if (!exists()) return { check: { subject, found: 'does not exist yet; the start makes it' }, resolvers: [] }
  try {
    await using db = openReadOnly()
    if ((await columnsOf(db, 'migrations')).length === 0)
      return { check: { subject, found: 'is empty; the start makes its tables' }, resolvers: [] }
    const applied = await appliedMigrations(db)
    const [newer, missing] = [await newerMigrations(db), missingMigrations(applied)]
    if (newer.length > 0)
      return {
        check: {
          subject,
          found: 'of a newer version',
          problem: `a newer version has migrated it (${newer.join(', ')}). Run that version or a later one.`,
        },
        resolvers: [],
      }
    if (missing.length > 0)
      return { check: { subject, found: `the start migrates it (${missing.join(', ')})` }, resolvers: [] }
    const resolvers = await findAllResolvers(withColumnCodec(db))
    return { check: { subject, found: `current, with resolvers: ${resolvers.length}` }, resolvers }
  } catch (error) {
    const problem = `${describeDatabaseError(error)} ${location.fullDiskAdvice() ?? ''}`.trim()
    return { check: { subject, found: 'unreadable', problem }, resolvers: [] }
  }
}

/** Without a message to it: that is `byname alerts test`. */
function checkAlertTarget(
  { outboundAllowedOrigins: allowed }: Config,
  { kind, host, url }: AlertTarget,
): Check {
  const isReachable = kind === 'mail' || isPublicHost(url) || allowed.has(new URL(url).origin)
  return {
    subject: `alerts by ${kind} to ${host}`,
    found: 'not tried',
    ...problemOf(isReachable ? undefined : 'is no public host: add its origin to OUTBOUND_ALLOWED_ORIGINS.'),
  }
}

async function checkRpc(chains: ChainClients, id: ChainId): Promise<Check> {
  const subject = `RPC of chain ${id}`
  const chain = chains.get(id)
  if (!chain) return { subject, found: 'not configured' }
  return ping(chain).then(
    () => ({ subject, found: 'responds' }),
    (error: unknown) => {
      if (error instanceof AppError) return { subject, found: 'failed', problem: error.message }
      throw error
    },
  )
}
