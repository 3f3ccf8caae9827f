import type { Anchor } from '../model/anchor.ts'
import { type AnchoredDomain, selectAnchors } from '../store/entities/anchors.ts'
import { findDomain } from '../store/entities/domains.ts'
import { countEventsSince } from '../store/entities/events.ts'
import { findHold } from '../store/entities/settings.ts'
import type { AnchorContext } from './anchor-context.ts'
import { type Anchoring, anchorDomain } from './anchor-domain.ts'
import { LeaseTakenError, NotDueError } from './lease.ts'

interface AnchorListener {
  readonly onAnchored: (domain: string, anchoring: Anchoring) => void
  readonly onFailure: (domain: string, error: unknown) => void
}

/** Domains in one run; the longest due come first. */
const maxDomains = 1000

/**
 * Anchors the domains whose turn it is, one after the other: of several processes, each domain in one. A restored copy that is held
 * anchors none: the original does.
 */
export async function anchorDue(
  context: AnchorContext,
  { onAnchored, onFailure }: AnchorListener,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context.store
  if (await findHold(db)) return
  for (const anchored of await selectAnchors(db, { limit: maxDomains })) {
    if (signal.aborted) return
    if (!(await isDue(context, anchored, anchored))) continue
    const domain = await findDomain(db, anchored.chainId, anchored.name)
    if (!domain) continue
    try {
      const assertDue = async (anchor: Anchor) => {
        if (!(await isDue(context, anchor, anchored))) throw new NotDueError()
      }
      onAnchored(domain.name, await anchorDomain(context, { domain, signal, assertDue }))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof LeaseTakenError || error instanceof NotDueError)) onFailure(domain.name, error)
    }
  }
}

async function isDue(
  { config, store, clock }: AnchorContext,
  { dueAt, eventSequence, failures }: Anchor,
  { domainId }: Pick<AnchoredDomain, 'domainId'>,
): Promise<boolean> {
  if (dueAt <= clock()) return true
  const { maxChanges } = config.anchor
  // After a failure, changes do not make the next try earlier.
  if (maxChanges === 0 || failures > 0) return false
  const changes = await countEventsSince(store.db, { domainId, after: eventSequence, count: maxChanges })
  return changes === maxChanges
}
