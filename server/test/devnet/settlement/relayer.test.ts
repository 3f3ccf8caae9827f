import { keccak256, parseGwei, parseTransaction, recoverTransactionAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import type { Relayer } from '../../../src/payments/settlement/relayer.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { signOwnTransfer, signTransfer, terms, transferFrom } from '../../support/payments/authorizations.ts'
import { type PaymentChain, startPaymentChain } from '../../support/payments/chain.ts'
import {
  createRelayer,
  draftTransfer,
  mine,
  type SignedPayment,
  signNewPayment,
  withFault,
  withoutMining,
} from '../../support/payments/relayer.ts'

let chain: PaymentChain

beforeAll(async () => {
  chain = await startPaymentChain()
})
afterAll(() => chain.stop())

test('rule: a payment is drafted, signed locally, sent, mined, and paid', async () => {
  const relayer = await createRelayer(chain)
  const called = chain.node.methods.length
  const payment = await signNewPayment(chain, relayer)
  expect(chain.node.methods.slice(called)).not.toContain('eth_sendRawTransaction')
  expect(payment.hash).toBe(keccak256(payment.raw))
  const before = await chain.base.balanceOf(terms.payTo)

  const block = await mine(chain, relayer, payment)
  expect(await relayer.findMined(payment.hash, payment.authorization)).toEqual({ block, isPaid: true })
  expect(await chain.base.balanceOf(terms.payTo)).toBe(before + terms.amount)
})

test('rule: a transaction is signed for the chain, with two base fees and a tip, and a quarter more gas', async () => {
  const relayer = await createRelayer(chain)
  const { draft, raw, authorization } = await signNewPayment(chain, relayer, 7)
  const { baseFeePerGas } = await chain.control.getBlock()
  const signed = parseTransaction(raw)
  expect(signed).toMatchObject({
    type: 'eip1559',
    chainId: 8453,
    nonce: 7,
    to: terms.asset,
    data: draft.data,
  })
  expect(signed).toMatchObject({ gas: draft.gas, maxFeePerGas: draft.maxFeePerGas })
  expect(signed.value ?? 0n).toBe(0n)
  expect(
    lowerCaseHex(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })),
  ).toBe(relayer.address)
  const tip = draft.maxPriorityFeePerGas
  expect(tip).toBeGreaterThanOrEqual(1_000_000n)
  expect(draft.maxFeePerGas).toBe(2n * (baseFeePerGas ?? 0n) + tip)
  const estimate = await chain.control.estimateGas({
    account: relayer.address,
    to: draft.to,
    data: draft.data,
  })
  expect(draft.gas).toBe((estimate * 5n) / 4n)
  expect(authorization.chainId).toBe(8453)
})

test.each([
  [
    'is not signed by its payer',
    async () => signTransfer(await chain.newPayer(), transferFrom((await chain.newPayer()).address)),
  ],
  ['has no funds', async () => signOwnTransfer(privateKeyToAccount(generatePrivateKey()))],
  ['has expired', async () => signOwnTransfer(await chain.newPayer(), { validBefore: 1n })],
])('rule: a transfer that %s is not drafted', async (_, authorization) => {
  expect(await chain.relayer.draft(await authorization())).toBeNull()
})

test('rule: a contract wallet pays as well (ERC-1271)', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = await deploy(chain.base.rpcUrl, 'SmartAccount', owner.address)
  await chain.base.mint(wallet, terms.amount)
  const relayer = await createRelayer(chain)
  const authorization = await signTransfer(owner, transferFrom(wallet))
  const signed = await relayer.sign(await draftTransfer(relayer, authorization), 0)
  await mine(chain, relayer, signed)
  expect(await relayer.findMined(signed.hash, authorization)).toMatchObject({ isPaid: true })
})

test('rule: a no-op transaction replaces a payment, which then is never made', async () => {
  const relayer = await createRelayer(chain)
  const { raw, hash, authorization, draft } = await signNewPayment(chain, relayer)
  const nothing = await withoutMining(chain, async () => {
    expect(await relayer.send(raw)).toBe(true)
    const replacement = await relayer.draftNoop(raw)
    expect(replacement).toMatchObject({ to: relayer.address, data: '0x', gas: 21_000n })
    expect(replacement.maxFeePerGas).toBeGreaterThan((draft.maxFeePerGas * 5n) / 4n)
    expect(replacement.maxPriorityFeePerGas).toBeGreaterThan((draft.maxPriorityFeePerGas * 5n) / 4n)
    const signed = await relayer.sign(replacement, 0)
    expect(await relayer.send(signed.raw)).toBe(true)
    return signed
  })
  expect(await relayer.findMined(hash, authorization)).toBeNull()
  expect(await relayer.findMined(nothing.hash, authorization)).toMatchObject({ isPaid: false })
  expect(await relayer.send(raw)).toBe(false)
  expect(await chain.token.isUsed(authorization)).toMatchObject({ isUsed: false })
})

test('rule: a no-op transaction that replaces nothing has the current fees of the chain', async () => {
  const relayer = await createRelayer(chain)
  const { draft } = await signNewPayment(chain, relayer)
  const { maxFeePerGas, maxPriorityFeePerGas } = draft
  expect(await relayer.draftNoop(null)).toEqual({
    to: relayer.address,
    data: '0x',
    gas: 21_000n,
    maxFeePerGas,
    maxPriorityFeePerGas,
  })
})

test('rule: a no-op transaction has the current fees of the chain when they are higher', async () => {
  const relayer = await createRelayer(chain)
  const { draft } = await signNewPayment(chain, relayer)
  const cheap = await relayer.sign({ ...draft, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, 0)
  await chain.control.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') })
  await chain.control.mine({ blocks: 1 })
  const { maxFeePerGas } = await relayer.draftNoop(cheap.raw)
  expect(maxFeePerGas).toBeGreaterThanOrEqual(parseGwei('100'))
})

test('rule: a transaction counts with enough confirmations', async () => {
  const relayer = await createRelayer(chain, 3)
  const payment = await signNewPayment(chain, relayer)
  await mine(chain, relayer, payment)
  await chain.control.mine({ blocks: 1 })
  expect(await relayer.findMined(payment.hash, payment.authorization)).toBeNull()
  await chain.control.mine({ blocks: 1 })
  expect(await relayer.findMined(payment.hash, payment.authorization)).toMatchObject({ isPaid: true })
})

test('rule: a payment that reverts is mined and not paid', async () => {
  const relayer = await createRelayer(chain)
  const payment = await signNewPayment(chain, relayer)
  const retried = await relayer.sign(payment.draft, 1)
  await mine(chain, relayer, payment)
  await mine(chain, relayer, retried)
  expect(await relayer.findMined(retried.hash, payment.authorization)).toMatchObject({ isPaid: false })
})

test("503 when the relayer's balance is below its minimum, which is read once in a while", async () => {
  const key = generatePrivateKey()
  const relayer = chain.openRelayer({ key, minRelayerBalanceWei: 1_000n })
  await chain.control.setBalance({ address: relayer.address, value: 999n })
  const called = chain.node.methods.length
  await expect(relayer.assertReady()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
  await expect(relayer.assertReady()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
  expect(chain.node.methods.slice(called).toSorted()).toEqual(['eth_chainId', 'eth_getBalance'])
  await chain.control.setBalance({ address: relayer.address, value: 1_000n })
  await chain.openRelayer({ key, minRelayerBalanceWei: 1_000n }).assertReady()
})

test('503 when the RPC serves another chain than that of payments', async () => {
  const elsewhere = chain.openRelayer({ terms: { ...terms, chainId: 1 } })
  await expect(elsewhere.assertReady()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
})

const secret = 'the words of the node'

const reads: readonly (readonly [
  string,
  string,
  (relayer: Relayer, payment: SignedPayment) => Promise<unknown>,
])[] = [
  ['balance', 'eth_getBalance', (relayer) => relayer.assertReady()],
  ['number of transactions', 'eth_getTransactionCount', (relayer) => relayer.transactionCount('pending')],
  ['tip', 'eth_maxPriorityFeePerGas', (relayer, { authorization }) => relayer.draft(authorization)],
  ['gas', 'eth_estimateGas', (relayer, { authorization }) => relayer.draft(authorization)],
  ['base fee', 'eth_getBlockByNumber', (relayer, { raw }) => relayer.draftNoop(raw)],
  [
    'receipt',
    'eth_getTransactionReceipt',
    (relayer, { hash, authorization }) => relayer.findMined(hash, authorization),
  ],
  ['transaction', 'eth_getTransactionByHash', (relayer, { hash }) => relayer.isKnown(hash)],
]

test.each(reads)('502 when the RPC does not return the %s', async (_, method, read) => {
  const relayer = await createRelayer(chain)
  const payment = await signNewPayment(chain, relayer)
  for (const fault of [
    { kind: 'drop-call' },
    { kind: 'error', code: -32603, message: secret },
    { kind: 'respond', status: 200, body: '{"result":{"hash":1}}' },
  ] as const) {
    const failure = await withFault(chain, method, fault, () => read(relayer, payment)).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ name: 'UpstreamException', message: expect.not.stringContaining(secret) })
  }
})
