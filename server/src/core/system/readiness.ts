import { setTimeout as delay } from 'node:timers/promises'
import { ping } from '../../chain/ping.ts'
import { remember } from '../../chain/remember.ts'
import { listOpenChains } from '../../store/domain-listing.ts'
import type { CoreContext } from '../context.ts'
import { operatorAdvice } from './operator-advice.ts'

/** One thing that the service needs. */
interface Check {
  /** `store`, or `signer:` and `chain:` with the id of a chain. */
  readonly name: string
  readonly isOk: boolean
}

export interface Readiness {
  /**
   * `ok`: all is there. `degraded`: something is not, and names resolve without it, or most of them. `failed`: no lookup
   * can be answered.
   */
  readonly status: 'ok' | 'degraded' | 'failed'
  readonly checks: readonly Check[]
  /** What an operator should know that keeps nothing from working, in sentences. */
  readonly details: readonly string[]
}

/** Milliseconds that each check may take, and for which its result counts: asking often asks nobody. */
const patience = 1500
const freshness = 1000

/** Milliseconds for which the details count: they change with the configuration alone. */
const detailsLifetime = 60_000

/**
 * Watches what lookups and the interface need:
 *
 * - the store answers a read. Without it nothing works: `failed`. Where a replica answers in its place, names resolve:
 *   `degraded`.
 * - the chains of open domains have a signer. Without any of theirs no lookup is answered: `failed`; if some have none,
 *   the others are to go on: `degraded`.
 * - the node of each configured chain answers, and serves that chain. Names resolve without: `degraded`. All servers
 *   mostly have the same node, and none of them may go because of it.
 */
export function watchReadiness(context: CoreContext): () => Promise<Readiness> {
  let last: { readonly at: number; readonly found: Promise<Readiness> } | undefined
  const advise = remember(() => operatorAdvice(context), { lifetime: detailsLifetime })
  return () => {
    const now = performance.now()
    if (!last || now - last.at > freshness) last = { at: now, found: look(context, advise) }
    return last.found
  }
}

async function look(
  { store, signers, chains }: CoreContext,
  advise: () => Promise<readonly string[]>,
): Promise<Readiness> {
  const advice = orFailed(advise())
  const reading = orFailed(listOpenChains(store.latest))
  const primary = orFailed(store.ping().then(() => true))
  const nodes = [...chains.values()].map(async (chain) => ({
    name: `chain:${chain.id}`,
    isOk: (await orFailed(ping(chain).then(() => true))) ?? false,
  }))
  const served = await reading
  const signing = (served ?? []).map((id) => ({ name: `signer:${id}`, isOk: signers.has(id) }))
  const hasStore = (await primary) ?? false
  const checks = [{ name: 'store', isOk: hasStore }, ...signing, ...(await Promise.all(nodes))]
  const cannotSign = signing.length > 0 && signing.every(({ isOk }) => !isOk)
  const details = (await advice) ?? []
  if (served === undefined || cannotSign) return { status: 'failed', checks, details }
  return { status: checks.every(({ isOk }) => isOk) ? 'ok' : 'degraded', checks, details }
}

/** What is read in time; undefined when it is not. */
async function orFailed<T>(reading: Promise<T>): Promise<T | undefined> {
  const timeUp = new AbortController()
  const late = delay(patience, undefined, { signal: timeUp.signal })
  try {
    return await Promise.race([reading, late])
  } catch {
    return undefined
  } finally {
    timeUp.abort()
    late.catch(() => {})
  }
}
