import { namehash, parseAbi, toFunctionSelector, toHex, zeroAddress } from 'viem'
import { packetToBytes } from 'viem/ens'
import { formatAbiItem } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetUniversalResolverAbi } from '../artifacts/DevnetUniversalResolver.ts'
import { type Devnet, startDevnet } from '../src/devnet.ts'
import { rpc } from '../src/rpc.ts'
import { account, viemClient } from './support/clients.ts'
import { registerOnChain } from './support/on-chain-name.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

test('rule: a name without a resolver is ResolverNotFound when strict, else null', async () => {
  await devnet.registerName(1, 'bare', { owner: account(devnet, 0).address })
  const client = viemClient(devnet, 1)
  await expect(client.getEnsAddress({ name: 'bare.eth', strict: true })).rejects.toThrow('ResolverNotFound')
  expect(await client.getEnsAddress({ name: 'bare.eth' })).toBeNull()
  expect(await client.getEnsResolver({ name: 'bare.eth' })).toBe(zeroAddress)
})

test('rule: a subname does not inherit a resolver for exact names only', async () => {
  await registerOnChain(devnet, 1, 'exact')
  const client = viemClient(devnet, 1)
  await expect(client.getEnsAddress({ name: 'a.exact.eth', strict: true })).rejects.toThrow(
    'ResolverNotFound',
  )
})

test('rule: findResolver returns the position in the name at which the resolver was found', async () => {
  await registerOnChain(devnet, 1, 'parent')
  const { universalResolver, publicResolver } = devnet.addresses(1)
  const find = (name: string) =>
    viemClient(devnet, 1).readContract({
      address: universalResolver,
      abi: devnetUniversalResolverAbi,
      functionName: 'findResolver',
      args: [toHex(packetToBytes(name))],
    })
  expect(await find('parent.eth')).toEqual([publicResolver, namehash('parent.eth'), 0n])
  expect(await find('alice.parent.eth')).toEqual([publicResolver, namehash('alice.parent.eth'), 6n])
  expect(await find('never.eth')).toEqual([zeroAddress, namehash('never.eth'), 10n])
})

test('rule: a resolver without code is ResolverNotContract', async () => {
  const { address } = account(devnet, 3)
  await devnet.registerName(1, 'hollow', { owner: address, resolver: address })
  const client = viemClient(devnet, 1)
  await expect(client.getEnsAddress({ name: 'hollow.eth', strict: true })).rejects.toThrow(
    'ResolverNotContract',
  )
  expect(await client.getEnsAddress({ name: 'hollow.eth' })).toBeNull()
})

test('rule: the revert data of a resolver arrives inside ResolverError', async () => {
  await registerOnChain(devnet, 1, 'revert')
  const unknown = viemClient(devnet, 1).readContract({
    address: devnet.addresses(1).universalResolver,
    abi: devnetUniversalResolverAbi,
    functionName: 'resolve',
    args: [toHex(packetToBytes('revert.eth')), '0x12345678'],
  })
  await expect(unknown).rejects.toThrow('ResolverError')
})

test('rule: a resolver that returns nothing is UnsupportedResolverProfile', async () => {
  const resolver = '0x00000000000000000000000000000000000051ff'
  const stop = '0x00'
  await rpc(devnet.rpcUrl(1), 'anvil_setCode', [resolver, stop])
  await devnet.registerName(1, 'mute', { owner: account(devnet, 0).address, resolver })
  const resolution = viemClient(devnet, 1).getEnsAddress({ name: 'mute.eth', strict: true })
  await expect(resolution).rejects.toThrow('UnsupportedResolverProfile')
})

test.each([
  ['ResolverNotFound(bytes)', '0x77209fe8'],
  ['ResolverNotContract(bytes,address)', '0x1e9535f2'],
  ['UnsupportedResolverProfile(bytes4)', '0x7b1c461b'],
  ['ResolverError(bytes)', '0x95c0c752'],
  ['HttpError(uint16,string)', '0x01800152'],
  ['ReverseAddressMismatch(string,bytes)', '0xef9c03ce'],
  ['EmptyAddress()', '0x7138356f'],
  ['InvalidBatchGatewayResponse()', '0x4a5c31ea'],
  ['OffchainLookup(address,string[],bytes,bytes4,bytes)', '0x556f1830'],
])('rule: the Universal Resolver has the error %s', (signature, selector) => {
  const errors = devnetUniversalResolverAbi.filter(({ type }) => type === 'error')
  expect(errors.map((error) => formatAbiItem(error))).toContain(signature)
  expect(toFunctionSelector(signature)).toBe(selector)
})

test('rule: the Universal Resolver declares its interfaces, and that there is no ENSv2', async () => {
  const abi = parseAbi(['function supportsInterface(bytes4) view returns (bool)'])
  const { universalResolver: address } = devnet.addresses(1)
  const client = viemClient(devnet, 1)
  const supports = (id: `0x${string}`) =>
    client.readContract({ address, abi, functionName: 'supportsInterface', args: [id] })
  expect(await supports('0xcd191b34')).toBe(true)
  expect(await supports('0xffffffff')).toBe(false)
  const root = client.readContract({
    address,
    abi: devnetUniversalResolverAbi,
    functionName: 'ROOT_REGISTRY',
  })
  await expect(root).rejects.toThrow('NoRootRegistry')
})
