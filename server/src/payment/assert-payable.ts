import type { TransferAuthorization } from './authorization.ts'
import { PaymentRefusedError } from './refused-error.ts'
import type { PaymentTerms } from './terms.ts'

/**
 * Asserts that an authorization pays what the terms ask for, whatever the time and the state of the chain: first that it
 * is of their chain and token, then that it is for their payee, then that it is of exactly their amount.
 *
 * @throws PaymentRefused `offer`, `recipient`, `amount`.
 */
export function assertPayable(authorization: TransferAuthorization, terms: PaymentTerms): void {
  if (authorization.chainId !== terms.chainId)
    throw new PaymentRefusedError('offer', `The payment has to be made on chain ${terms.chainId}.`)
  if (authorization.asset !== terms.asset)
    throw new PaymentRefusedError('offer', `The payment has to be made with the token ${terms.asset}.`)
  if (authorization.to !== terms.payTo)
    throw new PaymentRefusedError('recipient', `The payment has to go to ${terms.payTo}.`)
  if (authorization.value !== terms.amount)
    throw new PaymentRefusedError('amount', `The payment has to be of exactly ${terms.amount} base units.`)
}
