import { namehash, parseAbi, toHex, zeroAddress } from 'viem'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devnetUniversalResolverAbi } from '../artifacts/DevnetUniversalResolver.ts'
import { publicResolverAbi } from '../artifacts/ens/PublicResolver.ts'
import { type Devnet, startDevnet } from '../src/devnet.ts'
import { account, ethersProvider, viemClient, walletClient } from './support/clients.ts'

const contenthash = '0xe30101701220aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

/** Registers `<label>.eth` for account 0, on the public resolver, with an address, a text and a content hash. */
async function registerOnChain(chainId: 1 | 11155111, label: string): Promise<void> {
  const { publicResolver: address } = devnet.addresses(chainId)
  const wallet = walletClient(devnet, chainId, 0)
  await devnet.registerName(chainId, label, { owner: wallet.account.address, resolver: address })
  const node = namehash(`${label}.eth`)
  const contract = { address, abi: publicResolverAbi } as const
  for (const hash of [
    await wallet.writeContract({
      ...contract,
      functionName: 'setAddr',
      args: [node, wallet.account.address],
    }),
    await wallet.writeContract({
      ...contract,
      functionName: 'setText',
      args: [node, 'url', 'https://a.example'],
    }),
    await wallet.writeContract({ ...contract, functionName: 'setContenthash', args: [node, contenthash] }),
  ])
    await wallet.waitForTransactionReceipt({ hash })
}

describe.each([1, 11155111] as const)('chain %i', (chainId) => {
  const name = 'onchain.eth'
  beforeAll(() => registerOnChain(chainId, 'onchain'))

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

test('rule: a name without a resolver is ResolverNotFound when strict, else null', async () => {
  await devnet.registerName(1, 'bare', { owner: account(devnet, 0).address })
  const client = viemClient(devnet, 1)
  await expect(client.getEnsAddress({ name: 'bare.eth', strict: true })).rejects.toThrow('ResolverNotFound')
  expect(await client.getEnsAddress({ name: 'bare.eth' })).toBeNull()
  expect(await client.getEnsResolver({ name: 'bare.eth' })).toBe(zeroAddress)
})

test('rule: a subname does not inherit a resolver that answers for exact names only', async () => {
  await registerOnChain(1, 'exact')
  const client = viemClient(devnet, 1)
  await expect(client.getEnsAddress({ name: 'a.exact.eth', strict: true })).rejects.toThrow(
    'ResolverNotFound',
  )
})

test('rule: findResolver tells where in the name the resolver was found', async () => {
  await registerOnChain(1, 'parent')
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

test('rule: a resolver that is no contract is ResolverNotContract', async () => {
  const { address } = account(devnet, 3)
  await devnet.registerName(1, 'hollow', { owner: address, resolver: address })
  const client = viemClient(devnet, 1)
  await expect(client.getEnsAddress({ name: 'hollow.eth', strict: true })).rejects.toThrow(
    'ResolverNotContract',
  )
  expect(await client.getEnsAddress({ name: 'hollow.eth' })).toBeNull()
})

test('rule: what a resolver reverts with arrives inside ResolverError', async () => {
  await registerOnChain(1, 'revert')
  const unknown = viemClient(devnet, 1).readContract({
    address: devnet.addresses(1).universalResolver,
    abi: devnetUniversalResolverAbi,
    functionName: 'resolve',
    args: [toHex(packetToBytes('revert.eth')), '0x12345678'],
  })
  await expect(unknown).rejects.toThrow('ResolverError')
})

test('rule: the Universal Resolver says what it is, and that there is no second generation', async () => {
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
