import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { createApiKey, type KeyInput } from '../../support/credentials/api-keys.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Requests with the key of the sandbox's workspace, unless another one, or none, is given. */
function check(domain: string, resolverId: string, key: string | null = sandbox.file.apiKey) {
  return sandbox.call('GET', `/ens/v1/ens/check/resolver/${domain}/${resolverId}`, {
    headers: key === null ? {} : { 'x-api-key': key },
  })
}

/** Our resolver on mainnet, EIP-55, and its id. */
function mainnet() {
  const { resolver, resolverId } = sandbox.file.chains['1']
  return { resolver: getAddress(resolver), resolverId }
}

/** The fields that are null for a domain that is not onboarded, or that the caller may not read. */
const redacted = {
  id: null,
  ensId: null,
  workspaceId: null,
  userChosenLimit: null,
  isBlocked: null,
  subnameCount: null,
  texts: null,
}

test('a domain that is onboarded and uses the resolver is configured, in any spelling', async () => {
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

test('rule: a resolver check without a key of the workspace returns only the data on chain', async () => {
  const { resolver, resolverId } = mainnet()
  const { id: workspaceId } = await createWorkspace(sandbox.context, { name: 'Other' })
  const { id: sepoliaDomain } = dataOf<{ id: string }>(
    await check('demo.eth', sandbox.file.chains['11155111'].resolverId),
  )
  const scopes = ['names:write', 'domains:write'] as const
  const own = { name: 'shop', scopes, workspaceId: sandbox.file.workspaceId }
  const elsewhere = { name: 'other', scopes, workspaceId }
  const create = async (input: KeyInput) => (await createApiKey(sandbox.context, input)).key
  const otherKeys = [null, await create(elsewhere), await create({ ...own, domainIds: [sepoliaDomain] })]
  for (const key of otherKeys)
    expect(dataOf(await check('demo.eth', resolverId, key))).toEqual({
      ...redacted,
      domainName: 'demo.eth',
      ensDomain: 'demo.eth',
      chainId: 1,
      offchainResolverId: resolverId,
      isConfigured: true,
      onChainResolver: resolver,
      inherited: false,
    })
  for (const key of [await create({ ...own, scopes: ['names:write'] }), sandbox.file.adminKey])
    expect(dataOf(await check('demo.eth', resolverId, key))).toMatchObject({ workspaceId: own.workspaceId })
})

test('401 for a resolver check with an unknown key, though a key is optional', async () => {
  const refused = await check('demo.eth', mainnet().resolverId, 'byname_none')
  expectError(refused, 401, 'InvalidApiKeyException')
})

test('rule: a resolver check follows the chain, not the store', async () => {
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
    ...redacted,
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
    ...redacted,
    isConfigured: false,
    onChainResolver: resolver,
    inherited: true,
  })
})

test('rule: a name without a resolver, or that does not exist, has no resolver', async () => {
  await sandbox.devnet.registerName(1, 'bare', { owner: user(sandbox, 1).address })
  for (const name of ['bare.eth', 'nobody.eth'])
    expect(dataOf(await check(name, mainnet().resolverId))).toMatchObject({
      isConfigured: false,
      onChainResolver: null,
      inherited: false,
    })
})

test('404 for a resolver that does not exist', async () => {
  expectError(await check('demo.eth', 'unknown'), 404, 'OffchainResolverNotFoundException')
})

test.each(['a..b', 'eth', 'under_score.eth'])('400 for the name %s', async (name) => {
  expectError(await check(name, mainnet().resolverId), 400, 'InvalidNameException')
})
