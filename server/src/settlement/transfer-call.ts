import { encodeFunctionData, type Hex } from 'viem'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { authorizationDigest } from '../payment/authorization-digest.ts'
import { parseEcdsaSignature } from '../payment/ecdsa-signature.ts'
import { recoverPayer } from '../payment/recover-payer.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { tokenAbi } from './token-abi.ts'

/**
 * Gas limit of a transfer. A transfer signed by an EOA takes about 70,000; the rest is for the code of contract wallets,
 * which their owners write and the relayer pays for.
 */
export const maxTransferGas = 500_000n

/**
 * Encodes the call that makes the transfer: with `v, r, s` for the signature of an EOA, which every token with EIP-3009
 * accepts; with bytes for any other, which a token may pass to the payer's contract. The recovered address decides, not the
 * length: the signature of a contract wallet is often that of its owner's EOA.
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
