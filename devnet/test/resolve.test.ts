import { keccak256, namehash, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensRegistryAbi } from '../artifacts/ens/ENSRegistry.ts'
import { publicResolverAbi } from '../artifacts/ens/PublicResolver.ts'
import { type Devnet, startDevnet } from '../src/devnet.ts'
import { minedReceipt } from '../src/mined-receipt.ts'
import { account, ethersProvider, viemClient, walletClient } from './support/clients.ts'
import { registerOnChain } from './support/on-chain-name.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

describe.each([1, 11155111] as const)('chain %i', (chainId) => {
  const name = 'onchain.eth'
  beforeAll(() => registerOnChain(devnet, chainId, 'onchain'))

  test('rule: stock viem resolves address, text and resolver', async () => {
    const client = viemClient(devnet, chainId)
    expect(await client.getEnsAddress({ name, strict: true })).toBe(account(devnet, 0).address)
    expect(await client.getEnsText({ name, key: 'url', strict: true })).toBe('https://a.example')
    expect(await client.getEnsResolver({ name })).toBe(devnet.addresses(chainId).publicResolver)
  })

  test('rule: plain ethers resolves address, text, content hash and resolver', async () => {
    const provider = ethersProvider(devnet, chainId)
    expect(await provider.resolveName(name)).toBe(account(devnet, 0).address)
    const resolver = await provider.getResolver(name)
    expect(resolver?.address).toBe(devnet.addresses(chainId).publicResolver)
    expect(await resolver?.getText('url')).toBe('https://a.example')
    expect(await resolver?.getContentHash()).toMatch(/^ipfs:\/\/Qm/)
  })

  test('rule: a primary name leads from the address to the name and back', async () => {
    const { address } = account(devnet, 0)
    await devnet.setReverseName(chainId, address, name)
    expect(await viemClient(devnet, chainId).getEnsName({ address, strict: true })).toBe(name)
    expect(await ethersProvider(devnet, chainId).lookupAddress(address)).toBe(name)
  })

  test('rule: a primary name that leads to another address does not count', async () => {
    const { address } = account(devnet, 1)
    const client = viemClient(devnet, chainId)
    await devnet.setReverseName(chainId, address, name)
    expect(await client.getEnsName({ address })).toBeNull()
    await expect(client.getEnsName({ address, strict: true })).rejects.toThrow('ReverseAddressMismatch')
  })
})

test('rule: a primary name on another chain is looked up in the namespace of that chain', async () => {
  const coinType = 2147492101n
  const name = 'far.eth'
  await registerOnChain(devnet, 1, 'far')
  const { publicResolver, registry } = devnet.addresses(1)
  const deployer = walletClient(devnet, 1, -1)
  const holder = walletClient(devnet, 1, 0)
  const { address } = account(devnet, 2)
  const label = address.slice(2).toLowerCase()
  const node = namehash(`${label}.80002105.reverse`)
  const own = (parent: string, label: string) =>
    deployer.writeContract({
      address: registry,
      abi: ensRegistryAbi,
      functionName: 'setSubnodeOwner',
      args: [namehash(parent), keccak256(stringToHex(label)), deployer.account.address],
    })
  const resolver = { address: publicResolver, abi: publicResolverAbi } as const
  for (const write of [
    () => own('reverse', '80002105'),
    () => own('80002105.reverse', label),
    () =>
      deployer.writeContract({
        address: registry,
        abi: ensRegistryAbi,
        functionName: 'setResolver',
        args: [node, publicResolver],
      }),
    () => deployer.writeContract({ ...resolver, functionName: 'setName', args: [node, name] }),
    () =>
      holder.writeContract({
        ...resolver,
        functionName: 'setAddr',
        args: [namehash(name), coinType, address],
      }),
  ])
    await minedReceipt(deployer, await write())
  expect(await viemClient(devnet, 1).getEnsName({ address, coinType, strict: true })).toBe(name)
})
