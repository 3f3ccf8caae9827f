import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault } from '../../support/chain/faulty-rpc.ts'
import { type PaymentChain, startPaymentChain } from '../../support/payments/chain.ts'
import {
  createRelayer,
  mine,
  signNewPayment,
  withFault,
  withoutMining,
} from '../../support/payments/relayer.ts'

let chain: PaymentChain

beforeAll(async () => {
  chain = await startPaymentChain()
})
afterAll(() => chain.stop())

const send = 'eth_sendRawTransaction'

test('rule: a transaction that is sent again is accepted, mined or not', async () => {
  const relayer = await createRelayer(chain)
  const { raw, hash } = await signNewPayment(chain, relayer)
  await withoutMining(chain, async () => {
    expect(await relayer.isKnown(hash)).toBe(false)
    expect(await relayer.send(raw)).toBe(true)
    expect(await relayer.send(raw)).toBe(true)
    expect(await relayer.isKnown(hash)).toBe(true)
    expect(await relayer.transactionCount('latest')).toBe(0)
    expect(await relayer.transactionCount('pending')).toBe(1)
  })
  expect(await relayer.transactionCount('latest')).toBe(1)
  expect(await relayer.send(raw)).toBe(true)
  expect(await relayer.isKnown(hash)).toBe(true)
})

test('rule: a nonce that another transaction has used is rejected', async () => {
  const relayer = await createRelayer(chain)
  const [first, second] = [await signNewPayment(chain, relayer), await signNewPayment(chain, relayer)]
  await mine(chain, relayer, first)
  expect(await relayer.send(second.raw)).toBe(false)
  expect(await relayer.isKnown(second.hash)).toBe(false)
})

test('rule: a replacement transaction with the same fee is rejected', async () => {
  const relayer = await createRelayer(chain)
  const [first, second] = [await signNewPayment(chain, relayer), await signNewPayment(chain, relayer)]
  await withoutMining(chain, async () => {
    expect(await relayer.send(first.raw)).toBe(true)
    expect(await relayer.send(second.raw)).toBe(false)
  })
  expect(await relayer.findMined(first.hash, first.authorization)).toMatchObject({ isPaid: true })
})

test('rule: a relayer that cannot pay for gas is rejected', async () => {
  const poor = chain.openRelayer({ key: generatePrivateKey() })
  expect(await poor.send((await signNewPayment(chain, poor)).raw)).toBe(false)
})

test('rule: a fee below the base fee is rejected', async () => {
  const relayer = await createRelayer(chain)
  const { draft } = await signNewPayment(chain, relayer)
  const cheap = { ...draft, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  expect(await relayer.send((await relayer.sign(cheap, 0)).raw)).toBe(false)
})

const secret = 'the words of the node'

const unclear: readonly (readonly [string, Fault])[] = [
  ['the call is lost', { kind: 'drop-call' }],
  ['the response is lost', { kind: 'drop-response' }],
  ['the RPC does not respond in time', { kind: 'hold-call', until: new Promise(() => {}) }],
  ['the response is a web page', { kind: 'respond', status: 200, body: secret }],
  ['the response has an error status', { kind: 'respond', status: 503, body: secret }],
  [
    'the response is another hash',
    { kind: 'respond', status: 200, body: `{"result":"0x${'11'.repeat(32)}"}` },
  ],
  ['the pool is full', { kind: 'error', code: -32000, message: `txpool is full, ${secret}` }],
  ['the quota is spent', { kind: 'error', code: -32005, message: secret }],
]

test.each(unclear)('rule: when %s, the outcome of a send is unknown', async (_, fault) => {
  const relayer = await createRelayer(chain)
  const { raw } = await signNewPayment(chain, relayer)
  const failure = await withFault(chain, send, fault, () => relayer.send(raw)).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ name: expect.stringMatching(/^Upstream/) })
  const { message, stack, cause } = failure as Error
  for (const kept of [secret, raw.slice(10, 60), chain.node.url])
    expect(`${message} ${stack} ${JSON.stringify(cause)}`).not.toContain(kept)
  expect(await relayer.send(raw)).toBe(true)
})

test('rule: a response that is lost once is retried: the RPC has the transaction', async () => {
  const relayer = await createRelayer(chain)
  const payment = await signNewPayment(chain, relayer)
  chain.node.addFault({ kind: 'drop-response', method: send, times: 1 })
  await mine(chain, relayer, payment)
  expect(await relayer.findMined(payment.hash, payment.authorization)).toMatchObject({ isPaid: true })
})

test.each([
  ['underpriced', 'replacement transaction underpriced'],
  ['without funds', 'insufficient funds for gas * price + value'],
  ['of an old nonce', 'OldNonce'],
])('rule: a transaction that the RPC has counts as sent, though it is reported as %s', async (_, message) => {
  const relayer = await createRelayer(chain)
  const payment = await signNewPayment(chain, relayer)
  await mine(chain, relayer, payment)
  const fault = { kind: 'error', code: -32000, message } as const
  expect(await withFault(chain, send, fault, () => relayer.send(payment.raw))).toBe(true)
})
