import { type Hex, keccak256 } from 'viem'
import { assertPayable } from '../../payment/assert-payable.ts'
import { digestOf } from '../../payment/digest-of.ts'
import { recoverPayer } from '../../payment/recover-payer.ts'
import { PaymentRefused } from '../../payment/refusal.ts'
import type { PaymentTerms } from '../../payment/terms.ts'
import type { PaidRequest } from './answer.ts'
import type { PaidContext } from './payments.ts'
import { orUnavailable } from './unavailable.ts'

/** A request whose authorization pays what is asked, and what identifies it in the journal. */
export type Genuine = ReturnType<typeof genuine>

/**
 * Looks at a request by itself, without clock, chain or journal.
 *
 * @throws PaymentRefused `offer`, `recipient`, `amount`.
 */
export function genuine(terms: PaymentTerms, request: PaidRequest) {
  const { authorization } = request.proof
  assertPayable(authorization, terms)
  const { chainId, asset, from: payer, nonce, signature } = authorization
  return {
    ...request,
    key: { chainId, asset, payer, nonce },
    digest: digestOf(authorization, terms),
    signatureHash: keccak256(signature),
  }
}

/**
 * Makes sure that the payer has signed: a plain key, which needs no network, or a contract wallet on the token's chain.
 *
 * @throws PaymentRefused `signature`; AppError `ServiceUnavailableException` when only the chain could tell and cannot be
 * read.
 */
export async function assertSigned(
  { payments }: PaidContext,
  { proof, digest, admit }: Pick<PaidRequest, 'proof' | 'admit'> & { readonly digest: Hex },
): Promise<void> {
  const { authorization } = proof
  if (recoverPayer(digest, authorization.signature) === authorization.from) return
  const { token } = payments.settlement
  if (token && (await admit(() => orUnavailable(token.isSignedByContract(authorization, digest))))) return
  throw new PaymentRefused('signature', 'The signature of the authorization is not the payer’s.')
}
