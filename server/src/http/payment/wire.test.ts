import { describe, expect, it } from 'vitest'
import { PaymentRefused } from '../../payment/refusal.ts'
import { payByMpp, payByX402, query, settings } from './fixtures.ts'
import { openWire } from './wire.ts'

describe('the wire of payments', () => {
  it.each([
    ['x402', payByX402],
    ['mpp', payByMpp],
  ] as const)('rule: a client by %s is told what to pay, and pays it', async (protocol, pay) => {
    const wire = openWire(settings)
    expect(wire.readProof(query, {})).toBeUndefined()
    const refusal = new PaymentRefused('required', 'This has to be paid for.')
    const { headers } = wire.refusalAnswer(query, refusal, Date.now())
    expect(wire.readProof(query, await pay(headers))).toMatchObject({ protocol })
  })
})
