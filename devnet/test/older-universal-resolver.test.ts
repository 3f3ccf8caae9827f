import { type Address, encodeFunctionData, type Hex, namehash, parseAbi, toHex, zeroAddress } from 'viem'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetOlderUniversalResolverAbi as abi } from '../artifacts/DevnetOlderUniversalResolver.ts'
import { type Devnet, startDevnet } from '../src/devnet.ts'
import { account, viemClient } from './support/clients.ts'
import { registerOnChain } from './support/on-chain-name.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const dns = (name: string) => toHex(packetToBytes(name))
const records = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])
const addr = (name: string) =>
  encodeFunctionData({ abi: records, functionName: 'addr', args: [namehash(name)] })

const contract = () => ({ address: devnet.addresses(1).olderUniversalResolver, abi }) as const
const resolve = (name: string, data: Hex = addr(name)) =>
  viemClient(devnet, 1).readContract({ ...contract(), functionName: 'resolve', args: [dns(name), data] })
const reverse = (address: Address) =>
  viemClient(devnet, 1).readContract({
    ...contract(),
    functionName: 'reverse',
    args: [dns(`${address.slice(2).toLowerCase()}.addr.reverse`)],
  })

test('rule: the older Universal Resolver rejects names that have no resolver for them, without arguments', async () => {
  const { address } = account(devnet, 3)
  await devnet.registerName(1, 'bare', { owner: address })
  await devnet.registerName(1, 'hollow', { owner: address, resolver: address })
  await registerOnChain(devnet, 1, 'exact')
  await expect(resolve('bare.eth')).rejects.toThrow('ResolverNotFound()')
  await expect(resolve('hollow.eth')).rejects.toThrow('ResolverNotContract()')
  await expect(resolve('a.exact.eth')).rejects.toThrow('ResolverWildcardNotSupported()')
})

test('rule: of several calls, one that fails is a failed result; alone it is ResolverError', async () => {
  await registerOnChain(devnet, 1, 'several')
  const name = 'several.eth'
  const unknown = '0x12345678'
  await expect(resolve(name, unknown)).rejects.toThrow('ResolverError')
  const [results, resolver] = await viemClient(devnet, 1).readContract({
    ...contract(),
    functionName: 'resolve',
    args: [dns(name), [unknown, addr(name)]],
  })
  const { address } = account(devnet, 0)
  expect(resolver).toBe(devnet.addresses(1).publicResolver)
  expect(results.map(({ success }) => success)).toEqual([false, true])
  expect(results[1]?.returnData).toBe(`0x${address.slice(2).toLowerCase().padStart(64, '0')}`)
})

test('rule: gateways that a client names change nothing', async () => {
  await registerOnChain(devnet, 1, 'named')
  const name = 'named.eth'
  const gateways = ['http://127.0.0.1:1']
  const one = await viemClient(devnet, 1).readContract({
    ...contract(),
    functionName: 'resolve',
    args: [dns(name), addr(name), gateways],
  })
  expect(one).toEqual(await resolve(name))
  const [many] = await viemClient(devnet, 1).readContract({
    ...contract(),
    functionName: 'resolve',
    args: [dns(name), [addr(name)], gateways],
  })
  expect(many).toEqual([{ success: true, returnData: one[0] }])
})

test('rule: a primary name is returned with the address that it leads to, which clients compare', async () => {
  await registerOnChain(devnet, 1, 'primary')
  const [holder, other] = [account(devnet, 0).address, account(devnet, 1).address]
  const { publicResolver } = devnet.addresses(1)
  await devnet.setReverseName(1, other, 'primary.eth')
  expect(await reverse(other)).toEqual(['primary.eth', holder, publicResolver, publicResolver])
  await devnet.setReverseName(1, other, '')
  expect(await reverse(other)).toEqual(['', zeroAddress, publicResolver, zeroAddress])
  await expect(reverse(account(devnet, 5).address)).rejects.toThrow('ResolverNotFound()')
})
