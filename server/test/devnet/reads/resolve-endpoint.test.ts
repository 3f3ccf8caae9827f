import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readerForOwnRpc } from '../../../src/core/resolution/read-name.ts'
import { parseNames, resolveNames } from '../../../src/core/resolution/resolve.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { addName, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { setOnchainAddress } from '../../support/chain/onchain-name.ts'
import {
  resolveAllOn,
  resolveOn,
  resolveOneOn,
  resolveVia,
  type WireResolvedName,
} from '../../support/gateway/resolve.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'
import { startTestService } from '../../support/service/service.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const records = {
  addresses: [
    { coinType: 60, address: bob },
    { coinType: 2147492101, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
  ],
  text: [{ key: 'url', value: 'https://example.com' }],
}
const demo = { name: 'demo.eth', chainId: 1 } as const
const nothing = {
  resolverAddress: zeroAddress,
  texts: [],
  coins: [],
  addresses: [],
  contentHash: null,
}

let sandbox: TestSandbox
let alice: WireRecord

beforeAll(async () => {
  sandbox = await startTestSandbox({ RATE_LIMIT_FREE_RESOLVE_PER_IP: '100000' })
  alice = dataOf<WireRecord>(await addName(sandbox, demo, 'alice', records))
  await setOnchainAddress(sandbox, { name: 'foreign.eth', owner: user(sandbox, 0).address, address: bob })
  const { resolver } = sandbox.file.chains['1']
  await sandbox.devnet.registerName(1, 'stranger', { owner: bob, resolver })
})
afterAll(() => sandbox.stop())

function blank(ens: string) {
  return {
    ens,
    isClaimed: false,
    isJAN: false,
    viaUniversalResolver: true,
    records: nothing,
  }
}

describe('one name', () => {
  test('rule: an issued name has the records of the registry', async () => {
    expect(alice).toMatchObject({ isClaimed: true, isJAN: true })
    expect(await resolveOneOn(sandbox, 'alice.demo.eth')).toEqual({ ...alice, viaUniversalResolver: true })
  })

  test('rule: names are normalized first', async () => {
    expect((await resolveOneOn(sandbox, 'ALICE.Demo.eth')).ens).toBe('alice.demo.eth')
  })

  test('rule: a reservation is not claimed, and shows no records', async () => {
    const reserved = await sandbox.call('POST', '/ens/v1/subname/reserve', {
      headers: { 'x-api-key': sandbox.file.apiKey },
      body: { username: 'reserved', ensDomain: 'demo.eth', chainId: 1, ethAddress: bob },
    })
    expect(dataOf<WireRecord>(reserved).records.coins).toHaveLength(1)
    expect(await resolveOneOn(sandbox, 'reserved.demo.eth')).toEqual({
      ...blank('reserved.demo.eth'),
      claimedAt: null,
      isJAN: true,
      records: { ...nothing, resolverAddress: alice.records.resolverAddress },
    })
  })

  test('rule: a name that is not issued is never claimed', async () => {
    for (const ens of ['nobody.demo.eth', 'demo.eth'])
      expect(await resolveOneOn(sandbox, ens)).toEqual({
        ...blank(ens),
        isJAN: true,
        records: { ...nothing, resolverAddress: alice.records.resolverAddress },
      })
  })

  test('rule: a name of a blocked domain is not shown as issued', async () => {
    const domain = await onboardNewDomain(sandbox, { label: 'blocked', scheme: 'chain-bound', form: 'POST' })
    const ens = `alice.${domain.name}`
    await addName(sandbox, domain, 'alice', records)
    expect(await resolveOneOn(sandbox, ens)).toMatchObject({ isClaimed: true })
    const blocked = await sandbox.call('POST', '/ens/v1/ens/update-ens-is-blocked', {
      headers: { 'x-api-key': sandbox.file.adminKey },
      body: { ens: domain.name, chainId: 1, isBlocked: true },
    })
    dataOf(blocked, 201)
    expect(await resolveOneOn(sandbox, ens)).toEqual({
      ...blank(ens),
      isJAN: true,
      records: { ...nothing, resolverAddress: domain.resolver },
    })
  })

  test('rule: a name of another service has no claim state', async () => {
    const { publicResolver } = sandbox.devnet.addresses(1)
    const coins = [{ id: 60, name: 'eth', value: bob }]
    expect(await resolveOneOn(sandbox, 'foreign.eth')).toEqual({
      ...blank('foreign.eth'),
      records: { ...nothing, resolverAddress: publicResolver, coins, addresses: coins },
    })
  })

  test.each(['unregistered.eth', 'sub.unregistered.eth', 'example.com'])(
    'rule: %s, which is not registered, is returned empty',
    async (ens) => {
      expect(await resolveOneOn(sandbox, ens)).toEqual(blank(ens))
    },
  )

  test('404 when the resolver is ours and the domain is not onboarded', async () => {
    expectError(await resolveOn(sandbox, 'alice.stranger.eth'), 404, 'EnsNotFound')
    expectError(await resolveOn(sandbox, 'stranger.eth@base'), 404, 'EnsNotFound')
  })
})

describe('several names', () => {
  test('rule: several names are returned in their order, with null for each that failed and a repeated name repeated', async () => {
    const names = [
      'foreign.eth',
      'alice.demo.eth',
      'alice.stranger.eth',
      'a..eth',
      'alice.demo.eth@base',
      'unregistered.eth',
      'alice.demo.eth@nowhere',
      'alice.demo.eth@base#00000000',
      'ALICE.demo.eth',
    ]
    const found = await resolveAllOn(sandbox, names)
    expect(found.map((one) => one && [one.ens, one.records.coins.length])).toEqual([
      ['foreign.eth', 1],
      ['alice.demo.eth', 2],
      null,
      null,
      ['alice.demo.eth', 1],
      ['unregistered.eth', 0],
      null,
      null,
      ['alice.demo.eth', 2],
    ])
    expect(found[1]).toEqual({ ...alice, viaUniversalResolver: true })
    expect(found[8]).toEqual(found[1])
  })

  test('rule: when each has failed, each is null', async () => {
    expect(await resolveAllOn(sandbox, ['a..eth', 'alice.stranger.eth'])).toEqual([null, null])
  })

  test('rule: an error of the request fails all of its names', async () => {
    const names = ['alice.demo.eth', 'foreign.eth', 'a..eth']
    for (const url of ['http://rpc.example/', 'https://127.0.0.1/'])
      expectError(await resolveVia(sandbox.call, names, url), 400, 'RpcUrlRejectedException')
  })

  test('rule: fifty names are returned in their order', async () => {
    const labels = Array.from({ length: 50 }, (_, index) => `fifty-${(index * 7) % 50}`)
    const issued = labels.filter((_, index) => index % 2 === 0)
    for (const label of issued)
      await addName(sandbox, demo, label, { ...records, text: [{ key: 'name', value: label }] })
    const found = await resolveAllOn(
      sandbox,
      labels.map((label) => `${label}.demo.eth`),
    )
    expect(found.map((one) => [one?.ens, one?.isClaimed, one?.records.texts])).toEqual(
      labels.map((label) => [
        `${label}.demo.eth`,
        issued.includes(label),
        issued.includes(label) ? [{ key: 'name', value: label }] : [],
      ]),
    )
  })

  test('rule: a repeated name is read once', async () => {
    const source = readerForOwnRpc(sandbox.context, 1)
    let readings = 0
    const openSession = () => {
      readings++
      return source.openSession()
    }
    const entries = parseNames([
      ...Array<string>(48).fill('alice.demo.eth'),
      'ALICE.demo.eth',
      'alice.demo.eth@base',
    ])
    const found = await resolveNames(sandbox.context, () => ({ ...source, openSession }), entries)
    expect(found.map((one) => one?.name)).toEqual(Array(50).fill('alice.demo.eth'))
    expect(readings).toBe(2)
  })
})

describe('the chain', () => {
  test('rule: names are resolved on the chain that the RPC serves', async () => {
    const onSepolia = { name: 'demo.eth', chainId: 11155111 } as const
    const dora = dataOf<WireRecord>(await addName(sandbox, onSepolia, 'dora', records))
    expect(await resolveOneOn(sandbox, 'dora.demo.eth', 11155111)).toEqual({
      ...dora,
      viaUniversalResolver: true,
    })
    expect(await resolveOneOn(sandbox, 'dora.demo.eth')).toMatchObject({ isClaimed: false })
  })

  test('rule: the header takes precedence over the query, unless it is empty', async () => {
    const resolveWith = async (header: string, query: string) => {
      const search = new URLSearchParams({ ens: 'only-mainnet.demo.eth', rpcUrl: query })
      const headers = { 'x-rpc-url': header }
      return dataOf<WireResolvedName>(await sandbox.call('GET', `/ens/v2/resolve?${search}`, { headers }))
    }
    await addName(sandbox, demo, 'only-mainnet', records)
    const [mainnet, sepolia] = [sandbox.devnet.rpcUrl(1), sandbox.devnet.rpcUrl(11155111)]
    expect(await resolveWith(mainnet, sepolia)).toMatchObject({ isClaimed: true })
    expect(await resolveWith(mainnet, 'http://nonsense')).toMatchObject({ isClaimed: true })
    expect(await resolveWith(sepolia, mainnet)).toMatchObject({ isClaimed: false })
    expect(await resolveWith('', mainnet)).toMatchObject({ isClaimed: true })
  })

  test("rule: without an RPC URL the chain is mainnet through the operator's RPC, if the operator offers it for free", async () => {
    const service = await startTestService(undefined, {
      RPC_URL_1: sandbox.devnet.rpcUrl(1),
      OUTBOUND_ALLOWED_ORIGINS: sandbox.file.url,
      FREE_RESOLVE_VIA_OWN_RPC: 'true',
      RATE_LIMIT_FREE_RESOLVE_PER_IP: '2',
    })
    onTestFinished(service.stop)
    const resolveWith = (query: string) => service.call('GET', `/ens/v2/resolve?${query}`)
    // This service does not know the resolver.
    const { records, ens } = alice
    const seen = { ...blank(ens), records }
    expect(dataOf(await resolveWith(`ens=${ens}`))).toEqual(seen)
    expect(dataOf(await resolveWith(`ens=${ens}&ens=unregistered.eth`))).toEqual([
      seen,
      blank('unregistered.eth'),
    ])
    expectError(await resolveWith(`ens=${ens}`), 429, 'TooManyRequestsException')
  })
})
