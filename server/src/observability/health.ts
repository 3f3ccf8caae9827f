import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyBaseLogger as Logger } from 'fastify'
import type { Config } from '../config/config.ts'
import { logDelayMs } from '../core/health/backup-reasons.ts'
import { type HealthCode, type HealthState, healthAdvice, healthCodes } from '../core/health/health-advice.ts'
import type { HealthMonitor, HealthOptions } from '../core/health/health-monitor.ts'
import type { ReasonListener } from '../core/health/reason-tracker.ts'
import type { DiskSpace, HealthFacts } from '../core/health/reasons.ts'
import type { OnRpcCall } from '../rpc/operator.ts'
import type { Metrics } from './metrics.ts'

const states: readonly HealthState[] = ['ok', 'degraded', 'unavailable']

interface JudgedHealth {
  readonly state: HealthState
  readonly reasons: readonly { readonly code: HealthCode; readonly total: number }[]
  readonly facts: Pick<HealthFacts, 'replicas'>
}

/** Of every process that answers lookups. */
export function registerStateGauges(metrics: Metrics, read: () => Promise<JudgedHealth | undefined>): void {
  const gauge = gaugesOf(metrics, read)
  gauge('byname_health_state', '1 for the state of the health, 0 for the others.', 'state', ({ state }) =>
    states.map((each) => [each, Number(each === state)]),
  )
  gauge(
    'byname_health_reasons',
    'How many things need a person, by the code of their reason.',
    'code',
    ({ reasons }) =>
      healthCodes.map((code) => [code, reasons.find((reason) => reason.code === code)?.total ?? 0]),
  )
  gauge(
    'byname_replica_lag_seconds',
    'How far a replica is behind its primary; -1: it does not respond.',
    'replica',
    ({ facts: { replicas } }) =>
      replicas.map(({ title, lagMs }) => [title, lagMs === undefined ? -1 : lagMs / 1000]),
  )
}

/** Of the newest health, so that a scrape waits for nothing. Absent until it was judged once. */
export function registerHealthGauges(metrics: Metrics, { latest }: HealthMonitor): void {
  const read = async () => latest()
  registerStateGauges(metrics, read)
  const gauge = gaugesOf(metrics, read)
  gauge('byname_rpc_up', '1 if the RPC responds and serves its chain.', 'chain', ({ facts: { rpcs } }) =>
    rpcs.map(({ chainId, servedChainId }) => [chainId, Number(servedChainId === chainId)]),
  )
  gauge(
    'byname_resolvers',
    'Resolvers in use, by whether their contract trusts the signer.',
    'trust',
    ({ facts: { signers } }) =>
      [...Map.groupBy(signers, ({ trust }) => trust)].map(([trust, { length }]) => [trust, length]),
  )
  gauge(
    'byname_gateways',
    'Gateway URLs of resolvers in use, by whether clients get an accepted response.',
    'outcome',
    ({ probe: { gateways, checkedGateways } }) => [
      ['accepted', checkedGateways - gateways.length],
      ['failing', gateways.length],
    ],
  )
  gauge(
    'byname_earliest_domain_expiry_seconds',
    'Unix time at which the first registration of a domain ends.',
    'chain',
    ({ survey: { earliestExpiries } }) => [...earliestExpiries].map(([id, time]) => [id, time / 1000]),
  )
  gauge(
    'byname_certificate_expiry_seconds',
    'Seconds until a certificate expires, by host, of at most 20; -1: none was issued.',
    'host',
    ({ facts: { certificates, now } }) =>
      certificates.map(({ host, expiresAt }) => [host, expiresAt === null ? -1 : (expiresAt - now) / 1000]),
  )
  gauge(
    'byname_certificate_renewal_failures',
    'Attempts in a row to renew a certificate that failed, by host.',
    'host',
    ({ facts: { certificates } }) => certificates.map(({ host, failures }) => [host, failures]),
  )
  gauge(
    'byname_log_shipping_delay_seconds',
    'Age of the oldest write that is not in the target of backups.',
    'database',
    ({ facts: { backup, now } }) => (backup?.log ? [['sqlite', logDelayMs(backup.log, now) / 1000]] : []),
  )
  gauge('byname_disk_free_bytes', 'Free disk space, by folder.', 'folder', ({ facts: { disks } }) =>
    disks.map(({ folder, freeBytes }) => [folder, freeBytes]),
  )
}

function gaugesOf<Health>({ sharedGauge }: Metrics, read: () => Promise<Health | undefined>) {
  return (
    name: string,
    help: string,
    label: string,
    valuesOf: (health: Health) => readonly (readonly [string | number, number])[],
  ) =>
    sharedGauge(name, help, label, async () => {
      const health = await read()
      return health ? Object.fromEntries(valuesOf(health)) : {}
    })
}

/** Consecutive failures: a single call may have been too large, or too slow. One is enough before the first success. */
const failuresToMarkDown = 3

interface RpcState {
  failures: number
  hasAnswered: boolean
  /** Milliseconds since 1970; undefined while it responds. */
  downSince: number | undefined
}

/** Logs each outage and each recovery once. */
export function createRpcMonitor(log: Logger, clock: () => number): OnRpcCall {
  const states = new Map<number, RpcState>()
  return (chainId, isAnswered) => {
    const state = states.get(chainId) ?? { failures: 0, hasAnswered: false, downSince: undefined }
    states.set(chainId, state)
    if (isAnswered) {
      if (state.downSince !== undefined)
        log.info(
          { chain: chainId, awayMs: clock() - state.downSince },
          `the RPC of chain ${chainId} has recovered`,
        )
      state.failures = 0
      state.hasAnswered = true
      state.downSince = undefined
      return
    }
    state.failures++
    if (state.downSince !== undefined || (state.hasAnswered && state.failures < failuresToMarkDown)) return
    state.downSince = clock()
    log.warn({ chain: chainId }, `the RPC of chain ${chainId} does not respond`)
  }
}

const sqlitePrefix = 'sqlite:'

/**
 * The free space for this user in the data folder and, elsewhere, that of SQLite and of images; without what cannot be read.
 * A folder of images that is not made yet is left out.
 */
export async function readFreeDisk(
  { dataDir, mediaFolder }: Pick<Config, 'dataDir' | 'mediaFolder'>,
  databaseUrl: string,
): Promise<readonly DiskSpace[]> {
  const database = databaseUrl.startsWith(sqlitePrefix)
    ? dirname(databaseUrl.slice(sqlitePrefix.length))
    : dataDir
  const device = async (path: string) => (await stat(path).catch(() => undefined))?.dev
  const hasOtherDisk = (await device(mediaFolder)) !== (await device(dataDir))
  const folders = {
    data: dataDir,
    ...(database !== dataDir && { database }),
    ...(hasOtherDisk && { images: mediaFolder }),
  }
  const disks = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => {
      const disk = await statfs(path).catch(() => undefined)
      if (!disk) return []
      const { bavail, bsize, files, ffree } = disk
      return [{ folder, freeBytes: bavail * bsize, freeFiles: files > 0 ? ffree : undefined }]
    }),
  )
  return disks.flat()
}

/** Logs when a reason begins, and when it ends. */
export function createReasonLog(log: Logger): ReasonListener {
  return {
    onReason: ({ code, total, subjects }) => {
      const { severity, problem, fix } = healthAdvice[code]
      log[severity === 'critical' ? 'error' : 'warn']({ code, total, subjects }, `${problem} ${fix}`)
    },
    onEnd: (code, lastedMs) => log.info({ code, lastedMs }, `${code} has ended`),
  }
}

/** As `createReasonLog`, but for outages of RPCs: `createRpcMonitor`, which sees every call, logs them. */
export function createHealthLog(log: Logger): Pick<HealthOptions, 'onReason' | 'onEnd' | 'onRefreshed'> {
  const { onReason, onEnd } = createReasonLog(log)
  return {
    onReason: (reason) => {
      if (reason.code !== 'rpc-unreachable') onReason(reason)
    },
    onEnd: (code, lastedMs) => {
      if (code !== 'rpc-unreachable') onEnd(code, lastedMs)
    },
    onRefreshed: (domains) => {
      for (const { name, chainId, onchainResolver } of domains)
        log.info({ name, chainId, onchainResolver }, 'the resolver of a domain on chain has changed')
    },
  }
}
