import { encodeFunctionData, type Hex } from 'viem'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { authorizationDigest } from '../payment/authorization-digest.ts'
import { parseEcdsaSignature } from '../payment/ecdsa-signature.ts'
import { recoverPayer } from '../payment/recover-payer.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { tokenAbi } from './token-abi.ts'

/**
 * Gas that a transfer may take. One that is signed by a plain key takes about 70,000; the rest is for the code of contract
 * wallets, which their owners write and we pay for.
 */
export const maxTransferGas = 500_000n

/**
 * Encodes the call that makes the transfer. What the payer signed with a plain key goes as `v, r, s`, which every token
 * of the standard has; all else goes as bytes, which a token may show to the payer's contract. The shape of a signature
 * does not tell them apart: that of a wallet is often one by its owner's plain key.
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
