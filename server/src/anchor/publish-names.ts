import { fromHex } from '../crypto/hex.ts'
import { encodeRecordSet, resolvedRecords } from '../frozen/record-set.ts'
import type { Domain } from '../model/domain.ts'
import { withZone, type ZoneSource } from '../store/copy/zone.ts'
import type { AnchorContext } from './anchor-context.ts'
import { type CollectedZone, collectZone, nodeOf } from './build-zone.ts'
import { type KeptZone, readAllAfterMs, StaleZoneError } from './kept-zone.ts'
import { encodeChange, type PatchedZone, patchZone } from './patch-zone.ts'
import { type Publication, type PublishProgress, publishZone } from './publish.ts'
import { createEntrySorter } from './sort-entries.ts'
import type { AnchorState } from './state.ts'
import type { FileTarget } from './targets/target.ts'

interface NamesRun {
  readonly domain: Domain
  readonly targets: readonly FileTarget[]
  readonly state: AnchorState
  readonly presentDepth: number | undefined
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: PublishProgress) => void) | undefined
}

type NamesContext = Pick<AnchorContext, 'clock' | 'fetch' | 'findSeals'> & {
  readonly secrets: Pick<AnchorContext['secrets'], 'databaseUrl'>
}

/**
 * Publishes what resolves: the names of the last run with those that have changed, or all, where the last run left nothing to build on,
 * or that is not the domain's any more.
 */
export async function publishNames(
  context: NamesContext,
  run: NamesRun,
): Promise<Publication & { readonly namesRead: number }> {
  const { domain, state } = run
  const now = context.clock()
  const { kept } = state
  const isUsable = kept?.domainId === domain.id && Math.abs(now - kept.readAllAt) < readAllAfterMs
  if (!isUsable) return publish(context, { ...run, now })
  try {
    return await publish(context, { ...run, now, kept })
  } catch (error) {
    if (!(error instanceof StaleZoneError)) throw error
    await state.emptyWork()
    return publish(context, { ...run, now })
  }
}

interface Collected {
  readonly zone: CollectedZone | PatchedZone
  readonly namesRead: number
  readonly event: ZoneSource['event']
}

async function publish(
  context: NamesContext,
  { kept, ...run }: NamesRun & { readonly now: number; readonly kept?: KeptZone },
): Promise<Publication & { readonly namesRead: number }> {
  const { domain, now } = run
  const collect = (source: ZoneSource) =>
    kept ? collectChanges(source, kept, context, run) : collectAll(source, context, run)
  const collected = await withZone(context.secrets.databaseUrl, domain, collect)
  if (!collected) throw new StaleZoneError()
  const { zone, namesRead, event } = collected
  const isKept = 'counts' in zone || !zone.hasSeals
  const keep = isKept ? { domainId: domain.id, event, readAllAt: kept?.readAllAt ?? now } : undefined
  return { ...(await publishZone(zone, { ...run, fetch: context.fetch, keep })), namesRead }
}

async function collectAll(
  source: ZoneSource,
  { findSeals }: NamesContext,
  run: NamesRun,
): Promise<Collected> {
  const { state, signal, onProgress } = run
  const zone = await collectZone(source, { work: state.work, signal, onProgress, findSeals })
  return { zone, namesRead: zone.names, event: source.event }
}

/** `undefined` where all names have to be read. */
async function collectChanges(
  { db, domain, event, changesSince }: ZoneSource,
  kept: KeptZone,
  { findSeals }: NamesContext,
  { state, signal, onProgress }: NamesRun,
): Promise<Collected | undefined> {
  const pages = await changesSince(kept.event)
  if (!pages || (await findSeals(db, domain, [domain.name])).size > 0) return undefined
  const sorter = createEntrySorter(state.work)
  const domainNode = fromHex(domain.node)
  sorter.add(encodeChange(domainNode, encodeRecordSet(resolvedRecords(domain.records))))
  let namesRead = 1
  for await (const page of pages) {
    signal.throwIfAborted()
    for (const { label, records } of page)
      sorter.add(
        encodeChange(nodeOf(domainNode, label), records && encodeRecordSet(resolvedRecords(records))),
      )
    namesRead += page.length
    onProgress?.({ step: 'reading', names: namesRead })
  }
  return { zone: patchZone(kept, { state, sorter, names: domain.claimedCount + 1 }), namesRead, event }
}
