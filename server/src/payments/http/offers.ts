import { randomBytes } from 'node:crypto'
import { encodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge, PaymentRequest } from 'mppx'
import type { Hex } from 'viem'
import type { PaymentTerms } from '../../model/payment.ts'
import { paymentRequirements } from '../rules/terms.ts'
import { chargeMethod, chargeRequest, paidOperation } from './description.ts'

/** Equal on every server of one service. */
export interface OfferSettings {
  readonly terms: PaymentTerms
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly realm: string
  /** Binds challenges to this service; at least 32 bytes. */
  readonly secret: string
  /** Its challenges are still accepted. */
  readonly previousSecret: string | undefined
}

export interface Query {
  readonly requestHash: Hex
  /** Path and query, such as `/ens/v2/resolve?ens=a&ens=b`. */
  readonly target: string
}

/**
 * Headers of a 402 for both protocols: PAYMENT-REQUIRED (x402 version 2) and WWW-Authenticate (MPP). `now` is in
 * milliseconds; `error` is the reason of a refusal, for x402 clients.
 */
export function offerHeaders(
  settings: OfferSettings,
  query: Query,
  now: number,
  error?: string,
): Record<string, string> {
  return {
    'payment-required': encodePaymentRequiredHeader({
      x402Version: 2,
      ...(error !== undefined && { error }),
      resource: {
        url: resourceUrl(settings, query),
        description: paidOperation.description,
        mimeType: paidOperation.mimeType,
      },
      accepts: [paymentRequirements(settings.terms)],
    }),
    'www-authenticate': Challenge.serialize(challengeFor(settings, query, now)),
    'cache-control': 'no-store',
  }
}

/** Clients return the URL in a header of limited size. */
const maxUrlBytes = 1024

/** Replaces a long query by its hash. */
export function resourceUrl({ baseUrl }: OfferSettings, { requestHash, target }: Query): string {
  const url = baseUrl + target
  const [path] = target.split('?', 1)
  return Buffer.byteLength(url) <= maxUrlBytes ? url : `${baseUrl}${path}?query=${requestHash}`
}

/**
 * Clients return `opaque` unchanged. The salt separates equal requests in the same millisecond: each challenge is paid
 * once.
 */
function challengeMeta({ requestHash }: Query) {
  return {
    query: requestHash,
    salt: randomBytes(16).toString('base64url'),
  }
}

export function requestHashIn(opaque: string): unknown {
  const { query } = PaymentRequest.deserialize(opaque)
  return query
}

function challengeFor({ terms, realm, secret }: OfferSettings, query: Query, now: number) {
  return Challenge.from({
    ...chargeMethod,
    realm,
    request: chargeRequest(terms),
    expires: new Date(now + terms.offerLifetimeSeconds * 1000),
    meta: challengeMeta(query),
    secretKey: secret,
  })
}
