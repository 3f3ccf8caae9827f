import { type PaymentFixture, priceBaseUnits } from './fixture.ts'

/** The effects of a step. */
export interface SideEffects {
  /** Received by the payee, in base units. */
  readonly received: bigint
  /** Mined transactions of the relayer. */
  readonly relayed: number
  /** New payments in the journal. */
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

/** Runs a step, and returns its result with its side effects. */
export async function measureSideEffects<T>(
  fixture: PaymentFixture,
  step: () => Promise<T>,
): Promise<{ readonly result: T; readonly sideEffects: SideEffects }> {
  const before = await snapshot(fixture)
  const result = await step()
  const after = await snapshot(fixture)
  return {
    result,
    sideEffects: {
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
  nameReadCount,
}: PaymentFixture): Promise<SideEffects> {
  return {
    received: await payeeBalance(),
    relayed: await relayerTransactionCount(),
    payments: (await listPayments()).length,
    reads: nameReadCount(),
  }
}
