import { createPublicClient, type Hex, http, parseAbi } from 'viem'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { openStates, type Payment, type PaymentEvent } from '../../../src/model/payment.ts'
import { selectPayments } from '../../../src/payments/store/listing.ts'
import type { Store } from '../../../src/store/store.ts'
import type { PaymentEventRow } from '../../../src/store/tables.ts'
import type { PaymentFixture } from './fixture.ts'

/** An authorization that was used to pay the payee, as the chain has it. */
export interface Charge {
  readonly payer: Hex
  readonly nonce: Hex
  readonly amount: bigint
  readonly transaction: Hex
  /** The sender of the transaction. */
  readonly sender: Hex
}

/** The content of the journal. */
export interface Journal {
  readonly payments: readonly Payment[]
  /** The ids of those that are listed with a refund due. */
  readonly refundDue: ReadonlySet<string>
  /** By payment, oldest first; those of dropped payments included. */
  readonly histories: readonly (readonly Omit<PaymentEvent, 'detail'>[])[]
  /** The nonce that the relayer allocates next. */
  readonly nextNonce: number
}

const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** Reads every payment to the payee by an authorization, from the first block on. */
export async function readCharges({ base, payTo }: PaymentFixture): Promise<readonly Charge[]> {
  const client = createPublicClient({ transport: http(base.rpcUrl) })
  const all = { abi, address: base.token, fromBlock: 0n } as const
  const uses = await client.getContractEvents({ ...all, eventName: 'AuthorizationUsed' })
  const transfers = await client.getContractEvents({ ...all, eventName: 'Transfer', args: { to: payTo } })
  return Promise.all(
    transfers.map(async ({ transactionHash: hash, args: { from, value: amount = 0n } }) => {
      const use = uses.find((each) => each.transactionHash === hash)
      const { authorizer, nonce } = use?.args ?? {}
      if (!authorizer || !nonce || authorizer !== from)
        throw new Error(`The payee was paid without an authorization in ${hash}.`)
      const { from: sender } = await client.getTransaction({ hash })
      return {
        payer: lowerCaseHex(authorizer),
        nonce,
        amount,
        transaction: hash,
        sender: lowerCaseHex(sender),
      }
    }),
  )
}

/** Whether every payment is in a terminal state. */
export async function isSettled({ db }: Store): Promise<boolean> {
  return (await selectPayments(db, { states: openStates, limit: 1 })).length === 0
}

export async function readJournal({ db }: Store): Promise<Journal> {
  const every = { limit: 10_000 }
  const refundDue = await selectPayments(db, { ...every, isRefundDue: true })
  const events = await db.selectFrom('paymentEvents').selectAll().orderBy('number').execute()
  const relayer = await db.selectFrom('relayers').select('nextNonce').executeTakeFirstOrThrow()
  const histories = Map.groupBy(events, ({ paymentId }) => paymentId)
  return {
    payments: await selectPayments(db, every),
    refundDue: new Set(refundDue.map(({ id }) => id)),
    histories: Array.from(histories.values(), (history) => history.map(eventOf)),
    nextNonce: relayer.nextNonce,
  }
}

function eventOf({ paymentId, fromState, toState, createdAt }: PaymentEventRow) {
  return { paymentId, from: fromState, to: toState, createdAt }
}
