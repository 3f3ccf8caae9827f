import type { LocalAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const bitcoin = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const contentHash = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

describeOnEachService('POST /ens/v1/subname/update', (service) => {
  /** Issues a name with two texts, two addresses and a content hash. */
  const issueFull = async (label: string): Promise<LocalAccount> => {
    const wallet = createWallet()
    await seedSubname(service(), service().demo[1], label, {
      text: [
        { key: 'url', value: 'https://old.example' },
        { key: 'email', value: 'old@mail.example' },
      ],
      addresses: [ethereumAddress(wallet.address), { coinType: 0, address: bitcoin }],
      contentHash,
    })
    return wallet
  }

  const update = async (
    wallet: LocalAccount,
    label: string,
    changes: object,
    domain: Domain = service().demo[1],
  ): Promise<ApiResponse> =>
    service().call('POST', '/ens/v1/subname/update', {
      headers: await signedHeaders(wallet, { chainId: domain.chainId }),
      body: { ...subnameBody(domain, label), ...changes },
    })

  const recordsAfter = async (wallet: LocalAccount, label: string, changes: object) => {
    const updated = dataOf<WireRecord>(await update(wallet, label, changes))
    expect(dataOf(await getSubname(service(), service().demo[1], label))).toEqual(updated)
    return updated.records
  }

  it('rule: a listed record replaces the stored one at its position, a new one goes last, the rest stays', async () => {
    const wallet = await issueFull('merge')
    const { address } = createWallet()
    const records = await recordsAfter(wallet, 'merge', {
      text: [
        { key: 'avatar', value: 'https://new.example/me.png' },
        { key: 'url', value: 'https://new.example' },
      ],
      addresses: [{ coinType: 2147492101, address }],
    })
    expect(records.texts).toEqual([
      { key: 'url', value: 'https://new.example' },
      { key: 'email', value: 'old@mail.example' },
      { key: 'avatar', value: 'https://new.example/me.png' },
    ])
    expect(records.coins).toEqual([
      { id: 60, name: 'eth', value: wallet.address },
      { id: 0, name: 'btc', value: bitcoin },
      { id: 2147492101, name: 'base', value: address },
    ])
    expect(records.addresses).toEqual(records.coins)
    expect(records.contentHash).not.toBeNull()
  })

  it.each([
    ['text', { text: [{ key: 'url', value: '' }] }, { texts: [{ key: 'email', value: 'old@mail.example' }] }],
    [
      'address',
      { addresses: [{ coinType: 0, address: '' }] },
      { coins: [{ id: 60 }], addresses: [{ id: 60 }] },
    ],
    ['content hash', { contentHash: '' }, { contentHash: null }],
  ])('rule: an empty %s deletes it and nothing else', async (kind, changes, expected) => {
    const label = `without-${kind.replace(' ', '-')}`
    const wallet = await issueFull(label)
    const { records: before } = dataOf<WireRecord>(await getSubname(service(), service().demo[1], label))
    const after = await recordsAfter(wallet, label, changes)
    expect(after).toMatchObject(expected)
    expect({ ...after, ...expected }).toEqual({ ...before, ...expected })
  })

  it.each([
    ['no records', {}],
    ['empty lists', { text: [], addresses: [] }],
    [
      'deletes of what is not there',
      { text: [{ key: 'none', value: '' }], addresses: [{ coinType: 2, address: '' }] },
    ],
  ])('200 with %s, and everything stays', async (title, changes) => {
    const label = title.replaceAll(' ', '-')
    const wallet = await issueFull(label)
    const { records } = dataOf<WireRecord>(await getSubname(service(), service().demo[1], label))
    expect(await recordsAfter(wallet, label, changes)).toEqual(records)
  })

  it('rule: with replace, the supplied lists have exactly the supplied records', async () => {
    const wallet = await issueFull('replace')
    const { coins } = dataOf<WireRecord>(await getSubname(service(), service().demo[1], 'replace')).records
    const records = await recordsAfter(wallet, 'replace', {
      replace: true,
      text: [{ key: 'new', value: '1' }],
    })
    expect(records).toMatchObject({ texts: [{ key: 'new', value: '1' }], coins, contentHash: {} })
    expect((await recordsAfter(wallet, 'replace', { replace: true, text: [] })).texts).toEqual([])
  })

  it('rule: the holder stays the same when the address of coin type 60 changes, which may then update too', async () => {
    const wallet = await issueFull('moved')
    const other = createWallet()
    const { coins } = await recordsAfter(wallet, 'moved', { addresses: [ethereumAddress(other.address)] })
    expect(coins[0]?.value).toBe(other.address)
    dataOf(await update(other, 'moved', { text: [{ key: 'a', value: 'b' }] }))
    dataOf(await update(wallet, 'moved', { text: [{ key: 'a', value: 'c' }] }))
  })

  it('rule: concurrent updates of different keys all survive', async () => {
    const wallet = await issueFull('busy')
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
    const responses = await Promise.all(
      keys.map((key) => update(wallet, 'busy', { text: [{ key, value: key }] })),
    )
    for (const response of responses) dataOf(response)
    const { texts } = dataOf<WireRecord>(await getSubname(service(), service().demo[1], 'busy')).records
    expect(
      texts
        .map(({ key }) => key)
        .slice(2)
        .sort(),
    ).toEqual(keys.sort())
  })

  it('404 for a name that does not exist', async () => {
    const { demo } = service()
    const response = await update(createWallet(), 'nobody', { text: [] })
    expectError(response, 404, 'SubnameNotFoundException')
    expectError(await getSubname(service(), demo[1], 'nobody'), 404, 'SubnameNotFoundException')
  })

  it('404 on the other chain, where the name does not exist', async () => {
    const wallet = await issueFull('here-only')
    const response = await update(wallet, 'here-only', { text: [] }, service().demo[11155111])
    expectError(response, 404, 'SubnameNotFoundException')
  })

  it('400 for removing the address of coin type 60', async () => {
    const wallet = await issueFull('no-eth')
    await expectUnchanged(service(), service().demo[1], async () => {
      const removed = await update(wallet, 'no-eth', { addresses: [{ coinType: 60, address: '' }] })
      expectError(removed, 400, 'InvalidRecordException')
      const replaced = await update(wallet, 'no-eth', { replace: true, addresses: [] })
      expectError(replaced, 400, 'InvalidRecordException')
    })
  })

  it('400 for the record that makes a name hold more than 256 of a kind', async () => {
    const wallet = await issueFull('full')
    const texts = Array.from({ length: 254 }, (_, index) => ({ key: `key-${index}`, value: 'v' }))
    expect((await recordsAfter(wallet, 'full', { text: texts })).texts).toHaveLength(256)
    await expectUnchanged(service(), service().demo[1], async () => {
      const response = await update(wallet, 'full', { text: [{ key: 'one-more', value: 'v' }] })
      expectError(response, 400, 'InvalidRecordException')
    })
  })
})
