import { listChainsWithVisibleDomains } from '../../store/listing/domains.ts'
import type { ReplicaStore } from '../../store/replica-store.ts'
import type { LookupContext } from '../context.ts'
import { cached, lookUpAnyName, undefinedIfLate } from './checks.ts'
import { all, type HealthState, judgeReasons, single } from './health-advice.ts'
import { createReasonTracker, type HealthReason, type ReasonListener } from './reason-tracker.ts'
import type { HealthFacts } from './reasons.ts'

/** Of a gateway that reads a replica. */
export interface GatewayHealth {
  readonly state: HealthState
  readonly reasons: readonly HealthReason[]
  readonly checks: readonly { readonly name: string; readonly isOk: boolean }[]
  readonly facts: Pick<HealthFacts, 'replicas'>
  /** What anyone may read, without effect on the state. */
  readonly publicWarnings: readonly string[]
}

/** Milliseconds. */
interface LagBounds {
  /** Above it the gateway is degraded. */
  readonly degradedMs: number
  /** Above it, it refuses lookups; infinite: never. */
  readonly maxMs: number
}

interface GatewayHealthOptions extends ReasonListener {
  readonly lag: LagBounds
  /** After its abort, nothing is reported. */
  readonly shutdown: AbortSignal
}

type GatewayHealthContext = Pick<LookupContext, 'signers' | 'clock'> & { readonly store: ReplicaStore }

/** Returns a function that judges at most once a second, in at most 1.5 seconds. */
export function createGatewayHealth(
  { store, signers, clock }: GatewayHealthContext,
  { lag, ...options }: GatewayHealthOptions,
): () => Promise<GatewayHealth> {
  const trackReasons = createReasonTracker(options)
  return cached(cacheMs, async () => {
    const [servedChains, canLookUp, newer] = await Promise.all([
      undefinedIfLate(listChainsWithVisibleDomains(store.read)),
      undefinedIfLate(lookUpAnyName(store).then(() => true)),
      undefinedIfLate(store.newerMigrations()),
    ])
    const hasDatabase = servedChains !== undefined && canLookUp === true
    const served = servedChains ?? []
    const unsigned = served.filter((id) => !signers.has(id))
    const replica = store.replicaState()
    const lagMs = store.lagMs()
    const idleMs = store.idleLagMs()
    const subjects = {
      'database-unavailable': single(!hasDatabase, 'the database'),
      'signer-missing': all(unsigned, (id) => `chain ${id}`),
      'replica-behind': single(hasDatabase && isFarBehind(store, lag), describeLag(replica.title, lagMs)),
      'schema-newer': all(newer ?? [], (name) => `migration ${name}`),
    } as const
    const { state, reasons } = judgeReasons(subjects, (code) => {
      if (code === 'signer-missing') return unsigned.length === served.length
      return code === 'database-unavailable' || (code === 'replica-behind' && lagMs > lag.maxMs)
    })
    return {
      state,
      reasons: trackReasons(reasons, clock()),
      checks: [
        { name: 'store', isOk: hasDatabase && lagMs <= lag.maxMs },
        ...served.map((id) => ({ name: `signer:${id}`, isOk: signers.has(id) })),
      ],
      facts: { replicas: [replica] },
      publicWarnings: [...store.advice(), ...lagAdvice(lag, idleMs)],
    }
  })
}

const cacheMs = 1000

/** For the primary's response to the question of an idle replica. */
const idleMarginMs = 2_000

/** Whether a person is needed; an idle replica shows a lag without being behind. */
export function isFarBehind(
  store: Pick<ReplicaStore, 'lagMs' | 'idleLagMs'>,
  { degradedMs }: Pick<LagBounds, 'degradedMs'>,
): boolean {
  const idleMs = store.idleLagMs()
  return store.lagMs() > Math.max(degradedMs, idleMs === 0 ? 0 : idleMs + idleMarginMs)
}

function lagAdvice({ maxMs }: LagBounds, idleMs: number): readonly string[] {
  if (maxMs > idleMs) return []
  return [
    `While nothing is written, the replica shows a lag of up to ${idleMs / 1000} s, half of its wal_receiver_timeout, and ` +
      `GATEWAY_MAX_LAG is ${maxMs / 1000} s, so lookups are refused then: lower the former, or raise the latter.`,
  ]
}

function describeLag(title: string, lagMs: number): string {
  return Number.isFinite(lagMs)
    ? `${title} is ${Math.round(lagMs / 1000)} s behind`
    : `${title} has been cut off from its primary for an unknown time`
}
