import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOwnTransfer } from '../../support/payments/authorizations.ts'
import { type PaymentChain, startPaymentChain } from '../../support/payments/chain.ts'
import { cancelAuthorization, sendAsThirdParty } from '../../support/payments/third-party.ts'

let chain: PaymentChain

beforeAll(async () => {
  chain = await startPaymentChain()
})
afterAll(() => chain.stop())

/** Neither found nor absent. */
const undetermined = { name: 'UpstreamException' }

/** The number of the next block. */
async function nextBlock() {
  return Number(await chain.control.getBlockNumber({ cacheTime: 0 })) + 1
}

test('rule: a transfer is found by its authorization, from any sender', async () => {
  const payer = await chain.newPayer()
  const [earlier, later] = [await signOwnTransfer(payer), await signOwnTransfer(payer)]
  const fromBlock = await nextBlock()
  const hash = await sendAsThirdParty(chain.base.rpcUrl, earlier)
  await sendAsThirdParty(chain.base.rpcUrl, later)
  expect(await chain.token.findTransfer(earlier, fromBlock)).toEqual({ hash, block: fromBlock })
  expect(await chain.token.findTransfer(earlier, 0)).toEqual({ hash, block: fromBlock })
})

test('rule: no transfer is found for an authorization that is unused or was cancelled', async () => {
  const payer = await chain.newPayer()
  const [unused, cancelled] = [await signOwnTransfer(payer), await signOwnTransfer(payer)]
  await cancelAuthorization(chain.base.rpcUrl, payer, cancelled.nonce)
  expect(await chain.token.findTransfer(unused, 0)).toBeNull()
  expect(await chain.token.findTransfer(cancelled, 0)).toBeNull()
})

test('502 when an authorization was used, and no block contains its transfer', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  await sendAsThirdParty(chain.base.rpcUrl, authorization)
  const hidden = { kind: 'respond', status: 200, body: '{"result":[]}', method: 'eth_getLogs' } as const
  const undo = chain.node.addFault(hidden)
  try {
    await expect(chain.token.findTransfer(authorization, 0)).rejects.toMatchObject(undetermined)
  } finally {
    undo()
  }
})

test('502 when a response of the RPC is behind the previous one', async () => {
  const authorization = await signOwnTransfer(await chain.newPayer())
  const { number, timestamp } = await chain.control.getBlock()
  await sendAsThirdParty(chain.base.rpcUrl, authorization)
  expect(await chain.token.isUsed(authorization)).toMatchObject({ isUsed: true })
  const body = JSON.stringify({ result: { number: numberToHex(number), timestamp: numberToHex(timestamp) } })
  const undo = chain.node.addFault({ kind: 'respond', status: 200, body, method: 'eth_getBlockByNumber' })
  try {
    await expect(chain.token.findTransfer(authorization, 0)).rejects.toMatchObject(undetermined)
  } finally {
    undo()
  }
  expect(await chain.token.findTransfer(authorization, 0)).not.toBeNull()
})

test('rule: a nonce that paid another payee did not pay ours', async () => {
  const payer = await chain.newPayer()
  const elsewhere = await signOwnTransfer(payer, { to: '0x00000000000000000000000000000000000000ff' })
  const fromBlock = await nextBlock()
  await sendAsThirdParty(chain.base.rpcUrl, elsewhere)
  const ours = await signOwnTransfer(payer, { nonce: elsewhere.nonce })
  expect(await chain.token.isUsed(ours)).toMatchObject({ isUsed: true })
  expect(await chain.token.findTransfer(ours, fromBlock)).toBeNull()
})

test('rule: a transfer counts with enough confirmations, and is 502 before', async () => {
  const token = chain.openToken(3)
  const authorization = await signOwnTransfer(await chain.newPayer())
  const fromBlock = await nextBlock()
  const hash = await sendAsThirdParty(chain.base.rpcUrl, authorization)
  await chain.control.mine({ blocks: 1 })
  await expect(token.findTransfer(authorization, fromBlock)).rejects.toMatchObject(undetermined)
  await chain.control.mine({ blocks: 1 })
  expect(await token.findTransfer(authorization, fromBlock)).toEqual({ hash, block: fromBlock })
})
