import { text } from 'node:stream/consumers'
import { type Devnet, startDevnet } from '@byname/devnet'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findNameResolver } from '../../../src/ccip/resolver.ts'
import { findNameResolvers } from '../../../src/chain/resolvers-of-names.ts'
import { type ChainClient, chainClientOf, createChainClients } from '../../../src/rpc/operator.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { setSubnodeOwner } from '../../support/chain/registry-writes.ts'
import { type RpcProxy, startRpcProxy } from '../../support/chain/rpc-proxy.ts'
import { startHttpServer } from '../../support/http/http-server.ts'

const unusedAddress = '0x000000000000000000000000000000000000dEaD'
const generations = { 1: 'v1', 11155111: 'v2' } as const
const chainIds = [1, 11155111] as const
type ChainId = (typeof chainIds)[number]

let devnet: Devnet
let owner: Address
let ours: Record<ChainId, Address>
let nodes: Record<ChainId, RpcProxy>

beforeAll(async () => {
  devnet = await startDevnet({ generations })
  owner = devnet.accounts[0]?.address ?? unusedAddress
  const populate = async (chainId: ChainId) => {
    const resolver = await devnet.deployResolver(chainId, {
      urls: ['https://gateway.example/'],
      signers: [owner],
    })
    await devnet.registerName(chainId, 'acme', { owner, resolver })
    await devnet.registerName(chainId, 'bare', { owner })
    return resolver
  }
  ours = { 1: await populate(1), 11155111: await populate(11155111) }
  await devnet.reserveV2(11155111, 'acme')
  await devnet.reserveV2(11155111, 'bare')
  await devnet.registerV2(11155111, 'second', { owner, resolver: ours[11155111] })
  await devnet.registerName(11155111, 'parent', { owner, resolver: ours[11155111] })
  await devnet.reserveV2(11155111, 'parent')
  await setSubnodeOwner(devnet.rpcUrl(11155111), { from: owner, parent: 'parent.eth', label: 'sub', owner })
  await devnet.setResolver(11155111, 'sub.parent.eth', unusedAddress)
  nodes = {
    1: await startRpcProxy(devnet.rpcUrl(1)),
    11155111: await startRpcProxy(devnet.rpcUrl(11155111)),
  }
})
afterAll(async () => {
  await Promise.all([nodes[1].close(), nodes[11155111].close()])
  await devnet.stop()
})
beforeEach(() => {
  for (const { methods } of Object.values(nodes)) methods.length = 0
})

function chainAt(chainId: ChainId): ChainClient {
  return chainClientOf(
    createChainClients({ rpcUrls: { [chainId]: nodes[chainId].url }, timeoutMs: 10_000 }),
    chainId,
  )
}

function known(chainId: ChainId) {
  return new Set([ours[chainId].toLowerCase()])
}
function calls(chainId: ChainId) {
  return nodes[chainId].methods.filter((method) => method === 'eth_call').length
}
function many(count: number) {
  return Array.from({ length: count }, (_, index) => `unregistered-${index}.eth`)
}

test.each(chainIds)(
  'rule: the resolvers of many names of chain %s equal those of single reads',
  async (chainId) => {
    const names = ['acme.eth', 'a.b.acme.eth', 'bare.eth', 'nobody.eth', 'example.com', 'second.eth']
    const all = [...names, 'alice.second.eth', 'parent.eth', 'sub.parent.eth', 'x.sub.parent.eth', 'acme.eth']
    const chain = chainAt(chainId)
    const each = await Promise.all(all.map((name) => findNameResolver(chain, name)))
    expect(await findNameResolvers(chain, all, known(chainId))).toEqual(each)
    expect(each[0]).toEqual({ resolver: ours[chainId], inherited: false })
    expect(await findNameResolvers(chain, all, new Set())).toEqual(each)
    expect(await findNameResolvers(chain, [], known(chainId))).toEqual([])
  },
)

test('rule: a thousand names are ten calls, and mirrors take as many again', async () => {
  await findNameResolvers(chainAt(1), [...many(999), 'acme.eth'], known(1))
  expect(calls(1)).toBe(10)
  const reserved = Array.from({ length: 999 }, (_, index) => `x${index}.acme.eth`)
  const found = await findNameResolvers(chainAt(11155111), [...reserved, 'acme.eth'], known(11155111))
  expect(found.at(0)).toEqual({ resolver: ours[11155111], inherited: true })
  expect(found.at(-1)).toEqual({ resolver: ours[11155111], inherited: false })
  // One more call asks whether it is a mirror; its result and that of the registry are two.
  expect(calls(11155111)).toBe(10 + 1 + 2 * 10)
})

test('rule: contracts that burn all gas do not affect other names', async () => {
  const rpcUrl = devnet.rpcUrl(11155111)
  const registry = await deploy(rpcUrl, 'BurningResolver', false)
  const mirror = await deploy(rpcUrl, 'BurningResolver', true)
  await devnet.registerV2(11155111, 'hostile', { owner, resolver: ours[11155111], subregistry: registry })
  await devnet.registerV2(11155111, 'mirrored', { owner, resolver: mirror })
  const names = [...many(40), 'sub.hostile.eth', 'second.eth', 'mirrored.eth', ...many(40), 'acme.eth']
  const found = await findNameResolvers(chainAt(11155111), names, known(11155111))
  const of = (name: string) => found[names.indexOf(name)]
  expect(of('second.eth')).toEqual({ resolver: ours[11155111], inherited: false })
  expect(of('acme.eth')).toEqual({ resolver: ours[11155111], inherited: false })
  expect(of('unregistered-39.eth')).toEqual({ resolver: null, inherited: false })
  expect(of('mirrored.eth')?.resolver).not.toBe(ours[11155111])
  expect(calls(11155111)).toBeLessThan(60)
})

test('rule: a chain without ENS fails for every name, instead of reporting names without a resolver', async () => {
  const { rpc, client } = chainAt(1)
  const contracts = {
    ...chainAt(1).contracts,
    registry: unusedAddress,
    universalResolver: unusedAddress,
  } as const
  const elsewhere = { id: 1, rpc, client, contracts } as const
  expect(await findNameResolvers(elsewhere, ['acme.eth'], known(1))).toEqual([undefined])
})

test('502 when the RPC fails in the middle: no name is reported without a resolver', async () => {
  let callCount = 0
  const failing = await startHttpServer(async (request, response) => {
    if (++callCount > 3) {
      response.writeHead(500).end()
      return
    }
    const body = await text(request)
    const headers = { 'content-type': 'application/json' }
    response.end(await (await fetch(devnet.rpcUrl(1), { method: 'POST', headers, body })).text())
  })
  const chain = chainClientOf(createChainClients({ rpcUrls: { 1: failing.url }, timeoutMs: 5_000 }), 1)
  await expect(findNameResolvers(chain, [...many(400), 'acme.eth'], known(1))).rejects.toMatchObject({
    name: 'UpstreamException',
  })
  await failing.close()
})
