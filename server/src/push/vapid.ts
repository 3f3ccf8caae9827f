import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { isLoopbackUrl } from '../rpc/outbound.ts'

/** Names the service to push services (RFC 8292), so that no other can send to the subscriptions made with its key. */
export interface VapidKey {
  /** `applicationServerKey` of a subscription: a point of P-256 without compression, base64url. */
  readonly publicKey: string
  /** The header `Authorization` of a request to an endpoint. */
  readonly authorize: (endpoint: string, now: number) => string
}

/**
 * What names the operator of a service at this origin. Undefined where browsers allow no notifications: over plain HTTP, except on the
 * machine of a developer, which has no address that a push service takes.
 */
export function contactOf(origin: string): string | undefined {
  if (origin.startsWith('https:')) return origin
  return isLoopbackUrl(origin) ? 'https://localhost' : undefined
}

/** A token may be good for a day. */
const lifetimeSeconds = 43_200

/** `secret`: 32 bytes, of which hardly any are no key. `contact`: an `https:` or `mailto:` URL of the operator. */
export function createVapidKey(secret: Uint8Array, contact: string): VapidKey {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(secret)
  const point = ecdh.getPublicKey()
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', d: toBase64Url(secret) },
    ...{ x: toBase64Url(point.subarray(1, 33)), y: toBase64Url(point.subarray(33)) },
  }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const publicKey = toBase64Url(point)
  return {
    publicKey,
    authorize: (endpoint, now) => {
      const expiresAt = Math.floor(now / 1000) + lifetimeSeconds
      const claims = { aud: new URL(endpoint).origin, exp: expiresAt, sub: contact }
      const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
        .map((part) => toBase64Url(Buffer.from(JSON.stringify(part))))
        .join('.')
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${toBase64Url(signature)}, k=${publicKey}`
    },
  }
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
