import { encodeFunctionData, type Hex } from 'viem'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { authorizationDigest } from '../payment/authorization-digest.ts'
import { parseEcdsaSignature } from '../payment/ecdsa-signature.ts'
import { recoverPayer } from '../payment/recover-payer.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { tokenAbi } from './token-abi.ts'

/** An EOA's transfer takes about 70,000; the rest is for code of contract wallets, paid by the relayer. */
export const maxTransferGas = 500_000n

/**
 * Uses `v, r, s` for an EOA's signature, which every EIP-3009 token accepts; else bytes, which a token may pass to the
 * payer's contract. The recovered address decides: contract wallets often use an EOA's signature.
 */
export function encodeTransfer(authorization: TransferAuthorization, terms: PaymentTerms): Hex {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const transfer = [from, to, value, validAfter, validBefore, nonce] as const
  const ecdsaSignature = parseEcdsaSignature(signature)
  const isByPayer = recoverPayer(authorizationDigest(authorization, terms), signature) === from
  return encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args:
      ecdsaSignature && isByPayer
        ? [...transfer, ecdsaSignature.v, ecdsaSignature.r, ecdsaSignature.s]
        : [...transfer, signature],
  })
}
