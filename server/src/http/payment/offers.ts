import { randomBytes } from 'node:crypto'
import { encodePaymentRequiredHeader } from '@x402/core/http'
import { Challenge, PaymentRequest } from 'mppx'
import type { Hex } from 'viem'
import type { PaymentTerms } from '../../payment/terms.ts'
import { paymentRequirements } from '../../payment/x402.ts'
import { chargeMethod, chargeRequest } from './mpp-charge.ts'
import { paidOperation } from './paid-operation.ts'

/** The settings of offers; equal on every server of one service. */
export interface OfferSettings {
  readonly terms: PaymentTerms
  /** The public URL of this service, without a slash at the end. */
  readonly baseUrl: string
  /** Realm of challenges of the `Payment` scheme. */
  readonly realm: string
  /** Binds challenges to this service; at least 32 bytes. */
  readonly secret: string
  /** The previous secret, whose challenges are still accepted. */
  readonly previousSecret: string | undefined
}

/** A request to be paid for. */
export interface Query {
  /** SHA-256 of the request. */
  readonly requestHash: Hex
  /** Path and query, such as `/ens/v2/resolve?ens=a&ens=b`. */
  readonly target: string
}

/**
 * The headers of a response that requires payment, for both protocols: PAYMENT-REQUIRED (x402 version 2) and
 * WWW-Authenticate (MPP). `now` is in milliseconds; `error` is the reason of a refusal, for x402 clients.
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

/** Bytes of a URL in an offer. Clients send it back, in a header of limited size. */
const maxUrlBytes = 1024

/** The resource of an x402 offer; a long query is replaced by its hash. */
export function resourceUrl({ baseUrl }: OfferSettings, { requestHash, target }: Query): string {
  const url = baseUrl + target
  const [path] = target.split('?', 1)
  return Buffer.byteLength(url) <= maxUrlBytes ? url : `${baseUrl}${path}?query=${requestHash}`
}

/**
 * The parameter `opaque` of a challenge, which clients send back unchanged: the request, and a salt, because each challenge
 * is paid once and two clients may request one name in the same millisecond.
 */
function challengeMeta({ requestHash }: Query) {
  return {
    query: requestHash,
    salt: randomBytes(16).toString('base64url'),
  }
}

/** The request hash in the parameter `opaque` of a challenge that this service issued. */
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
