import type { FaultRule, FaultyRpc } from './faulty-rpc.ts'
import { createPaymentHeaders, fetchWithPayment, type PaymentHeaders, resolveUrl } from './payment-clients.ts'
import { names, type PaymentFixture } from './payment-fixture.ts'
import { waitUntil } from './wait-until.ts'

/** The progress of a payment: it is claimed, its transaction is signed, the chain has the transaction. */
export const crashPoints = ['claimed', 'signed', 'sent'] as const
type CrashPoint = (typeof crashPoints)[number]

/** Pays for the first name at a new process, which is killed at that point; returns the credential. */
export async function payAndKill(fixture: PaymentFixture, crashPoint: CrashPoint): Promise<PaymentHeaders> {
  const { url, end } = await fixture.startProcess({ PAYMENT_TIMEOUT: '60' })
  const requestUrl = resolveUrl(url, names[0])
  const credential = await createPaymentHeaders('x402', await fixture.createPayer(), requestUrl)
  const killed = Promise.withResolvers<void>()
  const { node, rule, progress } = crashPlans(fixture, killed.promise)[crashPoint]
  const before = await progress()
  const release = node.addFault(rule)
  const isAnswered = fetchWithPayment(requestUrl, credential).then(
    () => true,
    () => false,
  )
  await waitUntil(`the payment is ${crashPoint}`, async () => (await progress()) > before)
  await end('SIGKILL')
  killed.resolve()
  release()
  if (await isAnswered) throw new Error('The process responded before it was killed.')
  return credential
}

interface CrashPlan {
  readonly node: FaultyRpc
  /** The fault that stops the payment at this point. */
  readonly rule: FaultRule
  /** A number that grows when the payment has reached this point. */
  readonly progress: () => number | Promise<number>
}

const send = 'eth_sendRawTransaction'

function crashPlans(fixture: PaymentFixture, killed: Promise<void>): Record<CrashPoint, CrashPlan> {
  const { namesRpc, baseRpc, nameReadCount, relayerTransactionCount } = fixture
  return {
    claimed: {
      node: namesRpc,
      rule: { kind: 'hold-call', until: killed },
      progress: nameReadCount,
    },
    signed: {
      node: baseRpc,
      rule: { kind: 'drop-call', method: send },
      progress: () => baseRpc.methods.filter((method) => method === send).length,
    },
    sent: {
      node: baseRpc,
      rule: { kind: 'hold-response', method: send, until: killed },
      progress: relayerTransactionCount,
    },
  }
}
