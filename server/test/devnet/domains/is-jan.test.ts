import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { refreshResolvers } from '../../../src/core/domains/onchain.ts'
import { parseDomain } from '../../../src/ens/names.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createChainClients } from '../../../src/rpc/operator.ts'
import { writeOnchainResolver } from '../../../src/store/entities/domain-changes.ts'
import { findDomain } from '../../../src/store/entities/domains.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'
import { waitUntil } from '../../support/wait-until.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  for (const chainId of [1, 11155111] as const)
    await addName(sandbox, { name: 'demo.eth', chainId }, 'alice', {
      addresses: [{ coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    })
})
afterAll(() => sandbox.stop())

/** isJAN of the name in every operation that returns it. */
async function readIsJan(chainId: ChainId): Promise<readonly boolean[]> {
  const { call } = sandbox
  const get = async <Data>(path: string) => dataOf<Data>(await call('GET', path))
  const one = `chainId=${chainId}&subname=alice.demo.eth`
  const [first, second, listed, searched] = await Promise.all([
    get<WireRecord>(`/ens/v1/subname/subname?${one}`),
    get<WireRecord>(`/ens/v2/subname?${one}`),
    get<{ data: WireRecord[] }>(`/ens/v1/subname/ens?ensDomain=demo.eth&chainId=${chainId}`),
    get<{ domains: WireRecord[] }>(`/ens/v1/subname/search?name=alice&chainId=${chainId}`),
  ])
  return [first, second, ...listed.data, ...searched.domains].map(({ isJAN }) => isJAN)
}

function all(isJAN: boolean) {
  return Array<boolean>(4).fill(isJAN)
}

test.each([1, 11155111] as const)(
  'rule: isJAN of names on chain %s follows the resolver of their domain on chain',
  async (chainId) => {
    const { devnet, context, file } = sandbox
    const refresh = () => refreshResolvers(context, chainId)
    const other: ChainId = chainId === 1 ? 11155111 : 1
    expect(await readIsJan(chainId)).toEqual(all(true))
    await devnet.setResolver(chainId, 'demo.eth', devnet.addresses(chainId).publicResolver)
    await refresh()
    expect(await readIsJan(chainId)).toEqual(all(false))
    expect(await readIsJan(other)).toEqual(all(true))
    await devnet.setResolver(chainId, 'demo.eth', file.chains[chainId].resolver)
    await refresh()
    expect(await readIsJan(chainId)).toEqual(all(true))
    expect(await refresh()).toEqual([])
  },
)

test('rule: the running service reads the resolvers of its domains periodically', async () => {
  const { devnet, file } = sandbox
  await devnet.setResolver(1, 'demo.eth', devnet.addresses(1).publicResolver)
  await waitUntil('isJAN is false', async () => (await readIsJan(1)).every((isJAN) => !isJAN))
  await devnet.setResolver(1, 'demo.eth', file.chains['1'].resolver)
  await waitUntil('isJAN is true again', async () => (await readIsJan(1)).every((isJAN) => isJAN))
})

test('rule: an unavailable RPC, or a chain without ENS, changes no isJAN', async () => {
  const { context } = sandbox
  const broken = await startHttpServer((_, response) => response.writeHead(500).end())
  onTestFinished(broken.close)
  const withNode = (url: string) => ({
    ...context,
    chains: createChainClients({ rpcUrls: { 1: url }, timeoutMs: 1_000 }),
  })
  await expect(refreshResolvers(withNode(broken.url), 1)).rejects.toMatchObject({ name: 'UpstreamException' })
  expect(await refreshResolvers(withNode(sandbox.base.rpcUrl), 1)).toEqual([])
  expect(await readIsJan(1)).toEqual(all(true))
})

test('rule: a change of a resolver entry reads the resolvers of its domains', async () => {
  const { context, file, call } = sandbox
  const domain = await findDomain(context.store.db, 1, 'demo.eth')
  if (!domain) throw new Error('The sandbox has its domain.')
  await writeOnchainResolver(context.store.db, domain, null, context.clock())
  const { resolver, resolverId, rpcUrl } = file.chains['1']
  const body = {
    id: resolverId,
    resolverAddress: resolver,
    ensRegistryAddress: sandbox.devnet.addresses(1).registry,
    nodeProvider: rpcUrl,
    environment: 'sandbox',
  }
  const headers = { 'x-api-key': file.adminKey }
  dataOf(await call('POST', '/ens/v1/offchain-resolvers/update', { headers, body }))
  expect(await readIsJan(1)).toEqual(all(true))
})

test('rule: a domain that is onboarded without a proof has the resolver on chain', async () => {
  const { context, devnet, file } = sandbox
  const contextWithoutProof = { ...context, rules: { ...context.rules, requireOnchainResolver: false } }
  const { publicResolver: other } = devnet.addresses(1)
  const { resolver, resolverId } = file.chains['1']
  for (const [label, used] of [
    ['elsewhere', other],
    ['here', resolver],
  ] as const) {
    await devnet.registerName(1, label, { owner: user(sandbox, 0).address, resolver: used })
    const domain = { workspaceId: file.workspaceId, resolverId, name: parseDomain(`${label}.eth`) }
    const { onchainResolver } = await onboardDomain(contextWithoutProof, {
      caller: operatorCaller(context),
      ...domain,
    })
    expect(onchainResolver).toBe(used.toLowerCase())
  }
})
