import { LRUCache } from 'lru-cache'
import { withTimeout } from '../../async/with-timeout.ts'
import { ping } from '../../rpc/ping.ts'
import { listChainsWithVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { operatorAdvice } from './operator-advice.ts'

interface ReadinessCheck {
  /** `store`, `signer:<chain id>` or `chain:<chain id>`. */
  readonly name: string
  readonly isOk: boolean
}

export interface Readiness {
  /** `degraded`: most names resolve. `failed`: no lookup can be answered. */
  readonly status: 'ok' | 'degraded' | 'failed'
  readonly checks: readonly ReadinessCheck[]
  readonly details: readonly string[]
}

const checkTimeoutMs = 1500
const cacheMs = 1000

/** Warnings change with the configuration only. */
const detailsCacheMs = 60_000

/**
 * Checks the dependencies:
 *
 * - The store answers a read, else `failed`; `degraded` if only a replica answers.
 * - Chains in use have a signer: `failed` if none has, `degraded` if some lack one.
 * - RPCs respond for their chains, else `degraded`: names resolve without them, and all instances share them.
 */
export function createReadinessProbe(context: CoreContext): () => Promise<Readiness> {
  const details = new LRUCache<'details', readonly string[]>({
    max: 1,
    ttl: detailsCacheMs,
    fetchMethod: () => operatorAdvice(context),
  })
  const results = new LRUCache<'result', Readiness>({
    max: 1,
    ttl: cacheMs,
    fetchMethod: () => check(context, () => details.forceFetch('details')),
  })
  return () => results.forceFetch('result')
}

async function check(
  { store, signers, chains }: CoreContext,
  getDetails: () => Promise<readonly string[]>,
): Promise<Readiness> {
  const advice = undefinedIfLate(getDetails())
  const servedChains = undefinedIfLate(listChainsWithVisibleDomains(store.read))
  const primaryPing = undefinedIfLate(store.ping().then(() => true))
  const rpcChecks = [...chains.values()].map(async (chain) => ({
    name: `chain:${chain.id}`,
    isOk: (await undefinedIfLate(ping(chain).then(() => true))) ?? false,
  }))
  const chainIds = await servedChains
  const signerChecks = (chainIds ?? []).map((id) => ({ name: `signer:${id}`, isOk: signers.has(id) }))
  const hasStore = (await primaryPing) ?? false
  const checks = [{ name: 'store', isOk: hasStore }, ...signerChecks, ...(await Promise.all(rpcChecks))]
  const cannotSign = signerChecks.length > 0 && signerChecks.every(({ isOk }) => !isOk)
  const details = (await advice) ?? []
  if (chainIds === undefined || cannotSign) return { status: 'failed', checks, details }
  return { status: checks.every(({ isOk }) => isOk) ? 'ok' : 'degraded', checks, details }
}

/** `undefined` if it fails or times out. */
function undefinedIfLate<T>(operation: Promise<T>): Promise<T | undefined> {
  return withTimeout(operation, checkTimeoutMs).catch(() => undefined)
}
