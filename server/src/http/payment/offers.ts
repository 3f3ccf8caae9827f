import { randomBytes } from 'node:crypto'
import { encodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge, PaymentRequest } from 'mppx'
import type { Hex } from 'viem'
import type { PaymentTerms } from '../../payment/terms.ts'
import { paidOperation } from './paid-operation.ts'
import { chargeMethod, chargeRequest, paymentRequirements } from './price.ts'

/** What this service asks for, and who it is to its payers; equal on every server of one service. */
export interface OfferSettings {
  readonly terms: PaymentTerms
  /** Where clients reach this service, without a slash at the end. */
  readonly baseUrl: string
  /** Who asks, in challenges of the `Payment` scheme. */
  readonly realm: string
  /** Binds challenges to this service; at least 32 bytes. */
  readonly secret: string
  /** The secret before it, whose challenges are still taken. */
  readonly previousSecret: string | undefined
}

/** What is to be paid for. */
export interface Query {
  /** SHA-256 of what is asked. */
  readonly requestHash: Hex
  /** Path and query as clients send them: `/ens/v2/resolve?ens=a&ens=b`. */
  readonly target: string
}

/**
 * The headers of an answer that asks for payment, by both protocols: PAYMENT-REQUIRED (x402 version 2) and
 * WWW-Authenticate (MPP). `now` is in milliseconds; `error` says to x402 clients why their payment was not taken.
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

/** Bytes of a URL that is offered as it is. Clients send it back, in a header of limited size. */
const maxUrlBytes = 1024

/** The URL that an offer of x402 is for; of a long query it holds the fingerprint only. */
export function resourceUrl({ baseUrl }: OfferSettings, { requestHash, target }: Query): string {
  const url = baseUrl + target
  const [path] = target.split('?', 1)
  return Buffer.byteLength(url) <= maxUrlBytes ? url : `${baseUrl}${path}?query=${requestHash}`
}

/**
 * What a challenge says in its parameter `opaque`, which clients send back unchanged: the query that it is for, and a salt,
 * because each challenge is paid once and two clients may ask for one name in the same millisecond.
 */
function challengeMeta({ requestHash }: Query) {
  return {
    query: requestHash,
    salt: randomBytes(16).toString('base64url'),
  }
}

/** The fingerprint of the query that a challenge of ours is for. */
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
