import { isDeepStrictEqual } from 'node:util'
import { Challenge, Credential, evm } from 'mppx'
import { z } from 'zod'
import type { PaymentCredential } from '../../payment/payment-credential.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import { caip2Network } from '../../payment/x402.ts'
import { chargeMethod, chargeRequest } from './mpp-charge.ts'
import { type OfferSettings, type Query, requestHashIn } from './offers.ts'
import { readAuthorization } from './read-authorization.ts'

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
export function readMppCredential(settings: OfferSettings, query: Query, header: string): PaymentCredential {
  const { challenge, payload, source } = decode(header)
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

function decode(header: string) {
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
