import type { Domain } from '../../model/domain.ts'
import type { EventType, EventValue, NewEvent } from '../../model/event.ts'
import { deleteAnchor, findAnchor, insertAnchor, saveRecipient } from '../../store/entities/anchors.ts'
import { appendEvents, sequenceEvents } from '../../store/entities/events.ts'
import { findNewestChanges } from '../../store/entities/name-events.ts'
import type { CoreContext } from '../context.ts'
import { digestOf } from '../events/compact.ts'
import { newEvent } from '../events/new-event.ts'

type EventsContext = Pick<CoreContext, 'store' | 'clock' | 'cause'>

/** Settings of a domain's contract for its files. */
export interface AnchorOnChain {
  /** Base URLs, in the order in which clients try them. */
  readonly files: readonly string[]
  /** The account that may beat. */
  readonly anchor: string
  /** In seconds. */
  readonly delay: number
}

type Values = Readonly<Record<string, readonly [before: EventValue, after: EventValue]>>

function anchorEvent(
  context: EventsContext,
  type: Extract<EventType, `domain.anchor_${string}`>,
  { id: domainId, chainId, name, workspaceId }: Domain,
  values: Values,
): NewEvent {
  const changes = Object.entries(values).map(([field, [before, after]]) => ({
    ...{ field: `anchor.${field}`, key: null },
    ...{ before, after },
  }))
  return newEvent(context, { type, chainId, name, domainId, workspaceId, changes })
}

/** Has the service publish the names of a domain as files. Idempotent. */
export async function switchAnchorOn(context: EventsContext, domain: Domain): Promise<void> {
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    if (await insertAnchor(tx, domain.key))
      await appendEvents(tx, anchorEvent(context, 'domain.anchor_started', domain, { isOn: [false, true] }))
  })
}

/** Returns whether it was on. */
export async function switchAnchorOff(context: EventsContext, domain: Domain): Promise<boolean> {
  return context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const wasOn = await deleteAnchor(tx, domain.key)
    if (wasOn)
      await appendEvents(tx, anchorEvent(context, 'domain.anchor_stopped', domain, { isOn: [true, false] }))
    return wasOn
  })
}

/** `null`: no escrow is made. The anchor is on. */
export async function changeRecipient(
  context: EventsContext,
  domain: Domain,
  recipient: string | null,
): Promise<void> {
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const before = (await findAnchor(tx, domain.key))?.recipient ?? null
    if (before === recipient) return
    await saveRecipient(tx, domain.key, recipient)
    const values = { recipient: [before, recipient] } as const
    await appendEvents(tx, anchorEvent(context, 'domain.anchor_changed', domain, values))
  })
}

/** Of a list that the owner of a contract chooses, in an event. */
const maxHosts = 16
const maxUrlLength = 300

/** An event of what differs from what was read before, which the log of events says. */
export async function noteAnchorOnChain(
  context: EventsContext,
  domain: Domain,
  { files, anchor, delay }: AnchorOnChain,
): Promise<void> {
  await sequenceEvents(context.store)
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const last = await findNewestChanges(tx, {
      domainId: domain.id,
      type: 'domain.anchor_changed',
      field: 'anchor.hosts',
    })
    const before = (field: string) => last.find((change) => change.field === `anchor.${field}`)?.after ?? null
    const hosts = files.slice(0, maxHosts).map((url) => url.slice(0, maxUrlLength))
    const now = { hosts, account: anchor, delaySeconds: delay } as const
    if (last.length === 0 && hosts.length === 0) return
    const values: Values = Object.fromEntries(
      Object.entries(now).map(([field, after]) => [field, [before(field), after]] as const),
    )
    if (Object.values(values).every(([known, after]) => isSame(known, after))) return
    await appendEvents(tx, anchorEvent(context, 'domain.anchor_changed', domain, values))
  })
}

/** Old values may be digests. */
function isSame(known: EventValue, value: EventValue): boolean {
  const text = JSON.stringify(known)
  return text === JSON.stringify(value) || text === JSON.stringify(digestOf([[null, value]]))
}
