import { zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { owner, startChain, stranger } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const asStranger = { account: stranger }
const signer = signerKey(1).address

const ownerFunctions: [string, (resolver: Resolver) => Promise<unknown>][] = [
  ['addSigner', (resolver) => resolver.write.addSigner([stranger.address], asStranger)],
  ['removeSigner', (resolver) => resolver.write.removeSigner([signer], asStranger)],
  ['setUrls', (resolver) => resolver.write.setUrls([['https://stranger.example']], asStranger)],
  ['setMetadata', (resolver) => resolver.write.setMetadata([['https://stranger.example']], asStranger)],
  ['transferOwnership', (resolver) => resolver.write.transferOwnership([stranger.address], asStranger)],
]

test.each(ownerFunctions)('NotOwner when an account other than the owner calls %s', async (_name, call) => {
  const resolver = await deployResolver(chain, { signers: [signer] })
  expect(await revertOf(call(resolver))).toEqual({ name: 'NotOwner', args: [stranger.address] })
})

test('rule: only the owner can call a function that changes state, except accepting ownership', async () => {
  const { abi } = await deployResolver(chain)
  const changes = abi.filter((item) => item.type === 'function' && item.stateMutability === 'nonpayable')
  const names = changes.map((item) => 'name' in item && item.name)
  expect(names.toSorted()).toEqual([...ownerFunctions.map(([name]) => name), 'acceptOwnership'].toSorted())
})

test('ZeroOwner when the resolver is deployed without an owner', async () => {
  expect(await revertOf(deployResolver(chain, { owner: zeroAddress }))).toEqual({
    name: 'ZeroOwner',
    args: [],
  })
})

test('rule: ownership moves when the new owner accepts, not before', async () => {
  const resolver = await deployResolver(chain)
  await waitUntilMined(chain, resolver.write.transferOwnership([stranger.address]))
  expect(await resolver.read.owner()).toBe(owner.address)
  expect(await resolver.read.pendingOwner()).toBe(stranger.address)
  expect(await revertOf(resolver.write.addSigner([signer], asStranger))).toEqual({
    name: 'NotOwner',
    args: [stranger.address],
  })

  await waitUntilMined(chain, resolver.write.acceptOwnership(asStranger))
  expect(await resolver.read.owner()).toBe(stranger.address)
  expect(await resolver.read.pendingOwner()).toBe(zeroAddress)
  expect(await revertOf(resolver.write.addSigner([signer]))).toEqual({
    name: 'NotOwner',
    args: [owner.address],
  })
})

test('rule: both steps of a transfer emit an event', async () => {
  const resolver = await deployResolver(chain)
  await waitUntilMined(chain, resolver.write.transferOwnership([stranger.address]))
  await waitUntilMined(chain, resolver.write.acceptOwnership(asStranger))

  const started = await resolver.getEvents.OwnershipTransferStarted({}, { fromBlock: 0n })
  expect(started.map(({ args }) => args)).toEqual([{ owner: owner.address, pendingOwner: stranger.address }])
  const transferred = await resolver.getEvents.OwnershipTransferred({}, { fromBlock: 0n })
  expect(transferred.map(({ args }) => args)).toEqual([
    { previousOwner: zeroAddress, newOwner: owner.address },
    { previousOwner: owner.address, newOwner: stranger.address },
  ])
})

test('NotPendingOwner when an account other than the proposed owner accepts', async () => {
  const resolver = await deployResolver(chain)
  expect(await revertOf(resolver.write.acceptOwnership())).toEqual({
    name: 'NotPendingOwner',
    args: [owner.address],
  })
  await waitUntilMined(chain, resolver.write.transferOwnership([signer]))
  expect(await revertOf(resolver.write.acceptOwnership(asStranger))).toEqual({
    name: 'NotPendingOwner',
    args: [stranger.address],
  })
})

test('rule: proposing the zero address withdraws the proposal and keeps the owner', async () => {
  const resolver = await deployResolver(chain)
  await waitUntilMined(chain, resolver.write.transferOwnership([stranger.address]))
  await waitUntilMined(chain, resolver.write.transferOwnership([zeroAddress]))

  expect(await resolver.read.owner()).toBe(owner.address)
  expect(await revertOf(resolver.write.acceptOwnership(asStranger))).toEqual({
    name: 'NotPendingOwner',
    args: [stranger.address],
  })
})
