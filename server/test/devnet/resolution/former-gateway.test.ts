import { decodeFunctionResult, encodeFunctionData, getAddress, namehash, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { resolverAbi } from '../../support/gateway/calls.ts'
import { addressCall, encodeLookup } from '../../support/gateway/client.ts'
import {
  type FormerProxy,
  type FormerService,
  sendFormerGateway,
  setFormerGateway,
  startFormerProxy,
  startFormerService,
  type WireFormerGateway,
} from '../../support/gateway/former.ts'
import { lookupPath, setSharedMaxAge } from '../../support/gateway/shared-caches.ts'
import { dataOf } from '../../support/http/api-client.ts'
import {
  ethersProvider,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'
import { signerAddress } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const here = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const there = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const recordsOf = (address: string) => ({
  addresses: [
    { coinType: 60, address },
    { coinType: 0, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  ],
  text: [{ key: 'com.github', value: address }],
})

/** Every signing scheme and request form of a former gateway. */
const variants = [
  { signingScheme: 'published', form: 'POST' },
  { signingScheme: 'published', form: 'GET' },
  { signingScheme: 'chain-bound', form: 'POST' },
  { signingScheme: 'merkle', form: 'GET' },
] as const

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const resolve = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })
const resolveText = (name: string) =>
  viemClient(sandbox).getEnsText({ name, key: 'com.github', strict: true })

const universalResolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

/** The texts and the Ethereum address of a name in one multicall, through the Universal Resolver. */
async function readProfile(name: string, keys: readonly string[]): Promise<readonly string[]> {
  const node = namehash(name)
  const functions = [
    { functionName: 'addr', args: [node] } as const,
    ...keys.map((key) => ({ functionName: 'text', args: [node, key] }) as const),
  ]
  const calls = functions.map((call) => encodeFunctionData({ abi: resolverAbi, ...call }))
  const [result] = await viemClient(sandbox).readContract({
    address: universalResolver,
    abi: parseAbi(['function resolve(bytes name, bytes data) view returns (bytes result, address resolver)']),
    functionName: 'resolve',
    args: [
      toHex(packetToBytes(name)),
      encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [calls] }),
    ],
  })
  return decodeFunctionResult({ abi: resolverAbi, functionName: 'multicall', data: result }).map(
    (item, index) =>
      String(
        decodeFunctionResult({ abi: resolverAbi, functionName: index === 0 ? 'addr' : 'text', data: item }),
      ),
  )
}

async function report(domain: OnboardedDomain): Promise<WireFormerGateway> {
  return dataOf<WireFormerGateway>(await sendFormerGateway(sandbox, 'GET', domain))
}

describe.for(variants)('a former gateway of the scheme $signingScheme, asked by $form', (variant) => {
  let domain: OnboardedDomain
  let former: FormerService

  beforeAll(async () => {
    const label = `former-${variant.signingScheme}-${variant.form.toLowerCase()}`
    domain = await onboardNewDomain(sandbox, { label, scheme: 'chain-bound', form: 'POST' })
    former = await startFormerService(sandbox, domain.name, variant)
    await former.addName('bob', recordsOf(there))
    await former.addName('alice', recordsOf(there))
    await addName(sandbox, domain, 'alice', recordsOf(here))
  })

  test('rule: names that are not held here are those of the former gateway, and what is held here wins', async () => {
    expect(await resolve(`bob.${domain.name}`)).toBeNull()
    await setFormerGateway(sandbox, domain, former)
    expect(await resolve(`bob.${domain.name}`)).toBe(there)
    expect(await resolveText(`bob.${domain.name}`)).toBe(there)
    expect(await resolve(`alice.${domain.name}`)).toBe(here)
    expect(await resolveText(`alice.${domain.name}`)).toBe(here)
    expect(await resolve(`carol.${domain.name}`)).toBeNull()
    expect(await resolve(domain.name)).toBeNull()
    const provider = ethersProvider(sandbox)
    expect(await provider.resolveName(`bob.${domain.name}`)).toBe(there)
    expect(await provider.resolveName(`carol.${domain.name}`)).toBeNull()
  })

  test('rule: what it answers is for no shared cache, and what is held here is', async () => {
    const { call, file } = sandbox
    dataOf(await setSharedMaxAge({ call, key: file.apiKey }, domain, 30))
    const cacheControlOf = async (label: string) => {
      const name = `${label}.${domain.name}`
      const path = lookupPath({ id: domain.resolverId }, encodeLookup(name, addressCall(name)))
      return (await fetch(file.url + path)).headers.get('cache-control')
    }
    expect(await cacheControlOf('bob')).toBe('no-store')
    expect(await cacheControlOf('alice')).toContain('s-maxage=30,')
    dataOf(await setSharedMaxAge({ call, key: file.apiKey }, domain, null))
  })

  test('its contract shows its settings', async () => {
    const path = `/byname/v1/domains/${domain.name}/former-gateway/candidate?chainId=1&resolver=${former.resolver}`
    const found = await sandbox.call('GET', path, { headers: { 'x-api-key': sandbox.file.apiKey } })
    expect(dataOf(found)).toEqual({
      ...{ resolver: former.resolver, isOurs: false, url: former.gatewayUrl },
      ...{ signer: signerAddress, signingScheme: variant.signingScheme },
    })
  })

  test('several records of a name are one request, which goes there as a whole', async () => {
    expect(await readProfile(`bob.${domain.name}`, ['com.github', 'url'])).toEqual([there, there, ''])
  })

  test('rule: while it is stopped, a name that is not held here fails, and those held here resolve', async () => {
    await former.service.stop()
    await expect(resolve(`dave.${domain.name}`)).rejects.toThrow(/HTTP/)
    expect(await resolve(`alice.${domain.name}`)).toBe(here)
  })
})

describe('names that come over as they are asked for', () => {
  let domain: OnboardedDomain
  let former: FormerService
  let proxy: FormerProxy

  beforeAll(async () => {
    domain = await onboardNewDomain(sandbox, { label: 'importing', scheme: 'chain-bound', form: 'POST' })
    former = await startFormerService(sandbox, domain.name)
    proxy = await startFormerProxy(() => former.gatewayUrl)
    for (const label of ['bob', 'carol', 'dave', 'erin']) await former.addName(label, recordsOf(there))
    await setFormerGateway(sandbox, domain, former, { url: proxy.url })
  })
  afterAll(async () => {
    await proxy.close()
    await former.service.stop()
  })

  const findHere = async (label: string) => {
    return sandbox.call('GET', `/ens/v2/subname?subname=${label}.${domain.name}&chainId=1`)
  }

  test('rule: a name stays there while the domain does not import it, and is reported', async () => {
    expect(await resolve(`erin.${domain.name}`)).toBe(there)
    expect((await findHere('erin')).status).toBe(404)
    await waitUntil('the name is reported', async () => (await report(domain)).count === 1)
    expect(await report(domain)).toMatchObject({
      formerGateway: { url: proxy.url, importOnRead: false },
      names: [{ name: `erin.${domain.name}` }],
    })
  })

  test('rule: a name that is asked for is issued to its Ethereum address, and asked there once', async () => {
    await setFormerGateway(sandbox, domain, former, { url: proxy.url, importOnRead: true })
    expect(await resolveText(`bob.${domain.name}`)).toBe(there)
    await waitUntil('bob is held here', async () => (await findHere('bob')).status === 200)
    expect(dataOf(await findHere('bob'))).toMatchObject({ holder: there })
    const { requests } = proxy
    expect(await resolve(`bob.${domain.name}`)).toBe(there)
    expect(await resolveText(`bob.${domain.name}`)).toBe(there)
    const bitcoin = await viemClient(sandbox).getEnsAddress({
      ...{ name: `bob.${domain.name}`, coinType: 0n, strict: true },
    })
    expect(bitcoin).toBe('0x0014751e76e8199196d454941c45d1b3a323f1433bd6')
    expect(proxy.requests).toBe(requests)
  })

  test('rule: the event of an imported name is that of an issued one, by the system', async () => {
    const path = `/byname/v1/events?chainId=1&name=bob.${domain.name}&limit=10`
    const { call, file } = sandbox
    const response = await call('GET', path, { headers: { 'x-api-key': file.apiKey } })
    expect(dataOf(response)).toMatchObject({
      data: [{ type: 'subname.issued', actor: { type: 'system' } }],
    })
  })

  test('rule: an issue that comes first wins', async () => {
    const overriding = { ...recordsOf(here), overrideFormer: true }
    await addName(sandbox, domain, 'carol', overriding)
    expect(await resolve(`carol.${domain.name}`)).toBe(here)
    const [, issued] = await Promise.all([
      resolve(`dave.${domain.name}`),
      addName(sandbox, domain, 'dave', overriding).catch(() => undefined),
    ])
    await waitUntil('dave is held here', async () => (await findHere('dave')).status === 200)
    const expected = issued ? here : there
    expect(await resolve(`dave.${domain.name}`)).toBe(expected)
    expect(dataOf(await findHere('dave'))).toMatchObject({ holder: expected })
  })

  test('rule: a gateway without multicalls is asked record by record, and its names come over all the same', async () => {
    for (const label of ['frank', 'grace']) await former.addName(label, recordsOf(there))
    proxy.refuses = (data) => data.includes('ac9650d8')
    const profile = await readProfile(`frank.${domain.name}`, ['com.github', 'url'])
    expect(profile).toEqual([there, there, ''])
    await waitUntil('frank is held here', async () => (await findHere('frank')).status === 200)
    expect(await resolveText(`frank.${domain.name}`)).toBe(there)
    // Without its content hash function the name comes over too.
    proxy.refuses = (data) => data.includes('ac9650d8') || data.includes('bc1c58d1')
    expect(await resolve(`grace.${domain.name}`)).toBe(there)
    await waitUntil('grace is held here', async () => (await findHere('grace')).status === 200)
    expect(await resolveText(`grace.${domain.name}`)).toBe(there)
    proxy.refuses = undefined
  })

  test('rule: a name that the policy refuses stays there, and resolves', async () => {
    const { call, file } = sandbox
    const policy = await call('PATCH', `/byname/v1/domains/${domain.name}/policy?chainId=1`, {
      headers: { 'x-api-key': file.apiKey },
      body: { appliesToKeys: true, blockedLabels: ['heidi'] },
    })
    expect(policy.status, JSON.stringify(policy.body)).toBe(200)
    for (const label of ['heidi', 'ivan']) await former.addName(label, recordsOf(there))
    expect(await resolve(`heidi.${domain.name}`)).toBe(there)
    expect(await resolve(`ivan.${domain.name}`)).toBe(there)
    await waitUntil('ivan is held here', async () => (await findHere('ivan')).status === 200)
    expect((await findHere('heidi')).status).toBe(404)
    expect(await resolveText(`heidi.${domain.name}`)).toBe(there)
  })

  test('rule: a name that is reserved here is held here, and resolves to nothing', async () => {
    await former.addName('judy', recordsOf(there))
    const { call, file } = sandbox
    const reserved = await call('POST', '/ens/v1/subname/admin-reserve', {
      headers: { 'x-api-key': file.adminKey },
      body: { username: 'judy', ensDomain: domain.name, chainId: 1, ethAddress: here, overrideFormer: true },
    })
    expect(reserved.status, JSON.stringify(reserved.body)).toBeLessThan(300)
    expect(await resolve(`judy.${domain.name}`)).toBeNull()
  })

  test('rule: a name of more labels stays there', async () => {
    const { requests } = proxy
    expect(await resolve(`a.b.${domain.name}`)).toBeNull()
    expect(proxy.requests).toBe(requests + 1)
  })

  test('rule: a name that was removed here does not come back from there', async () => {
    const { call, file } = sandbox
    const session = { headers: { 'x-api-key': file.adminKey } }
    const response = await call('POST', '/ens/v1/subname/admin-revoke', {
      ...session,
      body: { username: 'bob', ensDomain: domain.name, chainId: 1 },
    })
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
    expect(await resolve(`bob.${domain.name}`)).toBeNull()
    expect((await findHere('bob')).status).toBe(404)
  })
})
