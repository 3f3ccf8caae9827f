import { createSemaphore } from '../../async/limits.ts'
import { joinName, type Label } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { FormerHolding } from '../../model/former-gateway.ts'
import { findFormerRemovals } from '../../store/entities/former-names.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'
import { FormerGatewayError } from './former-gateways.ts'
import { readFingerprint, readPresence } from './former-presence.ts'

type HoldingContext = Pick<CoreContext, 'formerGateways' | 'formerWildcards' | 'store'>

/** A quarter of what a domain may ask at a time is left for lookups. */
const maxConcurrent = 12

/** For one name. */
const nameTimeoutMs = 8_000

/**
 * By label, of those that a former gateway has or may have; empty without one. For labels that the domain does not hold. Labels
 * that were removed here are not asked for, as lookups do not. The response that it gives for random labels too does not count.
 *
 * @param timeoutMs for all of them; those that are not answered then are `unknown`.
 */
export async function readFormerHoldings(
  context: HoldingContext,
  domain: Domain,
  labels: readonly Label[],
  timeoutMs = nameTimeoutMs,
): Promise<ReadonlyMap<string, FormerHolding>> {
  const holdings = new Map<string, FormerHolding>()
  const former = toFormerLookup(domain)
  if (!former || labels.length === 0) return holdings
  const removed = await findFormerRemovals(context.store.db, domain, labels)
  const signal = AbortSignal.timeout(timeoutMs)
  const semaphore = createSemaphore(maxConcurrent)
  const read = async (label: Label) => {
    const holding = await semaphore(() => readHolding(context, former, domain, label), signal).catch(
      returnUnknown,
    )
    if (holding) holdings.set(label, holding)
  }
  await Promise.all(labels.filter((label) => !removed.has(label)).map(read))
  return holdings
}

/** As lookups have it; `undefined` without a former gateway. */
export function toFormerLookup({ formerGateway: gateway, key, id, name }: Domain): FormerLookup | undefined {
  return gateway ? { key, id, name, gateway, settings: JSON.stringify(gateway) } : undefined
}

async function readHolding(
  { formerGateways, formerWildcards }: HoldingContext,
  former: FormerLookup,
  { chainId }: Domain,
  label: Label,
): Promise<FormerHolding | undefined> {
  const there = { former, chainId, name: joinName(label, former.name) }
  const { isPresent, holder } = await readPresence(formerGateways, there)
  if (!isPresent) return undefined
  const wildcard = await formerWildcards.find(former, chainId)
  const isOfWildcard =
    wildcard.kind === 'equal' && (await readFingerprint(formerGateways, there)) === wildcard.fingerprint
  return isOfWildcard ? undefined : { state: 'held', holder }
}

/** The time is over, or there is no valid response. */
function returnUnknown(error: unknown): FormerHolding {
  if (error instanceof DOMException)
    return { state: 'unknown', reason: 'It took too long to answer.', isLasting: false }
  if (error instanceof AppError) {
    const isLasting = error instanceof FormerGatewayError && error.fault !== 'outage'
    return { state: 'unknown', reason: error.message, isLasting }
  }
  throw error
}
