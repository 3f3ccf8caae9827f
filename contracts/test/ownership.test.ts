import { namehash, zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { otherAccount, owner, startChain } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const asOtherAccount = { account: otherAccount }
const signer = signerKey(1).address
const node = namehash('alice.demo.eth')

/** By the proposed owner; by the anchor; by who may allow it; after 72 hours. */
const othersFunctions = ['acceptOwnership', 'beat', 'change', 'startRecovery', 'finishRecovery']

const ownerFunctions: [string, (resolver: Resolver) => Promise<unknown>][] = [
  ['addSigner', (resolver) => resolver.write.addSigner([otherAccount.address], asOtherAccount)],
  ['removeSigner', (resolver) => resolver.write.removeSigner([signer], asOtherAccount)],
  ['setUrls', (resolver) => resolver.write.setUrls([['https://other.example']], asOtherAccount)],
  ['setMetadata', (resolver) => resolver.write.setMetadata([['https://other.example']], asOtherAccount)],
  ['setHeartbeat', (resolver) => resolver.write.setHeartbeat([otherAccount.address, 0], asOtherAccount)],
  ['setZone', (resolver) => resolver.write.setZone([node, 1], asOtherAccount)],
  ['freeze', (resolver) => resolver.write.freeze([node, 1], asOtherAccount)],
  ['stopHeartbeat', (resolver) => resolver.write.stopHeartbeat(asOtherAccount)],
  ['setFiles', (resolver) => resolver.write.setFiles([['https://other.example']], asOtherAccount)],
  ['setIssuer', (resolver) => resolver.write.setIssuer([otherAccount.address], asOtherAccount)],
  ['giveNotice', (resolver) => resolver.write.giveNotice([node], asOtherAccount)],
  ['withdrawNotice', (resolver) => resolver.write.withdrawNotice([node], asOtherAccount)],
  ['unseal', (resolver) => resolver.write.unseal([node], asOtherAccount)],
  ['addSealTree', (resolver) => resolver.write.addSealTree([node, 1], asOtherAccount)],
  ['announceSealTree', (resolver) => resolver.write.announceSealTree([node, 1], asOtherAccount)],
  ['replaceSealTrees', (resolver) => resolver.write.replaceSealTrees(asOtherAccount)],
  [
    'transferOwnership',
    (resolver) => resolver.write.transferOwnership([otherAccount.address], asOtherAccount),
  ],
]

test.each(ownerFunctions)('NotOwner when an account other than the owner calls %s', async (_name, call) => {
  const resolver = await deployResolver(chain, { signers: [signer] })
  expect(await revertOf(call(resolver))).toEqual({ name: 'NotOwner', args: [otherAccount.address] })
})

test('rule: only the owner can call a function that changes state, except those of others', async () => {
  const { abi } = await deployResolver(chain)
  const changes = abi.filter((item) => item.type === 'function' && item.stateMutability === 'nonpayable')
  const names = changes.map((item) => 'name' in item && item.name)
  expect(names.toSorted()).toEqual([...ownerFunctions.map(([name]) => name), ...othersFunctions].toSorted())
})

test('ZeroOwner when the resolver is deployed without an owner', async () => {
  expect(await revertOf(deployResolver(chain, { owner: zeroAddress }))).toEqual({
    name: 'ZeroOwner',
    args: [],
  })
})

test('rule: ownership moves when the new owner accepts, not before', async () => {
  const resolver = await deployResolver(chain)
  await waitUntilMined(chain, resolver.write.transferOwnership([otherAccount.address]))
  expect(await resolver.read.owner()).toBe(owner.address)
  expect(await resolver.read.pendingOwner()).toBe(otherAccount.address)
  expect(await revertOf(resolver.write.addSigner([signer], asOtherAccount))).toEqual({
    name: 'NotOwner',
    args: [otherAccount.address],
  })

  await waitUntilMined(chain, resolver.write.acceptOwnership(asOtherAccount))
  expect(await resolver.read.owner()).toBe(otherAccount.address)
  expect(await resolver.read.pendingOwner()).toBe(zeroAddress)
  expect(await revertOf(resolver.write.addSigner([signer]))).toEqual({
    name: 'NotOwner',
    args: [owner.address],
  })
})

test('rule: both steps of a transfer emit an event', async () => {
  const resolver = await deployResolver(chain)
  await waitUntilMined(chain, resolver.write.transferOwnership([otherAccount.address]))
  await waitUntilMined(chain, resolver.write.acceptOwnership(asOtherAccount))

  const started = await resolver.getEvents.OwnershipTransferStarted({}, { fromBlock: 0n })
  expect(started.map(({ args }) => args)).toEqual([
    { owner: owner.address, pendingOwner: otherAccount.address },
  ])
  const transferred = await resolver.getEvents.OwnershipTransferred({}, { fromBlock: 0n })
  expect(transferred.map(({ args }) => args)).toEqual([
    { previousOwner: zeroAddress, newOwner: owner.address },
    { previousOwner: owner.address, newOwner: otherAccount.address },
  ])
})

test('NotPendingOwner when an account other than the proposed owner accepts', async () => {
  const resolver = await deployResolver(chain)
  expect(await revertOf(resolver.write.acceptOwnership())).toEqual({
    name: 'NotPendingOwner',
    args: [owner.address],
  })
  await waitUntilMined(chain, resolver.write.transferOwnership([signer]))
  expect(await revertOf(resolver.write.acceptOwnership(asOtherAccount))).toEqual({
    name: 'NotPendingOwner',
    args: [otherAccount.address],
  })
})

test('rule: proposing the zero address withdraws the proposal and keeps the owner', async () => {
  const resolver = await deployResolver(chain)
  await waitUntilMined(chain, resolver.write.transferOwnership([otherAccount.address]))
  await waitUntilMined(chain, resolver.write.transferOwnership([zeroAddress]))

  expect(await resolver.read.owner()).toBe(owner.address)
  expect(await revertOf(resolver.write.acceptOwnership(asOtherAccount))).toEqual({
    name: 'NotPendingOwner',
    args: [otherAccount.address],
  })
})
