import { type Address, labelhash, namehash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetNameWrapperAbi } from '../artifacts/DevnetNameWrapper.ts'
import { baseRegistrarImplementationAbi } from '../artifacts/ens/BaseRegistrarImplementation.ts'
import { ensRegistryAbi } from '../artifacts/ens/ENSRegistry.ts'
import { type Devnet, startDevnet } from '../src/devnet.ts'
import { account, viemClient } from './support/clients.ts'

const day = 86_400

let devnet: Devnet
let owner: Address
let manager: Address
beforeAll(async () => {
  devnet = await startDevnet({ chains: [1] })
  owner = account(devnet, 0).address
  manager = account(devnet, 1).address
})
afterAll(() => devnet.stop())

function ownerOf(label: string) {
  return viemClient(devnet, 1).readContract({
    address: devnet.addresses(1).baseRegistrar,
    abi: baseRegistrarImplementationAbi,
    functionName: 'ownerOf',
    args: [BigInt(labelhash(label))],
  })
}

function managerOf(name: string) {
  return viemClient(devnet, 1).readContract({
    address: devnet.addresses(1).registry,
    abi: ensRegistryAbi,
    functionName: 'owner',
    args: [namehash(name)],
  })
}

function wrapper() {
  return { address: devnet.addresses(1).nameWrapper, abi: devnetNameWrapperAbi }
}

test('rule: a registered name has its owner and its manager', async () => {
  await devnet.registerName(1, 'managed', { owner, manager })
  expect(await ownerOf('managed')).toBe(owner)
  expect(await managerOf('managed.eth')).toBe(manager)
})

test('rule: a taken name cannot be registered', async () => {
  await devnet.registerName(1, 'taken', { owner })
  await expect(devnet.registerName(1, 'taken', { owner: manager })).rejects.toThrow('revert')
  expect(await ownerOf('taken')).toBe(owner)
})

test('rule: a wrapped name belongs to the wrapper, which returns its owner and the accounts that may change it', async () => {
  const { publicResolver, nameWrapper } = devnet.addresses(1)
  const client = viemClient(devnet, 1)
  const node = namehash('wrapped.eth')
  await devnet.registerName(1, 'wrapped', { owner })
  await devnet.wrapName(1, 'wrapped', manager)
  expect(await ownerOf('wrapped')).toBe(nameWrapper)
  expect(await managerOf('wrapped.eth')).toBe(nameWrapper)
  expect(await client.readContract({ ...wrapper(), functionName: 'ownerOf', args: [BigInt(node)] })).toBe(
    manager,
  )
  const canModify = (who: Address) =>
    client.readContract({ ...wrapper(), functionName: 'canModifyName', args: [node, who] })
  expect(await canModify(manager)).toBe(true)
  expect(await canModify(owner)).toBe(false)
  await devnet.setResolver(1, 'wrapped.eth', publicResolver)
  expect(await client.getEnsResolver({ name: 'wrapped.eth' })).toBe(publicResolver)
})

test('rule: a name gets the given resolver, whether it has an owner or not', async () => {
  const { publicResolver, universalResolver } = devnet.addresses(1)
  const client = viemClient(devnet, 1)
  await devnet.pointName(1, 'pointed.eth', { owner, resolver: publicResolver })
  expect(await ownerOf('pointed')).toBe(owner)
  await devnet.pointName(1, 'pointed.eth', { owner: manager, resolver: universalResolver })
  expect(await ownerOf('pointed')).toBe(owner)
  expect(await client.getEnsResolver({ name: 'pointed.eth' })).toBe(universalResolver)
})

test('rule: an expired name has no owner but still its manager', async () => {
  await devnet.registerName(1, 'short', { owner, duration: BigInt(day) })
  await devnet.increaseTime(1, 2 * day)
  await expect(ownerOf('short')).rejects.toThrow('revert')
  expect(await managerOf('short.eth')).toBe(owner)
})

test('rule: concurrent changes are made one after the other', async () => {
  const labels = ['one', 'two', 'three', 'four']
  await Promise.all(labels.map((label) => devnet.registerName(1, label, { owner })))
  expect(await Promise.all(labels.map(ownerOf))).toEqual(labels.map(() => owner))
})
