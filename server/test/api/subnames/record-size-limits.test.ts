import { encodeFunctionData } from 'viem'
import { expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { newSubname, randomHex } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { appendFields, changePermission, createHeldSubname } from '../../support/entities/mapps.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  postAdd,
  seedReservation,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { encodeTextCall, resolverAbi } from '../../support/gateway/calls.ts'
import { encodeLookup, postLookup, resolveAddress, resolveText } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'

const limit = 65_536

/** Texts of this many bytes in total. */
function textsOf(bytes: number, size = 16_000) {
  const texts: { key: string; value: string }[] = []
  for (let left = bytes; left > 0; left -= size) {
    const key = `key-${String(texts.length).padStart(4, '0')}`
    texts.push({ key, value: 'v'.repeat(Math.min(size, left) - key.length) })
  }
  return texts
}

/** Bytes of a response, as its client receives it. */
function sizeOf({ body }: ApiResponse) {
  return Buffer.byteLength(JSON.stringify(body))
}

describeOnEachService('The records of a name', (service) => {
  const demo = () => service().demo[1]
  const addWith = (label: string, body: object) =>
    postAdd(service(), {
      headers: { 'x-api-key': service().key },
      body: { ...subnameBody(demo(), label), overrideSignatureCheck: true, ...body },
    })

  const holder = createWallet()
  const address = ethereumAddress(holder.address)
  const change = async (path: string, label: string, body: object) =>
    service().call('POST', path, {
      headers: await signedHeaders(holder, { chainId: 1 }),
      body: { ...subnameBody(demo(), label), ...body },
    })
  const update = (label: string, body: object) => change('/ens/v1/subname/update', label, body)

  it('rule: all records of a name take at most 64 KiB together, in every operation that writes them', async () => {
    const most = textsOf(limit - 20)
    dataOf(await addWith('full', { addresses: [address], text: most }))
    const more = { text: [{ key: 'one', value: 'more' }] }
    await expectUnchanged(service(), demo(), async () => {
      const response = await update('full', more)
      expectError(response, 400, 'InvalidRecordException')
      expect(JSON.stringify(response.body)).toMatch(/65536 bytes together.+65543/)
      const tooMany = { addresses: [address], text: textsOf(limit - 19) }
      expectError(await addWith('over', tooMany), 400, 'InvalidRecordException')
    })
    await seedReservation(service(), demo(), 'reserved', holder.address)
    await expectUnchanged(service(), demo(), async () =>
      expectError(
        await change('/ens/v1/subname/accept', 'reserved', { text: textsOf(limit - 19) }),
        400,
        'InvalidRecordException',
      ),
    )
    dataOf(await change('/ens/v1/subname/accept', 'reserved', { text: most }))
  })

  it('rule: records that mApps write, and permissions, count towards the 64 KiB of a name', async () => {
    const name = await createHeldSubname(service(), demo(), 'mapp-full', { text: textsOf(limit - 120) })
    const app = await createHeldSubname(service(), demo(), 'app')
    await changePermission(service(), 'add', name, app.ens)
    const before = await getSubname(service(), demo(), 'mapp-full')
    const response = await appendFields(service(), name, app, [{ key: 'field', value: 'v'.repeat(100) }])
    expectError(response, 400, 'InvalidRecordException')
    expect((await getSubname(service(), demo(), 'mapp-full')).body).toEqual(before.body)
  })

  it('rule: concurrent changes do not exceed the size of a name', async () => {
    dataOf(await addWith('raced', { addresses: [address], text: textsOf(limit - 12_020) }))
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        update('raced', { text: [{ key: `race-${index}`, value: 'x'.repeat(4000 - 6) }] }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const response of responses.filter(({ status }) => status !== 200))
      expectError(response, 400, 'InvalidRecordException')
  })

  it('rule: lengths of texts count bytes', async () => {
    for (const text of [
      { key: 'ü'.repeat(129), value: 'x' },
      { key: 'k', value: '🐉'.repeat(4097) },
    ])
      expectError(
        await addWith('refused', { addresses: [address], text: [text] }),
        400,
        'InvalidRecordException',
      )
  })

  it('rule: a name that was larger before the limit is read, resolved and reduced, and does not grow', async () => {
    const texts = textsOf(1_000_000)
    const records = { ...emptyRecords, texts, addresses: [{ coinType: 60, address: randomHex(20) }] }
    await insertSubnames(service().context.store, [
      newSubname(demo(), 'legacy', { holder: holder.address.toLowerCase() as `0x${string}`, records }),
    ])
    const resolver = service().resolvers[1]['chain-bound']
    const name = 'legacy.demo.eth'
    expect(dataOf<WireRecord>(await getSubname(service(), demo(), 'legacy')).records.texts).toEqual(texts)
    expect((await resolveAddress(service(), resolver, name)).toLowerCase()).toBe(
      records.addresses[0]?.address,
    )
    expect(await resolveText(service(), resolver, name, 'key-0007')).toBe(texts[7]?.value)

    expectError(await update('legacy', { text: [{ key: 'new', value: 'x' }] }), 400, 'InvalidRecordException')
    const cut = dataOf<WireRecord>(await update('legacy', { text: [{ key: 'key-0007', value: '' }] }))
    expect(cut.records.texts).toHaveLength(texts.length - 1)
    expect(await resolveText(service(), resolver, name, 'key-0007')).toBe('')
    const small = [{ key: 'only', value: 'x' }]
    expect(dataOf<WireRecord>(await update('legacy', { text: small, replace: true })).records.texts).toEqual(
      small,
    )
  })
})

describeService('A gateway response', (service) => {
  it('400 for a gateway response above 256 KiB, even for a small request', async () => {
    const name = 'wide.demo.eth'
    const texts = [{ key: 'url', value: 'v'.repeat(16_000) }]
    await insertSubnames(service().context.store, [
      newSubname(service().demo[1], 'wide', { records: { ...emptyRecords, texts } }),
    ])
    const resolver = service().resolvers[1]['chain-bound']
    const lookUpTimes = (times: number) => {
      const call = encodeTextCall(name, 'url')
      const args = [Array.from({ length: times }, () => call)] as const
      const multicall = encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args })
      return postLookup(service(), resolver, encodeLookup(name, multicall))
    }
    const largest = await lookUpTimes(8)
    expect(largest.status).toBe(200)
    expect(sizeOf(largest)).toBeLessThanOrEqual(262_144)
    expectError(await lookUpTimes(9), 400, 'BadRequestException')
    expectError(await lookUpTimes(256), 400, 'BadRequestException')
    expect(service().context.responseCache.size().entries).toBe(0)
  })
})

describeOnEachService('A list of names with many records', (service) => {
  const most = 4_194_304
  const coin = randomHex(20)
  const large = async (count: number, bytes: number): Promise<Domain> => {
    const domain = await service().onboard()
    await insertSubnames(
      service().context.store,
      Array.from({ length: count }, (_, index) =>
        newSubname(domain, `large-${index}`, {
          records: { ...emptyRecords, texts: textsOf(bytes), addresses: [{ coinType: 60, address: coin }] },
          createdAt: 1_000_000 + index,
        }),
      ),
    )
    return domain
  }
  interface Listed {
    readonly data?: readonly WireRecord[]
    readonly subnames?: readonly WireRecord[]
    readonly domains?: readonly WireRecord[]
    readonly isTruncated?: boolean
    readonly pagination?: { readonly isTruncated?: boolean }
  }
  const list = async (path: string) => {
    const response = await service().call('GET', path)
    const { data, subnames, domains, pagination, isTruncated } = dataOf<Listed>(response)
    const names = (data ?? subnames ?? domains ?? []).map(({ ens }) => ens)
    return { names, size: sizeOf(response), isTruncated: pagination?.isTruncated ?? isTruncated ?? false }
  }

  it('rule: every list is truncated at 4 MiB and marked as such; with smaller pages all of it is available', async () => {
    const { name } = await large(30, 600_000)
    const lists = [
      `/ens/v1/subname/ens?ensDomain=${name}&chainId=1&limit=30`,
      `/ens/v2/subnames/all?ensDomains=${name}&chainId=1&limit=30`,
      `/ens/v1/subname/address?address=${coin}&chainId=1`,
      '/ens/v1/subname/search?name=large&chainId=1&take=30',
    ]
    for (const path of lists) {
      const { names, size, isTruncated } = await list(path)
      expect(names).toHaveLength(6)
      expect(names[0]).toBe(`large-${path.includes('/search') ? 0 : 29}.${name}`)
      expect(size).toBeLessThan(most)
      expect(isTruncated).toBe(true)
    }
    const pages: string[] = []
    for (let page = 1; page <= 6; page++) {
      const part = await list(`/ens/v2/subnames/all?ensDomains=${name}&chainId=1&limit=5&page=${page}`)
      expect(part.isTruncated).toBe(false)
      pages.push(...part.names)
    }
    expect(pages).toEqual(Array.from({ length: 30 }, (_, index) => `large-${29 - index}.${name}`))
    const names = dataOf<{ domains: readonly string[] }>(
      await service().call('GET', '/ens/v1/subname/search?name=large&chainId=1&take=30&data=false'),
    )
    expect(names.domains.toSorted()).toEqual(pages.toSorted())
  })

  it('rule: a list has its first name, of any size', async () => {
    const { name } = await large(2, 6_000_000)
    const first = await list(`/ens/v1/subname/ens?ensDomain=${name}&chainId=1&limit=2`)
    expect(first).toMatchObject({ names: [`large-1.${name}`], isTruncated: true })
    const second = await list(`/ens/v1/subname/ens?ensDomain=${name}&chainId=1&limit=1&page=2`)
    expect(second).toMatchObject({ names: [`large-0.${name}`], isTruncated: false })
  })

  it('rule: the list of domains is truncated at 4 MiB and marked as such', async () => {
    for (let count = 0; count < 3; count++) await large(1, 2_000_000)
    const response = await service().call('GET', '/ens/v1/subname/ens-list?chainId=1')
    expect(sizeOf(response)).toBeLessThan(most)
    expect(dataOf<Listed>(response).pagination?.isTruncated).toBe(true)
  })
})
