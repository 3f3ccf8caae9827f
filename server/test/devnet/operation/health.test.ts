import { toFunctionSelector } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getNameExpiries } from '../../../src/core/domains/onchain.ts'
import { checkAsClient } from '../../../src/core/health/check-gateways.ts'
import { createSurvey } from '../../../src/core/health/survey.ts'
import { getResolver } from '../../../src/core/resolvers/resolvers.ts'
import { ensChain } from '../../../src/ens/chains.ts'
import { chainClientOf, createChainClients } from '../../../src/rpc/operator.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { type FaultRule, startFaultyRpc } from '../../support/chain/faulty-rpc.ts'
import { onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

const day = 86_400_000

let sandbox: TestSandbox
let gateway: Awaited<ReturnType<typeof startHttpServer>>
let isGatewayDown = false

beforeAll(async () => {
  gateway = await startHttpServer(async (request, response) => {
    if (isGatewayDown) return void response.destroy()
    const upstream = await fetch(`${sandbox.file.url}${request.url}`)
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text())
  })
  sandbox = await startTestSandbox({ OUTBOUND_ALLOWED_ORIGINS: new URL(gateway.url).origin })
})
afterAll(async () => {
  await sandbox.stop()
  await gateway.close()
})

const { signal } = new AbortController()
const survey = () => sandbox.context.health.survey(signal)
const probe = () => sandbox.context.health.probeOnce(signal)

/** As its owner sees it. */
async function readDomain(domain: string) {
  const headers = { 'x-api-key': sandbox.file.apiKey }
  const response = await sandbox.call('GET', `/byname/v1/domains/${domain}/health?chainId=1`, { headers })
  return dataOf<{ state: string; problems: readonly object[]; checkedAt: string }>(response)
}

/** Code and subjects of each reason, after a survey and two probes: what fails is reported from the second failure on. */
async function surveyedReasons() {
  await survey()
  await probe()
  await probe()
  const { reasons } = await sandbox.context.health.judge()
  return reasons.map(({ code, subjects }) => [code, ...subjects])
}

test('rule: a sandbox is healthy, and its gauges show so', async () => {
  expect(await surveyedReasons()).toEqual([])
  expect(await readDomain('demo.eth')).toMatchObject({ state: 'ok', problems: [] })
  const { survey: surveyed, probe: probed, facts } = await sandbox.context.health.judge()
  expect(facts.signers.map(({ trust }) => trust)).toEqual(['trusted', 'trusted'])
  expect(probed.checkedGateways).toBe(4)
  expect([...surveyed.earliestExpiries.keys()].sort()).toEqual([1, 11155111])
})

test('rule: a domain that points to another resolver is a reason, until it points here again', async () => {
  const { devnet, file } = sandbox
  await devnet.setResolver(1, 'demo.eth', devnet.addresses(1).publicResolver)
  expect(await surveyedReasons()).toEqual([
    [
      'domain-elsewhere',
      expect.stringMatching(
        new RegExp(`^demo.eth on chain 1 has the resolver 0x.* instead of ${file.chains[1].resolver}$`, 'i'),
      ),
    ],
  ])
  expect(await readDomain('demo.eth')).toMatchObject({
    state: 'failing',
    problems: [{ code: 'domain-elsewhere', severity: 'warning', isForOperator: false }],
  })
  const ready = async () => JSON.stringify((await sandbox.call('GET', '/ready')).body)
  // What it says may be a second old.
  await expect.poll(ready).toContain('domain-elsewhere')
  expect(await ready()).not.toContain('demo.eth')
  await devnet.setResolver(1, 'demo.eth', file.chains[1].resolver)
  expect(await surveyedReasons()).toEqual([])
})

test('rule: a domain without a resolver is one that left; one that the operator blocked is not', async () => {
  const { devnet, file, call } = sandbox
  const setBlocked = async (isBlocked: boolean) => {
    const headers = { 'x-api-key': file.adminKey }
    const body = { ens: 'demo.eth', chainId: 1, isBlocked }
    dataOf(await call('POST', '/ens/v1/ens/update-ens-is-blocked', { headers, body }), 201)
  }
  await devnet.setResolver(1, 'demo.eth', '0x0000000000000000000000000000000000000000')
  expect(await surveyedReasons()).toEqual([
    ['domain-elsewhere', expect.stringContaining('demo.eth on chain 1 has no resolver')],
  ])
  await setBlocked(true)
  expect(await surveyedReasons()).toEqual([])
  await setBlocked(false)
  await devnet.setResolver(1, 'demo.eth', file.chains[1].resolver)
  expect(await surveyedReasons()).toEqual([])
})

const { universalResolver } = ensChain(1).contracts
const reverts = (data?: string): FaultRule => ({
  ...{ kind: 'error', code: 3, message: 'execution reverted', to: universalResolver },
  ...(data !== undefined && { data }),
})

/** Lets through what would fail by an earlier rule. */
const resolveOnly: FaultRule = {
  ...{ kind: 'hold-call', until: Promise.resolve(), to: universalResolver },
  selector: toFunctionSelector('resolveWithGateways(bytes,bytes,string[])'),
}

test.each<[title: string, rules: readonly FaultRule[], problem: string | undefined]>([
  ['is as it should be', [], undefined],
  ['finds no resolver below the domain', [reverts('0x77209fe8')], 'finds no resolver for the names below'],
  ['fails without a reason', [reverts()], 'fails with no reason'],
  ['fails with an error that is not known', [reverts('0x12345678')], 'fails with the error 0x12345678'],
  [
    'rejects the response of the gateway',
    [reverts('0x95c0c752'), resolveOnly],
    'rejects responses that the contract accepts',
  ],
  ['gives no reason for a rejection, as an RPC that limits calls', [reverts(), resolveOnly], undefined],
  [
    'has no code',
    [{ kind: 'respond', status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"0x"}', to: universalResolver }],
    undefined,
  ],
])(
  'rule: a Universal Resolver that %s is found, and the gateway behind it is judged all the same',
  async (_, rules, problem) => {
    const { context, devnet, file } = sandbox
    const node = await startFaultyRpc(devnet.rpcUrl(1))
    const { fetch, close } = createSsrfSafeFetch({ allowedOrigins: new Set([new URL(file.url).origin]) })
    onTestFinished(async () => {
      await close()
      await node.close()
    })
    for (const rule of rules) node.addFault(rule)
    const chain = chainClientOf(createChainClients({ rpcUrls: { 1: node.url }, timeoutMs: 5_000 }), 1)
    const contract = await getResolver(context, file.chains[1].resolverId)
    const options = { fetch, signal, timeoutMs: 5_000, clock: Date.now }
    const name = context.probeNames.next('demo.eth')
    const check = await checkAsClient(chain, contract, name, async () => undefined, options)
    // By GET and by POST.
    expect(check?.gateways.map(({ outcome }) => outcome)).toEqual(['trusted', 'trusted'])
    if (problem === undefined) expect(check?.pathFault).toBeUndefined()
    else expect(check?.pathFault).toEqual({ kind: 'failed', problem: expect.stringContaining(problem) })
    // As many calls as without a Universal Resolver.
    if (rules.length === 0) expect(node.methods).toEqual(['eth_call', 'eth_call', 'eth_call'])
  },
)

test('rule: an expiry within 30 days is a reason, and a renewal ends it', async () => {
  const [expiry] = await getNameExpiries(sandbox.context, { chainId: 1, names: ['demo.eth'] })
  const expiresAt = Number(expiry?.seconds) * 1000
  sandbox.clock.offsetMs = expiresAt - 31 * day - Date.now()
  expect((await surveyedReasons()).filter(([, subject]) => subject?.includes('chain 1 '))).toEqual([])
  sandbox.clock.offsetMs = expiresAt - 29 * day - Date.now()
  expect(await surveyedReasons()).toContainEqual([
    'domain-expiring',
    ...[expect.stringMatching(/^demo.eth on chain \d+ expires on \d{4}-\d\d-\d\d$/), expect.any(String)],
  ])
  sandbox.clock.offsetMs = 0
  expect(await surveyedReasons()).toEqual([])
})

test('rule: while an RPC fails, what was known of it stays known', async () => {
  const { context, devnet, clock } = sandbox
  const node = await startFaultyRpc(devnet.rpcUrl(1))
  onTestFinished(node.close)
  const chains = createChainClients({ rpcUrls: { 1: node.url }, timeoutMs: 5_000 })
  const own = createSurvey({ ...context, chains }, { onRefreshed: () => {} })
  const expiringNames = () => own.result().expiringDomains.first.map(({ name }) => name)
  const [expiry] = await getNameExpiries(context, { chainId: 1, names: ['demo.eth'] })
  clock.offsetMs = Number(expiry?.seconds) * 1000 - 29 * day - Date.now()
  await own.run(signal)
  expect(expiringNames()).toEqual(['demo.eth'])
  node.addFault({ kind: 'respond', status: 500, body: '', method: 'eth_getBlockByNumber' })
  await own.run(signal)
  expect(expiringNames()).toEqual(['demo.eth'])
  node.addFault({ kind: 'respond', status: 500, body: '' })
  clock.offsetMs = 0
  await own.run(signal)
  expect(expiringNames()).toEqual(['demo.eth'])
  expect(own.result().signers.find(({ resolver }) => resolver.chainId === 1)?.trust).toBe('rpc-failed')
})

test('rule: a gateway URL that fails twice is a reason, once it answers again it is not', async () => {
  const domain = await onboardNewDomain(sandbox, {
    label: 'proxied',
    scheme: 'chain-bound',
    form: 'GET',
    gatewayUrl: gateway.url.replace(/\/$/, ''),
  })
  expect(await surveyedReasons()).toEqual([])
  isGatewayDown = true
  const [reason] = await surveyedReasons()
  expect(reason).toEqual([
    'gateway-failing',
    expect.stringContaining(
      `The resolver ${domain.resolver.toLowerCase()} on chain 1: its gateway GET ${gateway.url}`,
    ),
  ])
  expect(reason?.[1]).toContain('does not respond: it cannot be reached')
  isGatewayDown = false
  expect(await surveyedReasons()).toEqual([])
})

test('rule: a contract that does not list the signer is one reason, without another for its gateway', async () => {
  const { devnet, file } = sandbox
  const resolver = await devnet.deployResolver(1, {
    urls: [`${file.url}/ccip/${file.chains[1].resolverId}`],
    signers: [privateKeyToAddress(generatePrivateKey())],
  })
  const { store } = sandbox.context
  const setAddress = (address: string) =>
    store.db
      .updateTable('resolvers')
      .set({ address: address.toLowerCase() as `0x${string}` })
      .where('id', '=', file.chains[1].resolverId)
      .execute()
  await setAddress(resolver)
  await devnet.setResolver(1, 'demo.eth', resolver)
  expect(await surveyedReasons()).toEqual([
    ['signer-untrusted', expect.stringContaining('is not on its list of signers')],
  ])
  expect(await readDomain('demo.eth')).toMatchObject({
    state: 'failing',
    problems: [{ code: 'signer-untrusted', severity: 'critical' }],
  })
  expect(await readDomain('proxied.eth')).toMatchObject({ state: 'ok', problems: [] })
  await setAddress('0x00000000000000000000000000000000000000aa')
  expect((await surveyedReasons()).map(([code]) => code)).toEqual(['resolver-missing', 'domain-elsewhere'])
  await setAddress(file.chains[1].resolver)
  await devnet.setResolver(1, 'demo.eth', file.chains[1].resolver)
  expect(await surveyedReasons()).toEqual([])
})
