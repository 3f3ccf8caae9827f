import type { Payment, PaymentAnswer } from '../../model/payment.ts'
import type { TransferAuthorization } from '../../payment/authorization.ts'
import type { PaymentRow } from '../tables.ts'

/** The payment in a row: its authorization and its answer are several columns. */
export function toPayment(row: PaymentRow): Payment {
  const { signature, validAfter, answerStatus, answerTx, answerReason, answeredAt, ...columns } = row
  return { ...columns, authorization: toAuthorization(row), answer: toAnswer(row) }
}

function toAuthorization(row: PaymentRow): TransferAuthorization | null {
  const { chainId, asset, payer, payTo, amount, validAfter, validBefore, nonce, signature } = row
  return (
    signature && {
      chainId,
      asset,
      from: payer,
      to: payTo,
      value: amount,
      validAfter,
      validBefore,
      nonce,
      signature,
    }
  )
}

function toAnswer({ answerStatus, answerTx, answerReason, answeredAt }: PaymentRow): PaymentAnswer | null {
  return answerStatus !== null && answeredAt !== null
    ? { status: answerStatus, transaction: answerTx, reason: answerReason, at: answeredAt }
    : null
}
