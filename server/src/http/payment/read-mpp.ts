import { isDeepStrictEqual } from 'node:util'
import { Challenge, Credential, evm } from 'mppx'
import { z } from 'zod'
import type { PaymentCredential } from '../../payment/payment-credential.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import { type OfferSettings, type Query, requestHashIn } from './offers.ts'
import { caip2Network, chargeMethod, chargeRequest } from './price.ts'
import { readAuthorization } from './read-authorization.ts'

/** What a credential holds beside its challenge: which kind of payment it is, and the payer's DID if it says so. */
const credentialBody = z.object({
  payload: z.looseObject({ type: z.string() }),
  source: z.string().optional(),
})

/**
 * Reads a credential of the `Payment` scheme (MPP, method `evm`, intent `charge`). It has to answer a challenge that
 * this service issued, for this query and these terms; whether that has expired is left open.
 *
 * @throws PaymentRefused `malformed`, `challenge`, `binding`, `unsupported`.
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
      'Pay by a credential of type authorization: no other is taken.',
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
      'Authorization has to be Payment and base64url of a JSON credential with challenge and payload.',
    )
  }
}

/**
 * Whether we have issued a challenge under the terms of today. What it asks for is compared first, so that its binding
 * is computed over nothing deeper than our own request.
 */
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
