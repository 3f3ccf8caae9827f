import type { EventChange, StoredEvent } from '../model/event.ts'

/** Standard Webhooks 1.0 recommends less than 20 kB. */
const maxChangedBytes = 16_384

interface ChangedField {
  readonly field: string
  readonly key: EventChange['key']
}

/**
 * The body: what changed, without values. A receiver reads the current state, so neither order nor duplicates matter to
 * it. `isTruncated`: more fields changed than are listed.
 */
export function eventMessage(event: StoredEvent): string {
  const { sequence, type, createdAt, chainId, name, domainId, workspaceId, requestId } = event
  const { changed, isTruncated } = changedFields(event.changes)
  const data = { sequence, chainId, name, domainId, workspaceId, requestId, changed, isTruncated }
  return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data })
}

/** The body of a test. */
export function testMessage(webhookId: string, createdAt: number): string {
  return JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date(createdAt).toISOString(),
    data: { webhookId },
  })
}

function changedFields(changes: readonly EventChange[]) {
  const changed: ChangedField[] = []
  let bytes = 0
  for (const { field, key } of changes) {
    const entry = { field, key }
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1
    if (bytes > maxChangedBytes) return { changed, isTruncated: true }
    changed.push(entry)
  }
  return { changed, isTruncated: false }
}
