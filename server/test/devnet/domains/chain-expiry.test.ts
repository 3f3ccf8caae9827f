import { type Devnet, startDevnet } from '@byname/devnet'
import { type Address, type Hex, maxUint64 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readExpiries } from '../../../src/chain/expiry.ts'
import type { ChainId, EnsContracts } from '../../../src/ens/chains.ts'
import { type ChainClient, chainClientOf, createChainClients } from '../../../src/rpc/operator.ts'
import { localWallet } from '../../support/chain/deployer.ts'
import { startRpcProxy } from '../../support/chain/rpc-proxy.ts'

const day = 86_400
const graveyard = '0x00000000000000000000000000000000000de4d0'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

let devnet: Devnet
let owner: Address

beforeAll(async () => {
  devnet = await startDevnet({ generations: { 1: 'v1', 11155111: 'v2' } })
  owner = devnet.accounts[0]?.address ?? graveyard
})
afterAll(() => devnet.stop())

function chainWith(
  chainId: ChainId,
  contracts: Partial<EnsContracts> = {},
  rpcUrl = devnet.rpcUrl(chainId),
): ChainClient {
  const options = { rpcUrls: { [chainId]: rpcUrl }, timeoutMs: 5_000, contracts: { [chainId]: contracts } }
  return chainClientOf(createChainClients(options), chainId)
}

/** The expiry of a name on chain: days until it expires, rounded, the ENS version that has it, and the status. */
async function expiryOf(chainId: ChainId, label: string) {
  const chain = chainWith(chainId, { graveyard })
  const [expiry] = await readExpiries(chain, [label])
  const { timestamp } = await chain.client.getBlock()
  return expiry && [Math.round(Number(expiry.seconds - timestamp) / day), expiry.generation, expiry.status]
}

function days(count: number) {
  return BigInt(count * day)
}

/** Unix seconds in this many days, by the chain's clock. */
async function inDays(count: number): Promise<bigint> {
  const { timestamp } = await chainWith(11155111).client.getBlock()
  return timestamp + days(count)
}

describe.each([1, 11155111] as const)('in v1, on chain %d', (chainId) => {
  test('rule: a name is active until it expires', async () => {
    await devnet.registerName(chainId, 'plain', { owner, duration: days(100) })
    expect(await expiryOf(chainId, 'plain')).toEqual([100, 1, 'active'])
  })

  test('rule: wrapping a name does not change its expiry', async () => {
    await devnet.registerName(chainId, 'wrapped', { owner, duration: days(100) })
    await devnet.wrapName(chainId, 'wrapped')
    expect(await expiryOf(chainId, 'wrapped')).toEqual([100, 1, 'active'])
  })

  test('rule: a name that was never registered has no expiry', async () => {
    expect(await expiryOf(chainId, 'never')).toBeUndefined()
  })

  test('rule: a name in the Graveyard has no expiry, whatever its token', async () => {
    await devnet.registerName(chainId, 'buried', { owner: graveyard, duration: days(100_000) })
    expect(await expiryOf(chainId, 'buried')).toBeUndefined()
  })
})

describe('in v2', () => {
  const chainId = 11155111

  test('rule: a name in v2 alone has the expiry of v2', async () => {
    await devnet.registerV2(chainId, 'second', { owner, expiry: await inDays(50) })
    expect(await expiryOf(chainId, 'second')).toEqual([50, 2, 'active'])
  })

  test('rule: a name in both versions has the expiry of v2', async () => {
    await devnet.registerName(chainId, 'both', { owner, duration: days(300) })
    await devnet.registerV2(chainId, 'both', { owner, expiry: await inDays(50) })
    expect(await expiryOf(chainId, 'both')).toEqual([50, 2, 'active'])
  })

  test('rule: a reserved name has the expiry of v1, without the padding', async () => {
    await devnet.registerName(chainId, 'reserved', { owner, duration: days(100) })
    await devnet.reserveV2(chainId, 'reserved')
    expect(await expiryOf(chainId, 'reserved')).toEqual([100, 1, 'active'])
  })

  test('rule: a reserved name that is in v1 only in the Graveyard is reserved', async () => {
    await devnet.registerName(chainId, 'retired', { owner: graveyard, duration: days(100) })
    await devnet.reserveV2(chainId, 'retired')
    expect(await expiryOf(chainId, 'retired')).toEqual([162, 2, 'reserved'])
  })

  test('rule: a name that expired in v2 is in grace for 28 days, then expired', async () => {
    await devnet.registerV2(chainId, 'grace', { owner, expiry: await inDays(-27) })
    await devnet.registerV2(chainId, 'gone', { owner, expiry: await inDays(-29) })
    expect(await expiryOf(chainId, 'grace')).toEqual([-27, 2, 'grace'])
    expect(await expiryOf(chainId, 'gone')).toEqual([-29, 2, 'expired'])
  })

  test('rule: the largest possible expiry is returned unchanged', async () => {
    await devnet.registerV2(chainId, 'eternal', { owner, expiry: maxUint64 })
    const [expiry] = await readExpiries(chainWith(chainId), ['eternal'])
    expect(expiry).toEqual({ seconds: maxUint64, generation: 2, status: 'active' })
  })
})

describe('200 names', () => {
  const chainId = 11155111
  const labels = Array.from({ length: 200 }, (_, index) => (index === 150 ? 'known' : `unknown-${index}`))

  /** The number of contract calls that it takes to find the one known name, at its position. */
  async function callsToFindIt(): Promise<number> {
    const node = await startRpcProxy(devnet.rpcUrl(chainId))
    const chain = chainWith(chainId, {}, node.url)
    await readExpiries(chain, ['known'])
    node.methods.length = 0
    const expiries = await readExpiries(chain, labels)
    await node.close()
    expect(expiries.map((expiry) => expiry?.status)).toEqual(
      labels.map((label) => (label === 'known' ? 'active' : undefined)),
    )
    return node.methods.filter((method) => method === 'eth_call').length
  }

  test('rule: the expiries of 200 names are read in one call where the chain has Multicall3, and in a few elsewhere', async () => {
    await devnet.registerName(chainId, 'known', { owner, duration: days(100) })
    expect(await callsToFindIt()).toBe(1)
    await removeMulticall3(devnet.rpcUrl(chainId))
    expect(await callsToFindIt()).toBe(8)
  })
})

function removeMulticall3(rpcUrl: string): Promise<null> {
  return localWallet(rpcUrl).request<{
    Method: 'anvil_setCode'
    Parameters: [Address, Hex]
    ReturnType: null
  }>({
    method: 'anvil_setCode',
    params: [multicall3, '0x'],
  })
}

test('rule: an empty list of names causes no call', async () => {
  const node = await startRpcProxy(devnet.rpcUrl(1))
  expect(await readExpiries(chainWith(1, {}, node.url), [])).toEqual([])
  expect(node.methods).toEqual([])
  await node.close()
})

// Last, because it moves the clock of the chain permanently.
test('rule: a name that expired in v1 is in grace for 90 days, then expired', async () => {
  await devnet.registerName(1, 'short', { owner, duration: days(10) })
  await devnet.increaseTime(1, 10 * day - 10)
  expect(await expiryOf(1, 'short')).toEqual([0, 1, 'active'])
  await devnet.increaseTime(1, 11)
  expect(await expiryOf(1, 'short')).toEqual([-0, 1, 'grace'])
  await devnet.increaseTime(1, 89 * day)
  expect(await expiryOf(1, 'short')).toEqual([-89, 1, 'grace'])
  await devnet.increaseTime(1, 2 * day)
  expect(await expiryOf(1, 'short')).toEqual([-91, 1, 'expired'])
})
