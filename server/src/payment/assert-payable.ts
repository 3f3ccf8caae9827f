import type { TransferAuthorization } from './authorization.ts'
import { PaymentRefusedError } from './refused-error.ts'
import type { PaymentTerms } from './terms.ts'

/**
 * Checks chain, token, payee and exact amount, in this order.
 * @throws PaymentRefusedError `offer`, `recipient`, `amount`.
 */
export function assertPayable(authorization: TransferAuthorization, terms: PaymentTerms): void {
  if (authorization.chainId !== terms.chainId)
    throw new PaymentRefusedError('offer', `The payment must be made on chain ${terms.chainId}.`)
  if (authorization.asset !== terms.asset)
    throw new PaymentRefusedError('offer', `The payment must be made with the token ${terms.asset}.`)
  if (authorization.to !== terms.payTo)
    throw new PaymentRefusedError('recipient', `The payment must be made to ${terms.payTo}.`)
  if (authorization.value !== terms.amount)
    throw new PaymentRefusedError('amount', `The payment must be exactly ${terms.amount} base units.`)
}
