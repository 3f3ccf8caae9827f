import { encodeFunctionData, type Hex } from 'viem'
import type { TransferAuthorization } from '../payment/authorization.ts'
import { digestOf } from '../payment/digest-of.ts'
import { parsePlainSignature } from '../payment/plain-signature.ts'
import { recoverPayer } from '../payment/recover-payer.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { tokenAbi } from './token-abi.ts'

/**
 * Gas that a transfer may take. One that is signed by a plain key takes about 70,000; the rest is for the code of contract
 * wallets, which their owners write and we pay for.
 */
export const mostTransferGas = 500_000n

/**
 * Encodes the call that makes the transfer. What the payer signed with a plain key goes as `v, r, s`, which every token
 * of the standard has; all else goes as bytes, which a token may show to the payer's contract. The shape of a signature
 * does not tell them apart: that of a wallet is often one by its owner's plain key.
 */
export function encodeTransfer(authorization: TransferAuthorization, terms: PaymentTerms): Hex {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const transfer = [from, to, value, validAfter, validBefore, nonce] as const
  const plain = parsePlainSignature(signature)
  const isByPayer = recoverPayer(digestOf(authorization, terms), signature) === from
  return encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args: plain && isByPayer ? [...transfer, plain.v, plain.r, plain.s] : [...transfer, signature],
  })
}
