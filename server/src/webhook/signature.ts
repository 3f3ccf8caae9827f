import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'
const secretBytes = 32

/** Signed by Standard Webhooks 1.0, scheme v1. */
export interface SignedWebhook {
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
