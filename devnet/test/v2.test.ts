import { type Address, labelhash, parseAbi, toHex, zeroAddress } from 'viem'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devnetMirrorResolverAbi } from '../artifacts/DevnetMirrorResolver.ts'
import { devnetUniversalResolverAbi } from '../artifacts/DevnetUniversalResolver.ts'
import { devnetV2RegistryAbi } from '../artifacts/DevnetV2Registry.ts'
import { baseRegistrarImplementationAbi } from '../artifacts/ens/BaseRegistrarImplementation.ts'
import { type Devnet, startDevnet } from '../src/devnet.ts'
import { account, viemClient } from './support/clients.ts'
import { type Gateway, startGateway } from './support/gateway.ts'
import { sampleRecords } from './support/records.ts'

const chainId = 11155111
const status = { available: 0, reserved: 1, registered: 2 }

let devnet: Devnet
let gateway: Gateway
let owner: Address
beforeAll(async () => {
  const starting = startDevnet({ chains: [chainId], generations: { [chainId]: 'v2' } })
  ;[devnet, gateway] = await Promise.all([starting, startGateway()])
  owner = account(devnet, 0).address
})
afterAll(() => Promise.all([devnet.stop(), gateway.stop()]))

function client() {
  return viemClient(devnet, chainId)
}
function id(label: string) {
  return BigInt(labelhash(label))
}
function ethRegistry() {
  return { address: devnet.addresses(chainId).v2EthRegistry, abi: devnetV2RegistryAbi }
}

function stateOf(label: string) {
  return client().readContract({ ...ethRegistry(), functionName: 'getState', args: [id(label)] })
}

function v1ExpiryOf(label: string) {
  return client().readContract({
    address: devnet.addresses(chainId).baseRegistrar,
    abi: baseRegistrarImplementationAbi,
    functionName: 'nameExpires',
    args: [id(label)],
  })
}

test('rule: the registry of .eth is found from the Universal Resolver', async () => {
  const root = await client().readContract({
    address: devnet.addresses(chainId).universalResolver,
    abi: devnetUniversalResolverAbi,
    functionName: 'ROOT_REGISTRY',
  })
  const get = (label: string) =>
    client().readContract({
      address: root,
      abi: devnetV2RegistryAbi,
      functionName: 'getSubregistry',
      args: [label],
    })
  expect(await get('eth')).toBe(ethRegistry().address)
  expect(await get('com')).toBe(zeroAddress)
})

describe('the state of a name', () => {
  test('rule: never registered: all zero', async () => {
    expect(await v1ExpiryOf('never')).toBe(0n)
    expect(await stateOf('never')).toMatchObject({
      status: 0,
      expiry: 0n,
      latestOwner: zeroAddress,
      tokenId: 0n,
    })
  })

  test('rule: a name in v1 alone has an expiry there and none in v2', async () => {
    await devnet.registerName(chainId, 'v1-only', { owner })
    expect(await v1ExpiryOf('v1-only')).toBeGreaterThan(0n)
    expect(await stateOf('v1-only')).toMatchObject({ status: status.available, expiry: 0n })
  })

  test('rule: a name in v2 alone has an owner and an expiry there, and none in v1', async () => {
    await devnet.registerV2(chainId, 'v2-only', { owner, expiry: 4_000_000_000n })
    expect(await v1ExpiryOf('v2-only')).toBe(0n)
    expect(await stateOf('v2-only')).toMatchObject({
      status: status.registered,
      expiry: 4_000_000_000n,
      latestOwner: owner,
    })
  })

  test('rule: a name in v1 and v2 has the expiry of each', async () => {
    await devnet.registerName(chainId, 'both', { owner, duration: 86_400n })
    await devnet.registerV2(chainId, 'both', { owner })
    expect((await stateOf('both')).expiry).toBeGreaterThan(await v1ExpiryOf('both'))
  })

  test('rule: reserved: no owner, and 62 days and a second more than in v1', async () => {
    await devnet.registerName(chainId, 'reserved', { owner })
    await devnet.reserveV2(chainId, 'reserved')
    expect(await stateOf('reserved')).toMatchObject({
      status: status.reserved,
      latestOwner: zeroAddress,
      expiry: (await v1ExpiryOf('reserved')) + 62n * 86_400n + 1n,
    })
  })

  test('rule: expired: available, with its former expiry and owner, and without a resolver', async () => {
    const resolver = devnet.addresses(chainId).publicResolver
    await devnet.registerV2(chainId, 'expired', { owner, resolver, expiry: 1_000n })
    expect(await stateOf('expired')).toMatchObject({
      status: status.available,
      expiry: 1_000n,
      latestOwner: owner,
    })
    expect(await client().getEnsResolver({ name: 'expired.eth' })).toBe(zeroAddress)
  })
})

test('rule: roles are held by the accounts they were granted to, and granting changes the token id', async () => {
  const setResolver = 1n << 24n
  const { address: delegate } = account(devnet, 1)
  await devnet.registerV2(chainId, 'roles', { owner })
  const { tokenId: before } = await stateOf('roles')
  await devnet.grantV2Roles(chainId, 'roles', delegate, setResolver)
  const hasRole = (who: Address) =>
    client().readContract({
      ...ethRegistry(),
      functionName: 'hasRoles',
      args: [id('roles'), setResolver, who],
    })
  expect(await hasRole(delegate)).toBe(true)
  expect(await hasRole(owner)).toBe(false)
  const { tokenId: after } = await stateOf('roles')
  const ownerOf = (tokenId: bigint) =>
    client().readContract({ ...ethRegistry(), functionName: 'ownerOf', args: [tokenId] })
  expect(after).not.toBe(before)
  expect(await ownerOf(after)).toBe(owner)
  expect(await ownerOf(before)).toBe(zeroAddress)
})

test('rule: a subregistry is walked, and the deepest resolver answers', async () => {
  const { publicResolver, mirrorResolver, v2EthRegistry } = devnet.addresses(chainId)
  await devnet.registerV2(chainId, 'inner', { owner, resolver: publicResolver })
  await devnet.registerV2(chainId, 'outer', { owner, resolver: mirrorResolver, subregistry: v2EthRegistry })
  expect(await client().getEnsResolver({ name: 'inner.outer.eth' })).toBe(publicResolver)
  expect(await client().getEnsResolver({ name: 'other.outer.eth' })).toBe(mirrorResolver)
})

describe('the mirror', () => {
  const mirror = () => ({ address: devnet.addresses(chainId).mirrorResolver, abi: devnetMirrorResolverAbi })

  test('rule: the mirror has its interface id and returns the resolver that the name has in v1', async () => {
    const { publicResolver } = devnet.addresses(chainId)
    await devnet.registerName(chainId, 'mirrored', { owner, resolver: publicResolver })
    await devnet.reserveV2(chainId, 'mirrored')
    expect(await client().getEnsResolver({ name: 'mirrored.eth' })).toBe(mirror().address)
    const supports = parseAbi(['function supportsInterface(bytes4) view returns (bool)'])
    const isComposite = client().readContract({
      ...mirror(),
      abi: supports,
      functionName: 'supportsInterface',
      args: ['0xc7e45d73'],
    })
    expect(await isComposite).toBe(true)
    const behind = (name: string) =>
      client().readContract({
        ...mirror(),
        functionName: 'getResolver',
        args: [toHex(packetToBytes(name))],
      })
    expect(await behind('mirrored.eth')).toEqual([publicResolver, false])
    expect(await behind('never.eth')).toEqual([zeroAddress, false])
  })

  test.each([
    { label: 'plain', featured: false },
    { label: 'featured', featured: true },
  ])(
    'rule: an offchain name resolves through the mirror to a $label resolver',
    async ({ label, featured }) => {
      const { signer, postUrl: url } = gateway
      const resolver = featured
        ? await devnet.deployResolver(chainId, { urls: [url], signers: [signer] })
        : await devnet.deployPublishedResolver(chainId, { url, signers: [signer] })
      gateway.signFor(resolver, featured ? chainId : undefined)
      gateway.requests.length = 0
      await devnet.registerName(chainId, label, { owner, resolver })
      await devnet.reserveV2(chainId, label)
      const name = `alice.${label}.eth`
      expect(await client().getEnsAddress({ name, strict: true })).toBe(sampleRecords.addr)
      const sender = featured ? devnet.addresses(chainId).universalResolver : resolver
      expect(gateway.requests).toMatchObject([{ sender: sender.toLowerCase() }])
    },
  )

  test('rule: a reserved name without a resolver is UnreachableName inside ResolverError', async () => {
    await devnet.registerName(chainId, 'empty', { owner })
    await devnet.reserveV2(chainId, 'empty')
    const unreachable = '0x5fe9a5df'
    await expect(client().getEnsAddress({ name: 'empty.eth', strict: true })).rejects.toThrow(
      new RegExp(`ResolverError\\(bytes errorData\\)\\s+\\(${unreachable}`),
    )
  })

  test('rule: reverse names are read through the mirror', async () => {
    const { publicResolver } = devnet.addresses(chainId)
    await devnet.registerName(chainId, 'primary', { owner, resolver: publicResolver })
    await devnet.setReverseName(chainId, owner, 'unfinished.eth')
    await expect(client().getEnsName({ address: owner, strict: true })).rejects.toThrow('ResolverNotFound')
    await devnet.setReverseName(chainId, owner, '')
    expect(await client().getEnsName({ address: owner, strict: true })).toBeNull()
  })
})

test('rule: v2 verbs are rejected on a chain of ENSv1', async () => {
  const v1 = await startDevnet({ chains: [1] })
  await expect(v1.registerV2(1, 'any', { owner })).rejects.toThrow('Chain 1 has no ENS v2')
  await expect(v1.registerName(chainId, 'any', { owner })).rejects.toThrow(
    `Chain ${chainId} does not run here`,
  )
  await v1.stop()
})
