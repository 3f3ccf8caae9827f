import { type ReadableEvent, toReadableEvent } from '../../../src/core/events/event-cursor.ts'
import { createCursors } from '../../../src/core/page.ts'
import type { NewEvent, StoredEvent } from '../../../src/model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../../../src/model/subname.ts'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import { sequenceEvents } from '../../../src/store/entities/events.ts'
import { readInstanceSecret } from '../../../src/store/entities/settings.ts'
import { pageOfEvents } from '../../../src/store/listing/events.ts'
import type { Store } from '../../../src/store/store.ts'

export function newTestEvent(fields: Partial<NewEvent> = {}): NewEvent {
  return {
    type: 'subname.changed',
    chainId: 1,
    name: 'alice.demo.eth',
    domainId: null,
    workspaceId: null,
    actor: { type: 'system' },
    requestId: null,
    changes: [],
    createdAt: 1,
    ...fields,
  }
}

/** Creates a subname in the store, with its event. */
export async function issueSubname(
  store: Store,
  subname: Subname,
  workspaceId: string,
): Promise<CreateSubnameOutcome> {
  const { chainId, name, domainId, createdAt } = subname
  const event = newTestEvent({ type: 'subname.issued', chainId, name, domainId, workspaceId, createdAt })
  const domain = await findDomainById(store.db, domainId, { includeDeleted: true })
  // No domain has the key 0.
  const key = domain?.key ?? 0
  return store.createSubname(subname, { id: domainId, key, workspaceId, policyVersion: 0 }, event)
}

/** All of the log. */
export async function readEventLog(store: Store): Promise<readonly StoredEvent[]> {
  await sequenceEvents(store)
  const events: StoredEvent[] = []
  for (;;) {
    const after = events.at(-1)?.sequence ?? 0
    const page = await pageOfEvents(store.db, { filter: {}, after, limit: 1_000, order: 'oldest' })
    events.push(...page.events)
    if (!page.hasMore) return events
  }
}

/** As readers get them. */
export async function readableEvents(
  { db }: Store,
  events: readonly StoredEvent[],
): Promise<readonly ReadableEvent[]> {
  const cursors = createCursors(await readInstanceSecret(db, 'cursors'))
  return events.map((event) => toReadableEvent({ cursors }, event))
}
