import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../support/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const check = (domain: string, resolverId: string) =>
  sandbox.call('GET', `/ens/v1/ens/check/resolver/${domain}/${resolverId}`)

/** Our resolver on mainnet, EIP-55, and its id. */
function mainnet() {
  const { resolver, resolverId } = sandbox.file.chains['1']
  return { resolver: getAddress(resolver), resolverId }
}

const notOnboarded = {
  id: null,
  ensId: null,
  workspaceId: null,
  userChosenLimit: null,
  isBlocked: null,
  subnameCount: null,
  texts: null,
}

test('a domain that is onboarded and uses the resolver is configured, however it is spelled', async () => {
  const { resolver, resolverId } = mainnet()
  const found = dataOf<{ id: string }>(await check('DEMO.eth', resolverId))
  expect(found).toEqual({
    id: expect.any(String),
    ensId: found.id,
    domainName: 'demo.eth',
    ensDomain: 'demo.eth',
    chainId: 1,
    workspaceId: sandbox.file.workspaceId,
    offchainResolverId: resolverId,
    userChosenLimit: null,
    isBlocked: false,
    subnameCount: 0,
    texts: [],
    isConfigured: true,
    onChainResolver: resolver,
    inherited: false,
  })
})

test('rule: the chain decides, not what was onboarded', async () => {
  const { publicResolver } = sandbox.devnet.addresses(11155111)
  const { resolver, resolverId } = sandbox.file.chains['11155111']
  await sandbox.devnet.setResolver(11155111, 'demo.eth', publicResolver)
  expect(dataOf(await check('demo.eth', resolverId))).toMatchObject({
    chainId: 11155111,
    isConfigured: false,
    onChainResolver: publicResolver,
  })
  await sandbox.devnet.setResolver(11155111, 'demo.eth', resolver)
  expect(dataOf(await check('demo.eth', resolverId))).toMatchObject({ isConfigured: true })
})

test('rule: a domain need not be onboarded to be configured', async () => {
  const { resolver, resolverId } = mainnet()
  await sandbox.devnet.registerName(1, 'fresh', { owner: user(sandbox, 1).address, resolver })
  expect(dataOf(await check('fresh.eth', resolverId))).toEqual({
    ...notOnboarded,
    domainName: 'fresh.eth',
    ensDomain: 'fresh.eth',
    chainId: 1,
    offchainResolverId: resolverId,
    isConfigured: true,
    onChainResolver: resolver,
    inherited: false,
  })
})

test('rule: a resolver that is only inherited is not configured', async () => {
  const { resolver, resolverId } = mainnet()
  expect(dataOf(await check('team.demo.eth', resolverId))).toMatchObject({
    ...notOnboarded,
    isConfigured: false,
    onChainResolver: resolver,
    inherited: true,
  })
})

test('rule: a name without a resolver, or that nobody has, has none', async () => {
  await sandbox.devnet.registerName(1, 'bare', { owner: user(sandbox, 1).address })
  for (const name of ['bare.eth', 'nobody.eth'])
    expect(dataOf(await check(name, mainnet().resolverId))).toMatchObject({
      isConfigured: false,
      onChainResolver: null,
      inherited: false,
    })
})

test('404 for a resolver that does not exist', async () => {
  expectFailure(await check('demo.eth', 'unknown'), 404, 'OffchainResolverNotFoundException')
})

test.each(['a..b', 'eth', 'under_score.eth'])('400 for the name %s', async (name) => {
  expectFailure(await check(name, mainnet().resolverId), 400, 'InvalidNameException')
})
