/**
 * Reads commands about payments in lines, runs each as fast as it can, and prints the result in a line as JSON. The
 * payments are the same in every process: each has its own number in its authorization.
 */
import { createInterface } from 'node:readline'
import { numberToHex } from 'viem'
import { acquirePaymentLease, allocateRelayerNonce } from '../../../src/payments/store/leases.ts'
import { listPaymentsToSettle } from '../../../src/payments/store/listing.ts'
import { openStore } from '../../../src/store/store.ts'
import { newAuthorization, newPayment, reserve } from '../../support/databases/payment-entities.ts'

const [url = ''] = process.argv.slice(2)
const store = await openStore({ url })
const owner = String(process.pid)
const payer = numberToHex(1, { size: 20 })

/** The numbers of the payments that it reserved. */
async function reservePayments(maxOpen: number, count: number) {
  const outcomes = Array.from({ length: count }, async (_, number) => {
    const nonce = numberToHex(number, { size: 32 })
    const authorization = newAuthorization({ from: payer, nonce })
    const payment = newPayment({ authorization, leaseOwner: owner, leaseUntil: 1 })
    return (await reserve(store, payment, maxOpen)) === 'reserved' ? [number] : []
  })
  return (await Promise.all(outcomes)).flat()
}

/** The ids of the payments that it took over. */
async function acquireLeases() {
  const left = await listPaymentsToSettle(store.db, { now: 2, limit: 100 })
  const takenOver = left.map(({ id }) =>
    store.transaction((tx) => acquirePaymentLease(tx, id, { owner, now: 2, until: 9 })),
  )
  return (await Promise.all(takenOver)).flatMap((payment) => payment?.id ?? [])
}

function allocateNonces() {
  return Promise.all(
    Array.from({ length: 25 }, () => store.transaction((tx) => allocateRelayerNonce(tx, 8453, payer))),
  )
}

const tasks = new Map<string, () => Promise<readonly (string | number)[]>>([
  ['reserve', () => reservePayments(100, 20)],
  ['reserve too many', () => reservePayments(30, 60)],
  ['take over', acquireLeases],
  ['take nonces', allocateNonces],
])

process.stdout.write('ready\n')
for await (const line of createInterface(process.stdin))
  process.stdout.write(`${JSON.stringify((await tasks.get(line)?.()) ?? null)}\n`)
await store.close()
