import { getAddress, type Hex } from 'viem'
import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import {
  createWallet,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  getSubname,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

function lowerCase(address: string) {
  return address.toLowerCase() as Hex
}

describeService('POST /ens/v1/subname/add', (service) => {
  it('200 with a key and a signature, and the record as later reads return it', async () => {
    const { key, demo, resolvers } = service()
    const wallet = createWallet()
    const added = dataOf<WireRecord>(
      await postAdd(service(), {
        headers: { 'x-api-key': key, ...(await signedHeaders(wallet, { chainId: 1 })) },
        body: {
          ...subnameBody(demo[1], 'alice'),
          addresses: [ethereumAddress(wallet.address)],
          text: [
            { key: 'url', value: 'https://alice.example' },
            { key: 'avatar', value: 'ipfs://avatar' },
          ],
        },
      }),
    )
    const coins = [{ id: 60, name: 'eth', value: wallet.address }]
    expect(added).toEqual({
      ens: 'alice.demo.eth',
      isClaimed: true,
      claimedAt: expect.any(String),
      isJAN: true,
      records: {
        resolverAddress: getAddress(resolvers[1]['chain-bound'].address),
        texts: [
          { key: 'url', value: 'https://alice.example' },
          { key: 'avatar', value: 'ipfs://avatar' },
        ],
        coins,
        addresses: coins,
        contentHash: null,
      },
    })
    expect(dataOf(await getSubname(service(), demo[1], 'alice'))).toEqual(added)
  })

  it('200 with the signature in the body, for long signatures', async () => {
    const { key, demo } = service()
    const { signature, address, message } = await signMessage(createWallet(), { chainId: 1 })
    const { 'x-signature': _, ...headers } = toSignedHeaders({ address, message, signature })
    const request = { ...subnameBody(demo[1], 'in-body'), addresses: [ethereumAddress(address)], signature }
    const response = await postAdd(service(), { headers: { 'x-api-key': key, ...headers }, body: request })
    expect(dataOf<WireRecord>(response).ens).toBe('in-body.demo.eth')
  })

  it.each([
    ['percent-encoded', (message: string) => encodeURIComponent(message)],
    ['base64', (message: string) => Buffer.from(message).toString('base64')],
    ['base64url', (message: string) => Buffer.from(message).toString('base64url')],
  ])('200 with the message %s', async (form, encode) => {
    const { key, demo } = service()
    const wallet = createWallet()
    const headers = toSignedHeaders(await signMessage(wallet, { chainId: 1 }), encode)
    const body = { ...subnameBody(demo[1], form), addresses: [ethereumAddress(wallet.address)] }
    const response = await postAdd(service(), { headers: { 'x-api-key': key, ...headers }, body })
    expect(dataOf<WireRecord>(response).ens).toBe(`${form}.demo.eth`)
  })

  it('200 with a lower-case x-address', async () => {
    const { key, demo } = service()
    const wallet = createWallet()
    const headers = await signedHeaders(wallet, { chainId: 1 })
    const response = await postAdd(service(), {
      headers: { 'x-api-key': key, ...headers, 'x-address': lowerCase(wallet.address) },
      body: subnameBody(demo[1], 'lower-case'),
    })
    expect(dataOf<WireRecord>(response).records.coins).toEqual([
      { id: 60, name: 'eth', value: wallet.address },
    ])
  })

  it('200 with a quoted chain id and a quoted coin type', async () => {
    const { key, demo } = service()
    const { address } = createWallet()
    const response = await postAdd(service(), {
      headers: { 'x-api-key': key },
      body: {
        ...subnameBody(demo[11155111], 'quoted'),
        chainId: '11155111',
        addresses: [{ coinType: '60', address }],
        overrideSignatureCheck: true,
      },
    })
    expect(dataOf<WireRecord>(response).records.coins[0]?.id).toBe(60)
    expect(dataOf<WireRecord>(await getSubname(service(), demo[11155111], 'quoted')).ens).toBe(
      'quoted.demo.eth',
    )
  })

  it('rule: with an address of coin type 60, that address holds the name, not the signer', async () => {
    const { key, demo } = service()
    const holder = createWallet()
    const signer = await signedHeaders(createWallet(), { chainId: 1 })
    const body = { ...subnameBody(demo[1], 'gift'), addresses: [ethereumAddress(holder.address)] }
    dataOf(await postAdd(service(), { headers: { 'x-api-key': key, ...signer }, body }))
    const update = await service().call('POST', '/ens/v1/subname/update', {
      headers: await signedHeaders(holder, { chainId: 1 }),
      body: { ...subnameBody(demo[1], 'gift'), text: [{ key: 'url', value: 'https://mine.example' }] },
    })
    expect(dataOf<WireRecord>(update).records.texts).toEqual([{ key: 'url', value: 'https://mine.example' }])
  })

  it('rule: one signature serves until it expires, for add and then for update', async () => {
    const { call, key, demo } = service()
    const headers = await signedHeaders(createWallet(), { chainId: 1 })
    dataOf(
      await postAdd(service(), {
        headers: { 'x-api-key': key, ...headers },
        body: subnameBody(demo[1], 'reuse'),
      }),
    )
    const body = { ...subnameBody(demo[1], 'reuse'), text: [{ key: 'a', value: 'b' }] }
    dataOf(await call('POST', '/ens/v1/subname/update', { headers, body }))
  })

  it('200 with overrideSignatureCheck and the key alone', async () => {
    const { demo } = service()
    const wallet = createWallet()
    const added = await seedSubname(service(), demo[1], 'by-key', {
      addresses: [ethereumAddress(wallet.address)],
    })
    expect(added).toMatchObject({ isClaimed: true, records: { coins: [{ id: 60, value: wallet.address }] } })
  })

  it.each([
    ['no addresses', {}],
    ['an empty list of addresses', { addresses: [] }],
    ['coin type 60 without an address', { addresses: [{ coinType: 60 }] }],
    ['coin type 60 with an empty address', { addresses: [{ coinType: 60, address: '' }] }],
  ])('200 with overrideSignatureCheck, x-address, an empty x-message and %s', async (title, addresses) => {
    const { key, demo } = service()
    const { address } = createWallet()
    const response = await postAdd(service(), {
      headers: { 'x-api-key': key, 'x-address': address, 'x-message': '' },
      body: {
        ...subnameBody(demo[1], title.replaceAll(' ', '-')),
        ...addresses,
        text: [],
        overrideSignatureCheck: true,
      },
    })
    const { records } = dataOf<WireRecord>(response)
    expect(records).toMatchObject({ texts: [], coins: [{ id: 60, name: 'eth', value: address }] })
  })

  it('rule: x-address comes first when the addresses lack coin type 60', async () => {
    const { key, demo } = service()
    const { address } = createWallet()
    const response = await postAdd(service(), {
      headers: { 'x-api-key': key, 'x-address': address },
      body: {
        ...subnameBody(demo[1], 'prepended'),
        addresses: [{ coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }],
        overrideSignatureCheck: true,
      },
    })
    expect(dataOf<WireRecord>(response).records.coins.map(({ id }) => id)).toEqual([60, 0])
  })

  it('rule: coins and addresses are equal, in the given order, EVM addresses in EIP-55', async () => {
    const { demo } = service()
    const { address } = createWallet()
    const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const { records } = await seedSubname(service(), demo[1], 'coins', {
      addresses: [
        { coinType: 2147492101, address: lowerCase(address) },
        { coinType: 60, address: lowerCase(address) },
        { coinType: 0, address: bitcoin },
        { coinType: 0x80000000 + 987654, address },
      ],
    })
    expect(records.coins).toEqual([
      { id: 2147492101, name: 'base', value: address },
      { id: 60, name: 'eth', value: address },
      { id: 0, name: 'btc', value: bitcoin },
      { id: 2148471302, name: 'evm-987654', value: address },
    ])
    expect(records.addresses).toEqual(records.coins)
  })

  it.each([
    ['ipfs', 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
    ['ipns', 'k51qzi5uqu5dgccx524mfjv7znyfsa6g013o6v4yvis9dxnrjbwojc62pt0450'],
  ])('rule: a content hash of %s is returned as it was given', async (protocolType, decoded) => {
    const { records } = await seedSubname(service(), service().demo[1], `hash-${protocolType}`, {
      addresses: [ethereumAddress(createWallet().address)],
      contentHash: `${protocolType}://${decoded}`,
    })
    expect(records.contentHash).toEqual({ protocolType, decoded })
  })

  it('rule: a name on one chain leaves the same name on the other chain free', async () => {
    const { call, demo } = service()
    await seedSubname(service(), demo[1], 'twin')
    const response = await call('GET', '/ens/v1/subname/available?chainId=11155111&subname=twin.demo.eth')
    expect(dataOf(response)).toEqual({ isAvailable: true })
    const other = await seedSubname(service(), demo[11155111], 'twin')
    expect(dataOf<WireRecord>(await getSubname(service(), demo[1], 'twin')).records).not.toEqual(
      other.records,
    )
  })

  it.each(['ñandú', '日本語', '👍🏽', '_service', '0x12'])('200 for the label %s', async (label) => {
    expect((await seedSubname(service(), service().demo[1], label)).ens).toBe(`${label}.demo.eth`)
  })
})
