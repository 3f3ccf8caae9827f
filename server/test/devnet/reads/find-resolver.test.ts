import { type Devnet, startDevnet } from '@byname/devnet'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNameResolver } from '../../../src/ccip/resolver.ts'
import { v2EthRegistry } from '../../../src/chain/names.ts'
import type { ChainId, EnsContracts } from '../../../src/ens/chains.ts'
import { chainClientOf, createChainClients } from '../../../src/rpc/operator.ts'
import { setSubnodeOwner } from '../../support/chain/registry-writes.ts'
import { startRpcProxy } from '../../support/chain/rpc-proxy.ts'
import { startHttpServer } from '../../support/http/http-server.ts'

const none = { resolver: null, inherited: false }
const unusedAddress = '0x000000000000000000000000000000000000dEaD'

let devnet: Devnet
let owner: Address
/** The resolver of acme.eth, on each chain. */
let onMainnet: Address
let onSepolia: Address

beforeAll(async () => {
  devnet = await startDevnet({ generations: { 1: 'v1', 11155111: 'v2' } })
  owner = devnet.accounts[0]?.address ?? unusedAddress
  ;[onMainnet, onSepolia] = await Promise.all([populate(1), populate(11155111)])
})

afterAll(() => devnet.stop())

function deployResolver(chainId: ChainId) {
  return devnet.deployResolver(chainId, { urls: ['https://gateway.example/'], signers: [owner] })
}

/** Registers acme.eth with a new resolver, which is returned, and bare.eth without one. */
async function populate(chainId: ChainId): Promise<Address> {
  const resolver = await deployResolver(chainId)
  await devnet.registerName(chainId, 'acme', { owner, resolver })
  await devnet.registerName(chainId, 'bare', { owner })
  return resolver
}

/** A chain as configured, or with some of its contracts at other addresses. */
function chainWith(chainId: ChainId, contracts: Partial<EnsContracts> = {}) {
  const rpcUrls = { [chainId]: devnet.rpcUrl(chainId) }
  return chainClientOf(
    createChainClients({ rpcUrls, timeoutMs: 5_000, contracts: { [chainId]: contracts } }),
    chainId,
  )
}

describe.each([
  ['with a Universal Resolver', {}],
  ['without a Universal Resolver', { universalResolver: unusedAddress }],
] as const)('a chain with ENSv1 %s', (_, contracts) => {
  test('rule: a name has the resolver set on it', async () => {
    expect(await findNameResolver(chainWith(1, contracts), 'acme.eth')).toEqual({
      resolver: onMainnet,
      inherited: false,
    })
  })

  test('rule: a name without its own inherits the resolver of the nearest name above', async () => {
    const inherited = { resolver: onMainnet, inherited: true }
    expect(await findNameResolver(chainWith(1, contracts), 'alice.acme.eth')).toEqual(inherited)
    expect(await findNameResolver(chainWith(1, contracts), 'a.b.c.acme.eth')).toEqual(inherited)
  })

  test('rule: a name without any resolver, or unregistered, has none', async () => {
    expect(await findNameResolver(chainWith(1, contracts), 'bare.eth')).toEqual(none)
    expect(await findNameResolver(chainWith(1, contracts), 'unregistered.eth')).toEqual(none)
    expect(await findNameResolver(chainWith(1, contracts), 'example.com')).toEqual(none)
  })
})

describe('a chain with ENSv2', () => {
  const chainId = 11155111

  test('rule: a name in v2 has the resolver set there, and its subnames inherit it', async () => {
    await devnet.registerV2(chainId, 'second', { owner, resolver: onSepolia })
    expect(await findNameResolver(chainWith(chainId), 'second.eth')).toEqual({
      resolver: onSepolia,
      inherited: false,
    })
    expect(await findNameResolver(chainWith(chainId), 'alice.second.eth')).toEqual({
      resolver: onSepolia,
      inherited: true,
    })
  })

  test('rule: a name reserved in v2 has the resolver that it has in v1', async () => {
    await devnet.reserveV2(chainId, 'acme')
    expect(await findNameResolver(chainWith(chainId), 'acme.eth')).toEqual({
      resolver: onSepolia,
      inherited: false,
    })
    expect(await findNameResolver(chainWith(chainId), 'alice.acme.eth')).toEqual({
      resolver: onSepolia,
      inherited: true,
    })
  })

  test('rule: a subname of a reserved name may have its own resolver in v1', async () => {
    await devnet.registerName(chainId, 'parent', { owner, resolver: onSepolia })
    await devnet.reserveV2(chainId, 'parent')
    const sub = { from: owner, parent: 'parent.eth', label: 'sub', owner }
    await setSubnodeOwner(devnet.rpcUrl(chainId), sub)
    const resolver = await deployResolver(chainId)
    await devnet.setResolver(chainId, 'sub.parent.eth', resolver)
    expect(await findNameResolver(chainWith(chainId), 'sub.parent.eth')).toEqual({
      resolver,
      inherited: false,
    })
  })

  test('rule: a reserved name without a resolver in v1 has none', async () => {
    await devnet.reserveV2(chainId, 'bare')
    expect(await findNameResolver(chainWith(chainId), 'bare.eth')).toEqual(none)
  })

  test('rule: a name that v2 does not have, or no longer has, has no resolver', async () => {
    await devnet.registerV2(chainId, 'lapsed', { owner, resolver: onSepolia, expiry: 1n })
    expect(await findNameResolver(chainWith(chainId), 'lapsed.eth')).toEqual(none)
    expect(await findNameResolver(chainWith(chainId), 'unregistered.eth')).toEqual(none)
  })
})

test('rule: an RPC that answers every call with a revert is a failure, not a name without a resolver', async () => {
  const error = { code: -32_000, message: 'execution reverted' }
  const rpc = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
  })
  const chain = chainClientOf(createChainClients({ rpcUrls: { 1: rpc.url }, timeoutMs: 5_000 }), 1)
  await expect(findNameResolver(chain, 'acme.eth')).rejects.toMatchObject({ name: 'UpstreamException' })
  await rpc.close()
})

describe('discovery of v2', () => {
  test('rule: the registry of .eth is found where ENSv2 is deployed', async () => {
    expect(await v2EthRegistry(chainWith(1))).toBeNull()
    expect(await v2EthRegistry(chainWith(11155111))).toBe(devnet.addresses(11155111).v2EthRegistry)
    expect(await v2EthRegistry(chainWith(11155111, { universalResolver: unusedAddress }))).toBeNull()
  })

  test('rule: concurrent discoveries of a chain make one call', async () => {
    const node = await startRpcProxy(devnet.rpcUrl(11155111))
    const chain = chainClientOf(
      createChainClients({ rpcUrls: { 11155111: node.url }, timeoutMs: 5_000 }),
      11155111,
    )
    await Promise.all([v2EthRegistry(chain), v2EthRegistry(chain)])
    await v2EthRegistry(chain)
    expect(node.methods).toEqual(['eth_call', 'eth_call'])
    await node.close()
  })
})
