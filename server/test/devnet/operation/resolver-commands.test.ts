import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { decodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayUrls } from '../../../src/core/resolvers/resolvers.ts'
import { type SigningScheme, signingSchemes } from '../../../src/gateway/digest.ts'
import { signerKeys } from '../../../src/sandbox/seed.ts'
import { deployResolverOf } from '../../support/chain/deploy-resolver.ts'
import { addName, onboardNewDomain, signerAddressOf } from '../../support/chain/onboard-domain.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../../support/service/sandbox.ts'
import type { Settings } from '../../support/service/service.ts'

let sandbox: TestSandbox
let environment: Settings

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { context, devnet, file } = sandbox
  const keys = signerKeys(devnet)
  environment = {
    DATA_DIR: context.config.dataDir,
    PUBLIC_URL: file.url,
    RPC_URL_1: devnet.rpcUrl(1),
    RPC_URL_11155111: devnet.rpcUrl(11155111),
    SIGNER_KEY_1: keys[1],
    SIGNER_KEY_11155111: keys[11155111],
  }
})
afterAll(() => sandbox.stop())

function run(args: readonly string[], settings: Settings = {}) {
  return runCommand(args, { ...environment, ...settings })
}

function urlsOf(address: `0x${string}`) {
  return viemClient(sandbox).readContract({ address, abi: bynameResolverAbi, functionName: 'urls' })
}

/** The key of the account that owns the sandbox's resolvers. */
function ownerKey() {
  return sandbox.devnet.accounts.at(-1)?.privateKey ?? ''
}

test('rule: resolvers check exits with 1 and names each contract with wrong URLs and each URL that does not respond', async () => {
  const { devnet, file } = sandbox
  const { resolver, resolverId } = file.chains[1]
  expect(await run(['resolvers', 'check'])).toMatchObject({ code: 0, errors: '' })

  const elsewhere = await run(['resolvers', 'check'], { PUBLIC_URL: 'https://names.example' })
  expect(elsewhere.code).toBe(1)
  expect(elsewhere.errors).toContain(
    `does not point to PUBLIC_URL but to ${gatewayUrls(file.url, resolverId).join(', ')}. Correct PUBLIC_URL, or run: ` +
      `byname resolvers set-urls ${resolverId}`,
  )

  const node = await startHttpServer((request, response) => {
    if (request.method === 'GET') response.statusCode = 502
    response.end('{"data":"0x"}')
  })
  const [post = '', get = ''] = gatewayUrls(node.url, resolverId)
  const dead = gatewayUrls('http://127.0.0.1:9', resolverId)[0] ?? ''
  const own = gatewayUrls(file.url, resolverId)
  await devnet.setResolverUrls(1, resolver, [post, get, dead, ...own])
  const broken = await run(['resolvers', 'check', '--json'])
  await devnet.setResolverUrls(1, resolver, own)
  await node.close()
  const [checked] = JSON.parse(broken.output)
  const reason = expect.any(String)
  expect(checked.gateways).toEqual([
    { url: post, method: 'POST', outcome: 'refused by the contract', step: 'signature', reason },
    { url: get, method: 'GET', outcome: 'HTTP 502', step: 'HTTP status', reason },
    { url: dead, method: 'POST', outcome: 'no answer', step: 'connection', reason },
    { url: own[0], method: 'POST', outcome: 'trusted' },
    { url: own[1], method: 'GET', outcome: 'trusted' },
  ])
  expect(broken.code).toBe(1)
  expect(broken.errors).toContain(`POST ${post} returns a response that the contract rejects`)
  expect(broken.errors).toContain(`GET ${get} answers HTTP 502.`)
  expect(broken.errors).toContain(`POST ${dead} does not respond: it cannot be reached`)
})

test.each([
  ['deploy', 'http://127.0.0.1:3000'],
  ['deploy', 'https://printer.local'],
  ['set-urls', 'http://127.0.0.1:3000'],
  ['set-urls', 'http://localhost'],
  ['set-urls', 'https://10.1.2.3'],
  ['set-urls', 'https://[::1]'],
  ['set-urls', 'https://[fd00::1]'],
  ['set-urls', 'https://names.internal'],
  ['set-urls', 'https://printer.local'],
  ['set-urls', 'https://intranet'],
] as const)('rule: resolvers %s rejects the private URL %s and sends nothing', async (command, url) => {
  const { devnet, file } = sandbox
  const before = dataOf(await sandbox.call('GET', '/ens/v1/offchain-resolvers'))
  const settings = { PUBLIC_URL: url, DEPLOYER_KEY: devnet.accounts[0]?.privateKey ?? '' }
  const args = {
    deploy: ['--chain', '1', '--owner', user(sandbox, 0).address],
    'set-urls': [file.chains[1].resolverId, '--key-from', 'DEPLOYER_KEY'],
  }[command]
  const { code, errors } = await run(['resolvers', command, ...args], settings)
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringContaining(`ENS clients cannot reach ${url}`),
  })
  expect(dataOf(await sandbox.call('GET', '/ens/v1/offchain-resolvers'))).toEqual(before)
})

test("rule: resolvers set-urls prints the transaction for an owner elsewhere, and sends it with the owner's key only", async () => {
  const { resolver, resolverId } = sandbox.file.chains[1]
  const before = await urlsOf(resolver)
  const args = ['resolvers', 'set-urls', resolverId, '--public-url', 'https://new.example', '--json']
  const printed = await run(args)
  expect(printed.code).toBe(0)
  const { chainId, to, data, value } = JSON.parse(printed.output)
  expect({ chainId, to: to.toLowerCase(), value }).toEqual({
    chainId: 1,
    to: resolver.toLowerCase(),
    value: '0',
  })
  expect(decodeFunctionData({ abi: bynameResolverAbi, data })).toEqual({
    functionName: 'setUrls',
    args: [gatewayUrls('https://new.example', resolverId)],
  })
  expect(await urlsOf(resolver)).toEqual(before)
  const cacheable = JSON.parse((await run([...args, '--get-first'])).output)
  expect(decodeFunctionData({ abi: bynameResolverAbi, data: cacheable.data }).args).toEqual([
    gatewayUrls('https://new.example', resolverId, { getFirst: true }),
  ])

  for (const [key, reason] of [
    ['', 'has no private key (0x and 64 hex digits) in OWNER_KEY'],
    ['0x1234', 'has no private key (0x and 64 hex digits) in OWNER_KEY'],
    [sandbox.devnet.accounts[3]?.privateKey ?? '', 'The change of URLs would fail'],
  ] as const) {
    const refused = await run([...args, '--key-from', 'OWNER_KEY'], { OWNER_KEY: key })
    expect({ code: refused.code, output: refused.output }).toEqual({ code: 1, output: '' })
    expect(refused.errors).toContain(reason)
    if (key) expect(refused.errors).not.toContain(key.slice(2))
  }
  expect(await urlsOf(resolver)).toEqual(before)

  const sent = await run([...args, '--key-from', 'OWNER_KEY'], { OWNER_KEY: ownerKey() })
  expect(sent.code).toBe(0)
  expect(JSON.parse(sent.output)).toMatchObject({ transactionHash: expect.stringMatching(/^0x/) })
  expect(await urlsOf(resolver)).toEqual(gatewayUrls('https://new.example', resolverId))
  await sandbox.devnet.setResolverUrls(1, resolver, before)
})

test('rule: resolvers add reads the scheme from the contract, and refuses one that it does not have', async () => {
  const { devnet, file } = sandbox
  const add = (...args: string[]) => run(['resolvers', 'add', '--chain', '1', '--json', ...args])
  const contractOf = (scheme: SigningScheme) =>
    deployResolverOf(devnet, {
      ...{ chainId: 1, scheme, url: file.url },
      signers: [signerAddressOf(sandbox, 1)],
    })
  for (const scheme of signingSchemes) {
    const { code, output } = await add('--address', await contractOf(scheme))
    expect({ code, scheme: JSON.parse(output).signingScheme }).toEqual({ code: 0, scheme })
  }

  const first = await contractOf('chain-bound')
  expect(await add('--address', first, '--scheme', 'merkle')).toEqual({
    ...{ code: 1, output: '' },
    errors: expect.stringContaining('has the scheme chain-bound, not merkle.'),
  })
  // A contract that accepts more than the gateway is to send.
  const { output } = await add('--address', await contractOf('merkle'), '--scheme', 'chain-bound')
  expect(JSON.parse(output).signingScheme).toBe('chain-bound')

  for (const address of [user(sandbox, 0).address, devnet.addresses(1).publicResolver])
    expect(await add('--address', address)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is not a resolver whose scheme can be read'),
    })
  expect(await add('--address', '0x12')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('"0x12" is not an address.'),
  })
})

test('rule: resolvers set-urls rejects the contract of another kind', async () => {
  const { resolverId } = await onboardNewDomain(sandbox, { label: 'other', scheme: 'published', form: 'GET' })
  const args = ['resolvers', 'set-urls', resolverId, '--public-url', 'https://new.example']
  const { code, errors } = await run(args)
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('is not one of ours') })
})

test('rule: resolve exits with 1 and the reason where a name does not resolve, and prints no URL of the RPC', async () => {
  const { devnet } = sandbox
  const nodeUrl = `${devnet.rpcUrl(1)}/?key=node-secret`
  const resolve = (name: string) => run(['resolve', name], { RPC_URL_1: nodeUrl })
  await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'shown', {
    addresses: [{ coinType: 60, address: user(sandbox, 1).address }],
  })
  expect(await resolve('shown.demo.eth')).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringContaining(user(sandbox, 1).address),
  })
  for (const [name, reason] of [
    ['absent.demo.eth', 'absent.demo.eth has no records on chain 1.'],
    ['nobody-has-this.eth', 'nobody-has-this.eth has no resolver on this chain.'],
  ] as const)
    expect(await resolve(name)).toMatchObject({ code: 1, errors: expect.stringContaining(reason) })

  const { resolver } = await onboardNewDomain(sandbox, {
    label: 'unreachable',
    scheme: 'chain-bound',
    form: 'POST',
    gatewayUrl: 'http://127.0.0.1:9',
  })
  const unreachable = await resolve('alice.unreachable.eth')
  expect(unreachable.code).toBe(1)
  expect(unreachable.errors).toMatch(
    /^alice\.unreachable\.eth does not resolve: .*\n {2}The gateway http:\/\/127\.0\.0\.1:9\/ccip\/\S+ did not answer: /,
  )
  expect(unreachable.errors).not.toMatch(/node-secret| {4}at /)
  expect(resolver).toMatch(/^0x/)

  const unreachableRpc = await run(['resolve', 'shown.demo.eth'], {
    RPC_URL_1: 'http://127.0.0.1:9/?key=node-secret',
  })
  expect(unreachableRpc).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringContaining('The RPC of chain 1'),
  })
  expect(unreachableRpc.errors).not.toContain('node-secret')
})

test('rule: domains add onboards a domain that uses the resolver, once, and domains set-resolver sets it', async () => {
  const { devnet, file } = sandbox
  const { publicResolver } = devnet.addresses(1)
  const owner = user(sandbox, 0).address
  await devnet.registerName(1, 'plain', { owner, resolver: publicResolver })
  const { resolverId } = file.chains[1]
  const add = () =>
    run(['domains', 'add', 'plain.eth', '--workspace', file.workspaceId, '--resolver', resolverId, '--json'])
  const point = (name: string, key = '') =>
    run(['domains', 'set-resolver', name, '--resolver', resolverId, '--key-from', 'OWNER_KEY'], {
      OWNER_KEY: key,
    })
  expect(await add()).toMatchObject({ code: 1, errors: expect.stringContaining('set its resolver to') })
  const notOwner = await point('plain.eth', devnet.accounts[3]?.privateKey)
  expect(notOwner).toMatchObject({ code: 1, errors: expect.stringContaining('would fail') })
  const absent = await point('nobody-has-this.eth', devnet.accounts[0]?.privateKey)
  expect(absent).toMatchObject({ code: 1, errors: expect.stringContaining('is not registered on chain 1') })

  expect(await point('plain.eth', devnet.accounts[0]?.privateKey)).toMatchObject({ code: 0 })
  expect(JSON.parse((await add()).output)).toMatchObject({ domainName: 'plain.eth', chainId: 1 })
  expect((await add()).code).toBe(1)

  await devnet.registerName(1, 'wrapped', { owner, resolver: publicResolver })
  await devnet.wrapName(1, 'wrapped', owner)
  expect(await point('wrapped.eth', devnet.accounts[0]?.privateKey)).toMatchObject({ code: 0 })
  expect((await viemClient(sandbox).getEnsResolver({ name: 'wrapped.eth' })).toLowerCase()).toBe(
    file.chains[1].resolver.toLowerCase(),
  )
})
