import type { EventType } from './events.ts'

/** What a webhook sends: which fields changed, without values. */
export interface WebhookMessage {
  readonly type: EventType | 'webhook.test'
  /** ISO 8601, of the change. */
  readonly timestamp: string
  readonly data: {
    readonly cursor: string
    readonly chainId: number | null
    readonly name: string | null
    readonly domainId: string | null
    readonly workspaceId: string | null
    readonly requestId: string | null
    readonly changed: readonly { readonly field: string; readonly key?: string | number | null }[]
    /** More fields changed than are listed. */
    readonly isTruncated: boolean
  }
}

export interface VerifiedWebhook {
  /** The same for every attempt and replay: store it to recognize duplicates. */
  readonly id: string
  readonly message: WebhookMessage
}

export interface WebhookDeliveryRequest {
  /** As it arrived, before any parsing. */
  readonly body: string | Uint8Array
  /** Of fetch or of Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** `whsec_…`; two while a secret is being replaced. */
  readonly secret: string | readonly string[]
  /** How old or early the signature may be; absent: five minutes. */
  readonly toleranceSeconds?: number
  /** Milliseconds; absent: the present. */
  readonly now?: number
}

/** The request is not of the service, or too old: respond with 400, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** By Standard Webhooks 1.0, scheme v1; WebCrypto compares in constant time. @throws WebhookVerificationError */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  now = Date.now(),
}: WebhookDeliveryRequest): Promise<VerifiedWebhook> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The time of the signature is too far from that of this machine.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const secrets = typeof secret === 'string' ? [secret] : secret
  for (const key of await Promise.all(secrets.map(importSecret)))
    for (const signature of signaturesOf(signatures))
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return { id, message: JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage }
  throw new WebhookVerificationError('No signature is one of the body with the secret.')
}

function headerOf(headers: WebhookDeliveryRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError(`The request has no header ${name}.`)
}

/** Those of scheme v1, as far as they are base64. */
function signaturesOf(header: string): readonly Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((entry) => {
    const [scheme, text = ''] = entry.split(',', 2)
    const bytes = scheme === 'v1' ? fromBase64(text) : undefined
    return bytes ? [bytes] : []
  })
}

async function importSecret(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0)
    throw new TypeError(
      'The secret of the webhook is not whsec_ and base64: use it as the service returned it.',
    )
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
