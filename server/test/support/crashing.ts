import type { FaultRule, FaultyNode } from './faulty-node.ts'
import { names, type PaidScene } from './paid-scene.ts'
import { askWith, type Proof, proofFor, resolveUrl } from './paying.ts'
import { until } from './until.ts'

/** How far a payment is: it is claimed, its transaction is signed, the chain has that. */
export const moments = ['claimed', 'signed', 'sent'] as const
type Moment = (typeof moments)[number]

/** Pays for the first name at a process of its own, which is killed at that moment; gives the proof. */
export async function payAndCrash(scene: PaidScene, moment: Moment): Promise<Proof> {
  const { url, end } = await scene.startProcess({ PAYMENT_TIMEOUT: '60' })
  const asked = resolveUrl(url, names[0])
  const proof = await proofFor('x402', await scene.createPayer(), asked)
  const killed = Promise.withResolvers<void>()
  const { node, rule, progress } = stopAt(scene, killed.promise)[moment]
  const before = await progress()
  const release = node.fail(rule)
  const isAnswered = askWith(asked, proof).then(
    () => true,
    () => false,
  )
  await until(`the payment is ${moment}`, async () => (await progress()) > before)
  await end('SIGKILL')
  killed.resolve()
  release()
  if (await isAnswered) throw new Error('The process has answered before it was killed.')
  return proof
}

interface Stop {
  readonly node: FaultyNode
  /** What keeps a payment from going on. */
  readonly rule: FaultRule
  /** A number that grows when the payment has come so far. */
  readonly progress: () => number | Promise<number>
}

const send = 'eth_sendRawTransaction'

const stopAt = (scene: PaidScene, killed: Promise<void>): Record<Moment, Stop> => {
  const { namesNode, baseNode, relayed } = scene
  return {
    claimed: {
      node: namesNode,
      rule: { kind: 'hold-call', until: killed },
      progress: () => namesNode.methods.length,
    },
    signed: {
      node: baseNode,
      rule: { kind: 'drop-call', method: send },
      progress: () => baseNode.methods.filter((method) => method === send).length,
    },
    sent: {
      node: baseNode,
      rule: { kind: 'hold-answer', method: send, until: killed },
      progress: relayed,
    },
  }
}
