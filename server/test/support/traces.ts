import { type PaidScene, price } from './paid-scene.ts'

/** What a step left behind. */
export interface Traces {
  /** What the payee got, in base units. */
  readonly received: bigint
  /** Transactions of the relayer that were mined. */
  readonly relayed: number
  /** Payments that the journal has more than before. */
  readonly payments: number
  /** Calls by which names were read. */
  readonly reads: number
}

/** Nothing was charged, sent, recorded or read. */
export const nothing: Traces = { received: 0n, relayed: 0, payments: 0, reads: 0 }

/** A payment for one name: the name was resolved once, which takes three calls. */
export const onePayment: Traces = { received: price, relayed: 1, payments: 1, reads: 3 }

/** Takes a step, and gives what comes of it with what it left behind. */
export async function trace<T>(
  scene: PaidScene,
  step: () => Promise<T>,
): Promise<{ readonly result: T; readonly traces: Traces }> {
  const before = await look(scene)
  const result = await step()
  const after = await look(scene)
  return {
    result,
    traces: {
      received: after.received - before.received,
      relayed: after.relayed - before.relayed,
      payments: after.payments - before.payments,
      reads: after.reads - before.reads,
    },
  }
}

const look = async ({ received, relayed, journal, namesNode }: PaidScene): Promise<Traces> => ({
  received: await received(),
  relayed: await relayed(),
  payments: (await journal()).length,
  reads: namesNode.methods.length,
})
