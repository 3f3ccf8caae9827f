import type { Hex } from 'viem'
import type { Payment } from '../../model/payment.ts'
import type { TransferAuthorization } from '../../payment/authorization.ts'

/** The authorization, which is kept until a payment has come to its end. */
export function authorizationOf({ id, authorization }: Payment): TransferAuthorization {
  if (authorization) return authorization
  throw new Error(`Payment ${id} has no authorization any more.`)
}

/** The transaction of a payment, which is kept from the state `signed` until its end. */
export function signedTransactionOf({ id, txHash, rawTx }: Payment): {
  readonly txHash: Hex
  readonly rawTx: Hex
} {
  if (txHash !== null && rawTx !== null) return { txHash, rawTx }
  throw new Error(`Payment ${id} has no transaction.`)
}
