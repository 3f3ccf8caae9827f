import type { EventSummary } from '../model/event.ts'

/** Standard Webhooks 1.0 recommends less than 20 kB. */
const maxChangedBytes = 16_384

/**
 * The body: what changed, without values. A receiver reads the current state, so neither order nor duplicates matter to
 * it. `isTruncated`: more fields changed than are listed.
 */
export function eventMessage(event: EventSummary): string {
  const { sequence, type, createdAt, chainId, name, domainId, workspaceId, requestId } = event
  const { changed, isTruncated } = withinBounds(event.changed)
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

function withinBounds(fields: EventSummary['changed']) {
  let bytes = 0
  const end = fields.findIndex((field) => {
    bytes += Buffer.byteLength(JSON.stringify(field)) + 1
    return bytes > maxChangedBytes
  })
  return end === -1
    ? { changed: fields, isTruncated: false }
    : { changed: fields.slice(0, end), isTruncated: true }
}
