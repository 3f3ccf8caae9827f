import { isDeepStrictEqual } from 'node:util'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import { type PaymentPayloadV2, PaymentPayloadV2Schema } from '@x402/core/schemas'
import { Challenge, Credential, evm } from 'mppx'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { PaymentTerms, TransferAuthorization } from '../../model/payment.ts'
import { parseAuthorization } from '../rules/authorization.ts'
import {
  caip2Network,
  type PaymentCredential,
  PaymentRefusedError,
  paymentRequirements,
} from '../rules/terms.ts'
import { chargeMethod, chargeRequest } from './description.ts'
import { type OfferSettings, type Query, requestHashIn, resourceUrl } from './offers.ts'

const authorizationFields = z.object({
  from: z.string(),
  to: z.string(),
  value: z.string(),
  validAfter: z.string(),
  validBefore: z.string(),
  nonce: z.string(),
  signature: z.string(),
})

/**
 * Parses the fields of EIP-3009. Chain and token are signed but not sent, so they come from the terms.
 *
 * @throws PaymentRefusedError `malformed`.
 */
function readAuthorization(terms: PaymentTerms, value: unknown): TransferAuthorization {
  const parsed = authorizationFields.safeParse(value)
  if (!parsed.success)
    throw new PaymentRefusedError(
      'malformed',
      `An authorization has ${Object.keys(authorizationFields.shape).join(', ')}, each as a text.`,
    )
  return parseAuthorization({ ...parsed.data, chainId: String(terms.chainId), asset: terms.asset })
}

const credentialBody = z.object({
  payload: z.looseObject({ type: z.string() }),
  source: z.string().optional(),
})

/**
 * Reads a credential of the `Payment` scheme (MPP, method `evm`, intent `charge`). The challenge must be of this
 * service, this request and these terms. Does not check expiry.
 *
 * @throws PaymentRefusedError `malformed`, `challenge`, `binding`, `unsupported`.
 */
function readMppCredential(settings: OfferSettings, query: Query, header: string): PaymentCredential {
  const { challenge, payload, source } = decodeMpp(header)
  if (!isIssuedChallenge(settings, challenge))
    throw new PaymentRefusedError(
      'challenge',
      'The challenge was not issued by this service, for this price.',
    )
  if (requestHashIn(challenge.opaque) !== query.requestHash)
    throw new PaymentRefusedError('binding', 'The challenge was issued for another query.')
  if (payload.type !== 'authorization')
    throw new PaymentRefusedError(
      'unsupported',
      'Pay by a credential of type authorization: no other type is accepted.',
    )
  const authorization = readAuthorization(settings.terms, payload)
  if (authorization.nonce !== evm.Types.challengeHash(challenge))
    throw new PaymentRefusedError(
      'binding',
      'The nonce of the authorization is not derived from the challenge.',
    )
  const payer = `did:pkh:${caip2Network(authorization.chainId)}:${authorization.from}`
  if (source !== undefined && source.toLowerCase() !== payer)
    throw new PaymentRefusedError('malformed', 'The source of the credential is not its payer.')
  return {
    protocol: 'mpp',
    authorization,
    challengeId: challenge.id,
    challengeExpires: Date.parse(challenge.expires),
  }
}

function decodeMpp(header: string) {
  try {
    const { challenge, ...rest } = Credential.deserialize(header)
    return { challenge, ...credentialBody.parse(rest) }
  } catch {
    throw new PaymentRefusedError(
      'malformed',
      'Authorization must be Payment and base64url of a JSON credential with challenge and payload.',
    )
  }
}

/** Compares the request first, so that the HMAC is never computed over a deeper structure. */
function isIssuedChallenge(
  { terms, realm, secret, previousSecret }: OfferSettings,
  challenge: Challenge.Challenge,
): challenge is Challenge.Challenge & { expires: string; opaque: string } {
  return (
    challenge.realm === realm &&
    challenge.method === chargeMethod.method &&
    challenge.intent === chargeMethod.intent &&
    challenge.expires !== undefined &&
    challenge.opaque !== undefined &&
    isDeepStrictEqual(challenge.request, chargeRequest(terms)) &&
    [secret, previousSecret].some(
      (secretKey) => secretKey !== undefined && Challenge.verify(challenge, { secretKey }),
    )
  )
}

/** Scheme `exact` by EIP-3009; Permit2 and ERC-7710 have no `authorization`. */
const eip3009Payload = z.object({ authorization: z.looseObject({}), signature: z.unknown().optional() })

/**
 * Reads PAYMENT-SIGNATURE (x402 version 2), which must repeat this service's offer and, if it names a resource, that of
 * this request. Ignores extensions.
 *
 * @throws PaymentRefusedError `malformed`, `unsupported`, `offer`, `binding`.
 */
function readX402Credential(settings: OfferSettings, query: Query, header: string): PaymentCredential {
  const { accepted, payload, resource } = decodeX402(header)
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
function decodeX402(header: string): PaymentPayloadV2 {
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

/** Empty means absent. */
export interface CredentialHeaders {
  readonly 'payment-signature'?: string | undefined
  readonly authorization?: string | undefined
}

/**
 * Does not check expiry, price or signature.
 *
 * @returns undefined without a credential; other schemes are ignored.
 * @throws PaymentRefusedError `malformed`, `unsupported`, `offer`, `challenge`, `binding`; AppError
 * `BadRequestException` for two credentials.
 */
export function readCredential(
  settings: OfferSettings,
  query: Query,
  headers: CredentialHeaders,
): PaymentCredential | undefined {
  const { 'payment-signature': signature, authorization } = headers
  const mppCredential = findPaymentScheme(authorization ?? '')
  if (signature && mppCredential)
    throw new AppError('BadRequestException', 'Pay by PAYMENT-SIGNATURE or by Authorization, not by both.')
  if (signature) return readX402Credential(settings, query, signature)
  if (mppCredential) return readMppCredential(settings, query, mppCredential)
  return undefined
}

/** Scheme names are case-insensitive (RFC 9110 §11.1). */
function findPaymentScheme(authorization: string): string | undefined {
  return authorization
    .split(',')
    .map((credential) => credential.trim())
    .find((credential) => /^payment(\s|$)/i.test(credential))
}
