import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const text = [
  { key: 'url', value: 'https://example.com' },
  { key: 'avatar', value: 'https://example.com/a.png' },
]
const contentHash = 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'

/** Null members. */
const nothing = {
  text: null,
  addresses: null,
  contentHash: null,
  signature: null,
  overrideSignatureCheck: null,
  replace: null,
}

describeService('null in the body of a write', (service) => {
  /** A name with every kind of record, and its holder's signature. */
  const held = async (label: string) => {
    const wallet = createWallet()
    const domain = service().demo[1]
    const addresses = [
      ethereumAddress(wallet.address),
      { coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
    ]
    const record = await seedSubname(service(), domain, label, { addresses, text, contentHash })
    return { domain, record, headers: await signedHeaders(wallet, { chainId: 1 }) }
  }

  it('rule: a null member is absent in add', async () => {
    const wallet = createWallet()
    const headers = { 'x-api-key': service().key, ...(await signedHeaders(wallet, { chainId: 1 })) }
    const domain = service().demo[1]
    const body = { ...subnameBody(domain, 'null-added'), ...nothing }
    const { records } = dataOf<WireRecord>(await postAdd(service(), { headers, body }))
    expect(records).toMatchObject({
      texts: [],
      coins: [{ id: 60, value: wallet.address }],
      contentHash: null,
    })
  })

  it.each([
    ['POST /ens/v1/subname/update', 'null-v1'],
    ['PATCH /ens/v2/subnames/{subname}', 'null-v2'],
  ])(
    'rule: a null member changes nothing in %s, neither as a list nor as a value in a list',
    async (operation, label) => {
      const { domain, record, headers } = await held(label)
      const isV1 = operation.startsWith('POST')
      const send = (body: object) =>
        isV1
          ? service().call('POST', '/ens/v1/subname/update', {
              headers,
              body: { ...subnameBody(domain, label), ...body },
            })
          : service().call('PATCH', `/ens/v2/subnames/${record.ens}?chainId=1`, { headers, body })
      const values = {
        ...nothing,
        text: [
          { key: 'url', value: null },
          { key: 'avatar', value: '' },
        ],
        addresses: [{ coinType: 0, address: null }],
      }
      expect(dataOf(await send(nothing))).toMatchObject({ ...record })
      const { texts, coins } = dataOf<WireRecord>(await send(values)).records
      expect({ texts, coins }).toEqual({ texts: text.slice(0, 1), coins: record.records.coins })
    },
  )

  it('rule: in update with replace, a null list is untouched and an entry whose value is null is not in its list', async () => {
    const { domain, record, headers } = await held('null-replace')
    const body = {
      ...subnameBody(domain, 'null-replace'),
      text: [{ key: 'url', value: null }],
      addresses: null,
      contentHash: null,
      replace: true,
    }
    const { records } = dataOf<WireRecord>(
      await service().call('POST', '/ens/v1/subname/update', { headers, body }),
    )
    expect(records).toEqual({ ...record.records, texts: [] })
  })

  it('400 where a required member is null, and nothing changes', async () => {
    const { domain, record, headers } = await held('null-required')
    for (const wrong of [
      { chainId: null },
      { username: null },
      { text: [null] },
      { text: [{ key: null, value: 'a' }] },
      { text: [{ key: 'a' }] },
      { addresses: [{ coinType: null, address: '' }] },
    ]) {
      const body = { ...subnameBody(domain, 'null-required'), ...wrong }
      await expectUnchanged(service(), domain, async () =>
        expectError(
          await service().call('POST', '/ens/v1/subname/update', { headers, body }),
          400,
          'BadRequestException',
        ),
      )
    }
    expect(dataOf(await getSubname(service(), domain, 'null-required'))).toEqual(record)
  })

  it('rule: a challenge with a null ttl lasts as long as one without', async () => {
    const body = {
      domain: 'localhost',
      address: createWallet().address,
      origin: 'http://localhost:3000',
      chainId: 1,
      ttl: null,
    }
    for (const [path, status] of [
      ['/ens/v1/siwe/request-challenge', 201],
      ['/ens/v2/siwe/challenges', 200],
    ] as const) {
      const { challenge } = dataOf<{ challenge: string }>(
        await service().call('POST', path, { body }),
        status,
      )
      const [issued = '', expires = ''] = challenge.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []
      expect(Date.parse(expires) - Date.parse(issued)).toBe(120_000)
    }
  })
})
