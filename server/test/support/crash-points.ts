import type { FaultRule, FaultyRpc } from './faulty-rpc.ts'
import { createPaymentHeaders, fetchWithPayment, type PaymentHeaders, resolveUrl } from './payment-clients.ts'
import { names, type PaymentFixture } from './payment-fixture.ts'
import { waitUntil } from './wait-until.ts'

/** How far a payment is: it is claimed, its transaction is signed, the chain has that. */
export const crashPoints = ['claimed', 'signed', 'sent'] as const
type CrashPoint = (typeof crashPoints)[number]

/** Pays for the first name at a process of its own, which is killed at that moment; gives the proof. */
export async function payAndKill(scene: PaymentFixture, crashPoint: CrashPoint): Promise<PaymentHeaders> {
  const { url, end } = await scene.startProcess({ PAYMENT_TIMEOUT: '60' })
  const asked = resolveUrl(url, names[0])
  const proof = await createPaymentHeaders('x402', await scene.createPayer(), asked)
  const killed = Promise.withResolvers<void>()
  const { node, rule, progress } = crashPlans(scene, killed.promise)[crashPoint]
  const before = await progress()
  const release = node.addFault(rule)
  const isAnswered = fetchWithPayment(asked, proof).then(
    () => true,
    () => false,
  )
  await waitUntil(`the payment is ${crashPoint}`, async () => (await progress()) > before)
  await end('SIGKILL')
  killed.resolve()
  release()
  if (await isAnswered) throw new Error('The process has answered before it was killed.')
  return proof
}

interface CrashPlan {
  readonly node: FaultyRpc
  /** What keeps a payment from going on. */
  readonly rule: FaultRule
  /** A number that grows when the payment has come so far. */
  readonly progress: () => number | Promise<number>
}

const send = 'eth_sendRawTransaction'

function crashPlans(scene: PaymentFixture, killed: Promise<void>): Record<CrashPoint, CrashPlan> {
  const { namesRpc, baseRpc, relayerTransactionCount } = scene
  return {
    claimed: {
      node: namesRpc,
      rule: { kind: 'hold-call', until: killed },
      progress: () => namesRpc.methods.length,
    },
    signed: {
      node: baseRpc,
      rule: { kind: 'drop-call', method: send },
      progress: () => baseRpc.methods.filter((method) => method === send).length,
    },
    sent: {
      node: baseRpc,
      rule: { kind: 'hold-answer', method: send, until: killed },
      progress: relayerTransactionCount,
    },
  }
}
