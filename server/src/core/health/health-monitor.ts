import { setTimeout as delay } from 'node:timers/promises'
import { TimeoutError, withTimeout } from '../../async/time.ts'
import type { Domain } from '../../model/domain.ts'
import { type ChainClient, readServedChain } from '../../rpc/operator.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { selectAnchors } from '../../store/entities/anchors.ts'
import { findHold } from '../../store/entities/settings.ts'
import { findWebhooksDisabledByService } from '../../store/entities/webhooks.ts'
import { findFailingTargets } from '../alerts/failing-targets.ts'
import { readCertificateFault, readCertificateStates } from '../certificates/certificate-fault.ts'
import type { CoreContext } from '../context.ts'
import { cached, checkTimeoutMs, undefinedIfLate } from './checks.ts'
import { createDatabaseWatch, readServedChains } from './database-watch.ts'
import { findUnreadableSignerSources } from './failing-signer-sources.ts'
import { type HealthState, maxSubjects } from './health-advice.ts'
import { operatorAdvice, publicAdvice } from './operator-advice.ts'
import { isDown } from './probe-findings.ts'
import { createReasonTracker, type HealthReason, type ReasonListener } from './reason-tracker.ts'
import { type DiskSpace, type HealthFacts, judgeHealth } from './reasons.ts'
import { findMissingTrees } from './seal-reasons.ts'
import { createSelfProbe, type ProbeResult } from './self-probe.ts'
import { createStatisticsCheck } from './statistics-check.ts'
import { createSurvey, type SurveyResult } from './survey.ts'
import { createWriteCheck } from './write-check.ts'

interface HealthCheck {
  /** `store`, `signer:<chain id>` or `chain:<chain id>`. */
  readonly name: string
  readonly isOk: boolean
}

export interface Health {
  readonly state: HealthState
  readonly reasons: readonly HealthReason[]
  readonly checks: readonly HealthCheck[]
  readonly facts: HealthFacts
  readonly survey: SurveyResult
  readonly probe: ProbeResult
  readonly checkedAt: number
}

export interface HealthWithWarnings extends Health {
  /** Risky configurations, without effect on the state. */
  readonly warnings: readonly string[]
  /** Those that anyone may read. */
  readonly publicWarnings: readonly string[]
}

export interface HealthMonitor {
  /** At most a second old; takes at most 1.5 seconds, and 3.5 when the database begins to fail. */
  readonly read: () => Promise<HealthWithWarnings>
  /** As `read`, but judged now. */
  readonly judge: () => Promise<Health>
  /** The newest one; renews it in the background when it is older than half a minute. */
  readonly latest: () => Health | undefined
  /**
   * Reads the chains and the storage of images, which takes many calls, and judges them.
   * @throws DatabaseUnavailableError
   */
  readonly survey: (signal: AbortSignal) => Promise<void>
  /**
   * Resolves names of its own, for up to a minute while something fails, and judges what that shows.
   * @throws DatabaseUnavailableError
   */
  readonly probe: (signal: AbortSignal) => Promise<void>
  /** As `probe`, once. */
  readonly probeOnce: (signal: AbortSignal) => Promise<void>
  /** Tries a write, again soon after one that failed, and judges it. */
  readonly tryWrite: (signal: AbortSignal) => Promise<void>
  /** As `tryWrite`, for as long as it fails. */
  readonly watchWrites: (signal: AbortSignal) => Promise<void>
}

interface HealthListener extends ReasonListener {
  /** An RPC did not respond within the time of a check. */
  readonly onLateRpc: (chainId: number) => void
  readonly onRefreshed: (domains: readonly Domain[]) => void
}

export interface HealthOptions extends HealthListener {
  readonly readDisks: () => Promise<readonly DiskSpace[]>
  /** Undefined without a target of backups. */
  readonly readBackup: () => HealthFacts['backup']
  /** 0: not checked. */
  readonly minFreeDiskBytes: number
  /** For gateway URLs. */
  readonly fetch: SsrfSafeFetch
  /** After its abort, nothing is reported. */
  readonly shutdown: AbortSignal
}

const cacheMs = 1000
const latestMs = 30_000

/** They change with the configuration only. */
const warningsCacheMs = 60_000

const webhooksCacheMs = 5_000

const certificatesCacheMs = 30_000

const anchorsCacheMs = 30_000
const maxAnchors = 1000

/** Milliseconds from a failed write to the next. */
const confirmWriteMs = 10_000

/** Judges what the service depends on, and keeps since when each reason lasts. */
export function createHealthMonitor(context: CoreContext, options: HealthOptions): HealthMonitor {
  const survey = createSurvey(context, options)
  const selfProbe = createSelfProbe(context, options)
  const writes = createWriteCheck(context.store)
  const databases = createDatabaseWatch(context)
  const warnings = cached(warningsCacheMs, () => operatorAdvice(context))
  const publicWarnings = cached(warningsCacheMs, () => publicAdvice(context))
  const webhooks = cached(webhooksCacheMs, () =>
    findWebhooksDisabledByService(context.store.health, maxSubjects),
  )
  const failingTargets = cached(webhooksCacheMs, () => findFailingTargets(context))
  const certificatesInUse = cached(certificatesCacheMs, () => readCertificateStates(context))
  const anchored = cached(anchorsCacheMs, () => selectAnchors(context.store.health, { limit: maxAnchors }))
  const missingTrees = cached(anchorsCacheMs, () => findMissingTrees(context.store.health))
  const statistics = createStatisticsCheck(context.store)
  const trackReasons = createReasonTracker(options)
  /** What was served last, while the database does not say. */
  let servedBefore: readonly number[] = []
  let latest: Health | undefined

  const readFacts = async (): Promise<HealthFacts> => {
    const { store, signers, chains, clock } = context
    const [
      database,
      servedChains,
      disabledWebhooks,
      disks,
      hold,
      tables,
      certificateFault,
      certificates,
      failingAlertTargets,
      anchors,
      trees,
      rpcs,
    ] = await Promise.all([
      databases.read(),
      readServedChains(context),
      undefinedIfLate(webhooks()),
      undefinedIfLate(options.readDisks()),
      undefinedIfLate(findHold(store.health)),
      undefinedIfLate(statistics()),
      undefinedIfLate(readCertificateFault(context)),
      undefinedIfLate(certificatesInUse()),
      undefinedIfLate(failingTargets()),
      undefinedIfLate(anchored()),
      undefinedIfLate(missingTrees()),
      Promise.all([...chains.values()].map((chain) => readRpc(chain, options.onLateRpc))),
    ])
    if (servedChains) servedBefore = servedChains
    const { domainsElsewhere, expiringDomains, imageProblem, ...surveyed } = survey.result()
    const probed = selfProbe.result()
    return {
      now: clock(),
      database,
      databaseProblem: databases.problem(),
      writeFault: writes.fault(),
      servedChains: servedBefore,
      signingChains: [...signers.keys()],
      rpcs,
      replicas: store.replicaStates(),
      signers: surveyed.signers,
      certificateFault,
      gateways: probed.gateways,
      paths: probed.paths,
      lagging: probed.lagging,
      failingSigners: probed.signers,
      unreadableSignerSources: findUnreadableSignerSources(context),
      damage: store.damage(),
      failingAlertTargets: failingAlertTargets ?? [],
      certificates: certificates ?? [],
      time: probed.time,
      domainsElsewhere,
      expiringDomains,
      disks: disks ?? [],
      minFreeDiskBytes: options.minFreeDiskBytes,
      disabledWebhooks: disabledWebhooks ?? { total: 0, first: [] },
      imageProblem,
      backup: options.readBackup(),
      anchors: anchors ?? [],
      missingTrees: trees ?? [],
      isHeld: hold !== undefined,
      tablesWithoutStatistics: tables ?? [],
    }
  }

  const judge = async (): Promise<Health> => {
    const facts = await readFacts()
    const { state, reasons: found } = judgeHealth(facts)
    const health: Health = {
      state,
      reasons: trackReasons(found, facts.now),
      checks: toChecks(facts),
      facts,
      survey: survey.result(),
      probe: selfProbe.result(),
      checkedAt: facts.now,
    }
    if (!options.shutdown.aborted) latest = health
    return health
  }

  const read = cached(cacheMs, async () => {
    const advice = Promise.all([warnings(), publicWarnings()])
    const [health, [all, open] = [[], []]] = await Promise.all([judge(), undefinedIfLate(advice)])
    return { ...health, warnings: all, publicWarnings: open }
  })
  const monitor: HealthMonitor = {
    read,
    judge,
    latest: () => {
      // By either sign: the clock may have been set back.
      if (!latest || Math.abs(context.clock() - latest.checkedAt) > latestMs) void read().catch(() => {})
      return latest
    },
    survey: async (signal) => {
      await survey.run(signal).finally(judge)
    },
    probe: (signal) => selfProbe.run(signal, judge),
    probeOnce: async (signal) => {
      await selfProbe.measure(signal).finally(judge)
    },
    tryWrite: async (signal) => {
      await writes.measure()
      if (writes.hasUnconfirmed()) {
        await delay(confirmWriteMs, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        await writes.measure()
      }
      await judge()
    },
    watchWrites: async (signal) => {
      do {
        await monitor.tryWrite(signal)
        if (writes.fault() === undefined) return
        await delay(confirmWriteMs, undefined, { signal }).catch(() => {})
      } while (!signal.aborted)
    },
  }
  return monitor
}

async function readRpc(
  chain: ChainClient,
  onLate: HealthOptions['onLateRpc'],
): Promise<HealthFacts['rpcs'][number]> {
  try {
    return {
      chainId: chain.id,
      servedChainId: (await withTimeout(readServedChain(chain), checkTimeoutMs)) ?? null,
    }
  } catch (error) {
    if (error instanceof TimeoutError) onLate(chain.id)
    return { chainId: chain.id, servedChainId: null }
  }
}

function toChecks(facts: HealthFacts): readonly HealthCheck[] {
  const { database, servedChains, signingChains, failingSigners, rpcs } = facts
  const isFailing = (id: number) => failingSigners.some((signer) => signer.chainId === id && isDown(signer))
  return [
    { name: 'store', isOk: database === 'primary' },
    ...servedChains.map((id) => ({
      name: `signer:${id}`,
      isOk: signingChains.includes(id) && !isFailing(id),
    })),
    ...rpcs.map(({ chainId, servedChainId }) => ({
      name: `chain:${chainId}`,
      isOk: servedChainId === chainId,
    })),
  ]
}
