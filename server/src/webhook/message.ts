import { createHmac, randomBytes } from 'node:crypto'
import type { EventSummary } from '../model/event.ts'

/** Standard Webhooks 1.0 recommends less than 20 kB. */
const maxChangedBytes = 16_384

/**
 * The body: what changed, without values. A receiver reads the current state, so neither order nor duplicates matter to
 * it. `isTruncated`: more fields changed than are listed.
 */
export function eventMessage(event: EventSummary, cursor: string): string {
  const { type, createdAt, chainId, name, domainId, workspaceId, requestId } = event
  const { changed, isTruncated } = withinBounds(event.changed)
  const data = { cursor, chainId, name, domainId, workspaceId, requestId, changed, isTruncated }
  return JSON.stringify({ type, timestamp: new Date(createdAt).toISOString(), data })
}

export function newMessageIdKey(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The same for every message about an event at one webhook. A restored database numbers other events as the lost ones
 * were numbered, so the id is of the whole event; keyed, because the number tells how much all tenants write.
 */
export function messageId(
  key: string,
  { sequence, type, createdAt, chainId, name, requestId }: EventSummary,
): string {
  const event = JSON.stringify([sequence, type, createdAt, chainId, name, requestId])
  return `evt_${createHmac('sha256', key).update(event).digest('base64url').slice(0, 22)}`
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

const secretPrefix = 'whsec_'
const secretBytes = 32

/** Signed by Standard Webhooks 1.0, scheme v1. */
interface SignedWebhook {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  /** Exactly as sent. */
  readonly body: string
}

/** `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`
}

/** Headers of a request, with one signature for each secret. */
export function webhookHeaders(
  message: SignedWebhook,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(message, secret)}`).join(' '),
  }
}

function sign({ id, timestamp, body }: SignedWebhook, secret: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}
