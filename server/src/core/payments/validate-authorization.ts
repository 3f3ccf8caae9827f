import { type Hex, keccak256 } from 'viem'
import { assertPayable } from '../../payment/assert-payable.ts'
import { authorizationDigest } from '../../payment/authorization-digest.ts'
import { recoverPayer } from '../../payment/recover-payer.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import type { PaymentTerms } from '../../payment/terms.ts'
import { asServiceUnavailable } from './as-service-unavailable.ts'
import type { PaidRequest } from './paid-response.ts'
import type { PaidContext } from './payments.ts'

/** A request whose authorization pays what is asked, and what identifies it in the journal. */
export type ValidatedRequest = ReturnType<typeof validateAuthorization>

/**
 * Looks at a request by itself, without clock, chain or journal.
 *
 * @throws PaymentRefused `offer`, `recipient`, `amount`.
 */
export function validateAuthorization(terms: PaymentTerms, request: PaidRequest) {
  const { authorization } = request.credential
  assertPayable(authorization, terms)
  const { chainId, asset, from: payer, nonce, signature } = authorization
  return {
    ...request,
    key: { chainId, asset, payer, nonce },
    digest: authorizationDigest(authorization, terms),
    signatureHash: keccak256(signature),
  }
}

/**
 * Makes sure that the payer has signed: a plain key, which needs no network, or a contract wallet on the token's chain.
 *
 * @throws PaymentRefused `signature`; AppError `ServiceUnavailableException` when only the chain could tell and cannot be
 * read.
 */
export async function assertSignedByPayer(
  { payments }: PaidContext,
  { credential, digest, admit }: Pick<PaidRequest, 'credential' | 'admit'> & { readonly digest: Hex },
): Promise<void> {
  const { authorization } = credential
  if (recoverPayer(digest, authorization.signature) === authorization.from) return
  const { token } = payments.settlement
  if (token && (await admit(() => asServiceUnavailable(token.isSignedByContract(authorization, digest)))))
    return
  throw new PaymentRefusedError('signature', 'The signature of the authorization is not the payer’s.')
}
