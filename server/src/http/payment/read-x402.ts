import { decodePaymentSignatureHeader } from '@x402/core/http'
import { type PaymentPayloadV2, PaymentPayloadV2Schema } from '@x402/core/schemas'
import { z } from 'zod'
import type { PaymentCredential } from '../../payment/payment-credential.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import type { PaymentTerms } from '../../payment/terms.ts'
import { paymentRequirements } from '../../payment/x402.ts'
import { type OfferSettings, type Query, resourceUrl } from './offers.ts'
import { readAuthorization } from './read-authorization.ts'

/** Scheme `exact` by EIP-3009; Permit2 and ERC-7710 have no `authorization`. */
const eip3009Payload = z.object({ authorization: z.looseObject({}), signature: z.unknown().optional() })

/**
 * Reads PAYMENT-SIGNATURE (x402 version 2), which must repeat this service's offer and, if it names a resource, that of
 * this request. Ignores extensions.
 *
 * @throws PaymentRefusedError `malformed`, `unsupported`, `offer`, `binding`.
 */
export function readX402Credential(settings: OfferSettings, query: Query, header: string): PaymentCredential {
  const { accepted, payload, resource } = decode(header)
  const { data } = eip3009Payload.safeParse(payload)
  if (!data)
    throw new PaymentRefusedError(
      'unsupported',
      'Pay by an authorization (EIP-3009): no other kind of payload is accepted.',
    )
  if (!isOffered(settings.terms, accepted))
    throw new PaymentRefusedError('offer', 'The payment does not match the offer of this service.')
  if (resource && resource.url !== resourceUrl(settings, query))
    throw new PaymentRefusedError('binding', 'The payment is for another resource.')
  const authorization = readAuthorization(settings.terms, {
    ...data.authorization,
    signature: data.signature,
  })
  return { protocol: 'x402', authorization, challengeId: null, challengeExpires: null }
}

/** Both base64 alphabets; the official decoder accepts one. */
function decode(header: string): PaymentPayloadV2 {
  try {
    const standard = header.replaceAll('-', '+').replaceAll('_', '/')
    return PaymentPayloadV2Schema.parse(decodePaymentSignatureHeader(standard))
  } catch {
    throw new PaymentRefusedError(
      'malformed',
      'PAYMENT-SIGNATURE must be base64 of a JSON PaymentPayload of x402 version 2.',
    )
  }
}

/** Clients may add to `extra`, and write addresses in any case. */
function isOffered(terms: PaymentTerms, accepted: PaymentPayloadV2['accepted']): boolean {
  const offered = paymentRequirements(terms)
  return (
    accepted.scheme === offered.scheme &&
    accepted.network === offered.network &&
    accepted.amount === offered.amount &&
    accepted.asset.toLowerCase() === terms.asset &&
    accepted.payTo.toLowerCase() === terms.payTo &&
    accepted.maxTimeoutSeconds === offered.maxTimeoutSeconds &&
    Object.entries(offered.extra).every(([key, value]) => accepted.extra?.[key] === value)
  )
}
