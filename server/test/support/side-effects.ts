import { type PaymentFixture, priceBaseUnits } from './payment-fixture.ts'

/** What a step left behind. */
export interface SideEffects {
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
export const noSideEffects: SideEffects = { received: 0n, relayed: 0, payments: 0, reads: 0 }

/** A payment for one name: the name was resolved once, which takes three calls. */
export const onePaymentSideEffects: SideEffects = {
  received: priceBaseUnits,
  relayed: 1,
  payments: 1,
  reads: 3,
}

/** Takes a step, and gives what comes of it with what it left behind. */
export async function measureSideEffects<T>(
  scene: PaymentFixture,
  step: () => Promise<T>,
): Promise<{ readonly result: T; readonly traces: SideEffects }> {
  const before = await snapshot(scene)
  const result = await step()
  const after = await snapshot(scene)
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

async function snapshot({
  payeeBalance,
  relayerTransactionCount,
  listPayments,
  namesRpc,
}: PaymentFixture): Promise<SideEffects> {
  return {
    received: await payeeBalance(),
    relayed: await relayerTransactionCount(),
    payments: (await listPayments()).length,
    reads: namesRpc.methods.length,
  }
}
