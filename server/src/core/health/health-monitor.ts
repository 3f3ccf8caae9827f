import { TimeoutError, withTimeout } from '../../async/time.ts'
import type { Domain } from '../../model/domain.ts'
import { type ChainClient, readServedChain } from '../../rpc/operator.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { findHold } from '../../store/entities/settings.ts'
import { findWebhooksDisabledByService } from '../../store/entities/webhooks.ts'
import { listChainsWithVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { cached, checkTimeoutMs, lookUpAnyName, undefinedIfLate } from './checks.ts'
import { type HealthState, maxSubjects } from './health-advice.ts'
import { operatorAdvice, publicAdvice } from './operator-advice.ts'
import { createReasonTracker, type HealthReason, type ReasonListener } from './reason-tracker.ts'
import { type DiskSpace, type HealthFacts, judgeHealth } from './reasons.ts'
import { createSurvey, type SurveyResult } from './survey.ts'

interface HealthCheck {
  /** `store`, `signer:<chain id>` or `chain:<chain id>`. */
  readonly name: string
  readonly isOk: boolean
}

interface Health {
  readonly state: HealthState
  readonly reasons: readonly HealthReason[]
  readonly checks: readonly HealthCheck[]
  readonly facts: HealthFacts
  readonly survey: SurveyResult
  readonly checkedAt: number
}

export interface HealthWithWarnings extends Health {
  /** Risky configurations, without effect on the state. */
  readonly warnings: readonly string[]
  /** Those that anyone may read. */
  readonly publicWarnings: readonly string[]
}

export interface HealthMonitor {
  /** At most a second old; takes at most 1.5 seconds. */
  readonly read: () => Promise<HealthWithWarnings>
  /** As `read`, but judged now. */
  readonly judge: () => Promise<Health>
  /** The newest one; renews it in the background when it is older than half a minute. */
  readonly latest: () => Health | undefined
  /**
   * Reads the chains, gateways and storage, which takes many calls, and judges them.
   * @throws DatabaseUnavailableError
   */
  readonly survey: (signal: AbortSignal) => Promise<void>
  /** Of writes that are made anyway. */
  readonly noteWrite: (isSuccess: boolean) => void
}

interface HealthListener extends ReasonListener {
  /** An RPC did not respond within the time of a check. */
  readonly onLateRpc: (chainId: number) => void
  readonly onRefreshed: (domains: readonly Domain[]) => void
}

export interface HealthOptions extends HealthListener {
  readonly readDisks: () => Promise<readonly DiskSpace[]>
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

/** Judges what the service depends on, and keeps since when each reason lasts. */
export function createHealthMonitor(context: CoreContext, options: HealthOptions): HealthMonitor {
  const survey = createSurvey(context, options)
  const warnings = cached(warningsCacheMs, () => operatorAdvice(context))
  const publicWarnings = cached(warningsCacheMs, () => publicAdvice(context))
  const webhooks = cached(webhooksCacheMs, () =>
    findWebhooksDisabledByService(context.store.read, maxSubjects),
  )
  const trackReasons = createReasonTracker(options)
  let areWritesFailing = false
  let latest: Health | undefined

  const readFacts = async (): Promise<HealthFacts> => {
    const { store, signers, chains, clock } = context
    const [servedChains, hasPrimary, canLookUp, disabledWebhooks, disks, hold, rpcs] = await Promise.all([
      undefinedIfLate(listChainsWithVisibleDomains(store.read)),
      undefinedIfLate(store.ping().then(() => true)),
      undefinedIfLate(lookUpAnyName(store).then(() => true)),
      undefinedIfLate(webhooks()),
      undefinedIfLate(options.readDisks()),
      undefinedIfLate(findHold(store.read)),
      Promise.all([...chains.values()].map((chain) => readRpc(chain, options.onLateRpc))),
    ])
    const { gateways, domainsElsewhere, expiringDomains, imageProblem, ...surveyed } = survey.result()
    return {
      now: clock(),
      database: servedChains === undefined || !canLookUp ? 'none' : hasPrimary ? 'primary' : 'replica',
      areWritesFailing,
      servedChains: servedChains ?? [],
      signingChains: [...signers.keys()],
      rpcs,
      replicas: store.replicaStates(),
      signers: surveyed.signers,
      gateways,
      domainsElsewhere,
      expiringDomains,
      disks: disks ?? [],
      minFreeDiskBytes: options.minFreeDiskBytes,
      disabledWebhooks: disabledWebhooks ?? { total: 0, first: [] },
      imageProblem,
      isHeld: hold !== undefined,
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
  return {
    read,
    judge,
    latest: () => {
      if (!latest || context.clock() - latest.checkedAt > latestMs) void read().catch(() => {})
      return latest
    },
    survey: async (signal) => {
      await survey.run(signal).finally(judge)
    },
    noteWrite: (isSuccess) => {
      areWritesFailing = !isSuccess
    },
  }
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

function toChecks({ database, servedChains, signingChains, rpcs }: HealthFacts): readonly HealthCheck[] {
  return [
    { name: 'store', isOk: database === 'primary' },
    ...servedChains.map((id) => ({ name: `signer:${id}`, isOk: signingChains.includes(id) })),
    ...rpcs.map(({ chainId, servedChainId }) => ({
      name: `chain:${chainId}`,
      isOk: servedChainId === chainId,
    })),
  ]
}
