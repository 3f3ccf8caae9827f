import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizationOf } from '../support/authorizations.ts'
import { type PaymentChain, startPaymentChain } from '../support/settlement.ts'
import { cancel, sendByOther } from '../support/third-party.ts'

let chain: PaymentChain

beforeAll(async () => {
  chain = await startPaymentChain()
})
afterAll(() => chain.stop())

/** The number of the next block. */
const nextBlock = async () => Number(await chain.control.getBlockNumber({ cacheTime: 0 })) + 1

test('rule: a transfer is found by its authorization, whoever sent it', async () => {
  const payer = await chain.newPayer()
  const [earlier, later] = [await authorizationOf(payer), await authorizationOf(payer)]
  const fromBlock = await nextBlock()
  const hash = await sendByOther(chain.base.rpcUrl, earlier)
  await sendByOther(chain.base.rpcUrl, later)
  expect(await chain.token.findTransfer(earlier, fromBlock)).toEqual({ hash, block: fromBlock })
  expect(await chain.token.findTransfer(earlier, 0)).toEqual({ hash, block: fromBlock })
})

test('rule: nothing is found of an authorization that is unused, was cancelled, or used before the block', async () => {
  const payer = await chain.newPayer()
  const [unused, cancelled, used] = [
    await authorizationOf(payer),
    await authorizationOf(payer),
    await authorizationOf(payer),
  ]
  await cancel(chain.base.rpcUrl, payer, cancelled.nonce)
  await sendByOther(chain.base.rpcUrl, used)
  expect(await chain.token.findTransfer(unused, 0)).toBeNull()
  expect(await chain.token.findTransfer(cancelled, 0)).toBeNull()
  expect(await chain.token.findTransfer(used, await nextBlock())).toBeNull()
})

test('rule: a nonce that paid somebody else did not pay us', async () => {
  const payer = await chain.newPayer()
  const elsewhere = await authorizationOf(payer, { to: '0x00000000000000000000000000000000000000ff' })
  const fromBlock = await nextBlock()
  await sendByOther(chain.base.rpcUrl, elsewhere)
  const ours = await authorizationOf(payer, { nonce: elsewhere.nonce })
  expect(await chain.token.isUsed(ours)).toMatchObject({ isUsed: true })
  expect(await chain.token.findTransfer(ours, fromBlock)).toBeNull()
})

test('rule: a transfer is found when it is below enough blocks', async () => {
  const token = chain.openToken(3)
  const authorization = await authorizationOf(await chain.newPayer())
  const fromBlock = await nextBlock()
  const hash = await sendByOther(chain.base.rpcUrl, authorization)
  await chain.control.mine({ blocks: 1 })
  expect(await token.findTransfer(authorization, fromBlock)).toBeNull()
  await chain.control.mine({ blocks: 1 })
  expect(await token.findTransfer(authorization, fromBlock)).toEqual({ hash, block: fromBlock })
})
