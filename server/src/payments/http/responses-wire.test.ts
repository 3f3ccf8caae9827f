import { describe, expect, it } from 'vitest'
import { payByMpp, payByX402, query, settings } from '../../../test/support/payments/wire.ts'
import { PaymentRefusedError } from '../rules/terms.ts'
import { createPaymentProtocols } from './responses.ts'

describe('the wire of payments', () => {
  it.each([
    ['x402', payByX402],
    ['mpp', payByMpp],
  ] as const)('rule: a client of %s gets an offer, and pays it', async (protocol, pay) => {
    const wire = createPaymentProtocols(settings)
    expect(wire.readCredential(query, {})).toBeUndefined()
    const refusal = new PaymentRefusedError('required', 'Payment is required.')
    const { headers } = wire.paymentRequiredResponse(query, refusal, Date.now())
    expect(wire.readCredential(query, await pay(headers))).toMatchObject({ protocol })
  })
})
