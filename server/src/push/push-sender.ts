import { createHash } from 'node:crypto'
import { OutboundError } from '../rpc/outbound/error.ts'
import type { SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { encryptPush, type SubscriptionKeys } from './encrypt-push.ts'
import { PushError } from './push-error.ts'
import type { VapidKey } from './vapid.ts'

/** Of a browser, which any caller may compose. */
export interface PushSubscription extends SubscriptionKeys {
  /** The URL of a push service that reaches the browser. */
  readonly endpoint: string
}

interface PushMessage {
  /** At most `maxPushBytes`. */
  readonly text: Uint8Array
  /** A later message of the same subject takes the place of one that waits at the push service. */
  readonly subject: string
}

/** Reaches browsers through their push services (RFC 8030). */
export interface PushSender {
  /** `applicationServerKey` of the subscriptions. */
  readonly publicKey: string
  /**
   * Without a request.
   *
   * @throws OutboundError `refused` for an endpoint, Error for keys, that no message can go to.
   */
  readonly assertSubscription: (subscription: PushSubscription) => void
  /**
   * `refused`: the subscription is gone.
   *
   * @throws PushError when the push service may take the message in later.
   */
  readonly send: (subscription: PushSubscription, message: PushMessage) => Promise<'sent' | 'refused'>
}

interface PushSenderOptions {
  readonly vapidKey: VapidKey
  readonly fetch: SsrfSafeFetch
  /** @throws OutboundError `refused`. */
  readonly assertUrl: (url: string) => void
  readonly clock: () => number
}

const timeoutMs = 10_000

/** How long a push service keeps a message for a browser that is off: the most that the large ones allow. */
const lifetimeSeconds = 28 * 86_400

export function createPushSender({ vapidKey, fetch, assertUrl, clock }: PushSenderOptions): PushSender {
  return {
    publicKey: vapidKey.publicKey,
    assertSubscription: (subscription) => {
      assertUrl(subscription.endpoint)
      encryptPush(new Uint8Array(), subscription)
    },
    send: async (subscription, { text, subject }) => {
      const { endpoint } = subscription
      const { status } = await fetch({
        url: endpoint,
        method: 'POST',
        headers: {
          authorization: vapidKey.authorize(endpoint, clock()),
          'content-encoding': 'aes128gcm',
          ttl: `${lifetimeSeconds}`,
          topic: createHash('sha256').update(subject).digest('base64url').slice(0, 32),
        },
        body: encryptPush(text, subscription),
        acceptsAnyResponse: true,
        maxBytes: 1,
        timeoutMs,
        signal: new AbortController().signal,
      }).catch(toPushError)
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'refused'
      throw new PushError(`${status}`)
    },
  }
}

function toPushError(error: unknown): never {
  throw error instanceof OutboundError ? new PushError(error.fault) : error
}
