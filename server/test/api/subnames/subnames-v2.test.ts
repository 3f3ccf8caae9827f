import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('/ens/v2', (service) => {
  it('POST subnames: 200 with a key and a signature, and v1 and v2 return the same record', async () => {
    const { call, demo, key } = service()
    const wallet = createWallet()
    const added = dataOf<WireRecord>(
      await call('POST', '/ens/v2/subnames', {
        headers: { 'x-api-key': key, ...(await signedHeaders(wallet, { chainId: 1 })) },
        body: { ...subnameBody(demo[1], 'alice'), text: [{ key: 'url', value: 'https://alice.example' }] },
      }),
    )
    expect(added.records.addresses).toEqual([{ id: 60, name: 'eth', value: wallet.address }])
    expect({
      ...dataOf<WireRecord>(await getSubname(service(), demo[1], 'alice')),
      holder: wallet.address,
    }).toEqual(added)
    for (const path of ['subnames', 'subname'])
      expect(dataOf(await call('GET', `/ens/v2/${path}?chainId=1&subname=Alice.demo.eth`))).toEqual(added)
  })

  it('POST subnames: 200 with overrideSignatureCheck and the key alone', async () => {
    const { call, demo, key } = service()
    const addresses = [ethereumAddress(createWallet().address)]
    const body = { ...subnameBody(demo[1], 'by-key'), addresses, overrideSignatureCheck: true }
    const response = await call('POST', '/ens/v2/subnames', { headers: { 'x-api-key': key }, body })
    expect(dataOf<WireRecord>(response).ens).toBe('by-key.demo.eth')
  })

  it('POST subnames: 409 when the label is taken', async () => {
    const { call, demo, key } = service()
    await seedSubname(service(), demo[1], 'taken')
    const addresses = [ethereumAddress(createWallet().address)]
    const body = { ...subnameBody(demo[1], 'taken'), addresses, overrideSignatureCheck: true }
    await expectUnchanged(service(), demo[1], async () => {
      const response = await call('POST', '/ens/v2/subnames', { headers: { 'x-api-key': key }, body })
      expectError(response, 409, 'SubdomainAlreadyExistsException')
    })
  })

  it('GET subname: 404 for a name that does not exist', async () => {
    const response = await service().call('GET', '/ens/v2/subname?chainId=1&subname=nobody.demo.eth')
    expectError(response, 404, 'SubnameNotFoundException')
  })

  it('PATCH subnames/{subname}: 200 with merged records, replaced with replace', async () => {
    const { call, demo } = service()
    const wallet = createWallet()
    const text = [{ key: 'a', value: '1' }]
    await seedSubname(service(), demo[1], 'patched', { addresses: [ethereumAddress(wallet.address)], text })
    const headers = await signedHeaders(wallet, { chainId: 1 })
    const patch = async (body: object) =>
      dataOf<WireRecord>(
        await call('PATCH', '/ens/v2/subnames/Patched.demo.eth?chainId=1', { headers, body }),
      ).records.texts
    expect(await patch({ text: [{ key: 'b', value: '2' }] })).toEqual([...text, { key: 'b', value: '2' }])
    expect(await patch({ text: [{ key: 'c', value: '3' }], replace: true })).toEqual([
      { key: 'c', value: '3' },
    ])
    expect(await patch({})).toEqual([{ key: 'c', value: '3' }])
  })

  it('PATCH subnames/{subname}: 403 for a signer that does not hold it', async () => {
    const { call, demo } = service()
    await seedSubname(service(), demo[1], 'not-yours')
    const headers = await signedHeaders(createWallet(), { chainId: 1 })
    await expectUnchanged(service(), demo[1], async () => {
      const path = '/ens/v2/subnames/not-yours.demo.eth?chainId=1'
      const response = await call('PATCH', path, { headers, body: { text: [{ key: 'a', value: 'b' }] } })
      expectError(response, 403, 'NotHolderException')
    })
  })

  it('PATCH subnames/{subname}: 400 without a chain', async () => {
    const response = await service().call('PATCH', '/ens/v2/subnames/patched.demo.eth', { body: {} })
    expectError(response, 400, 'BadRequestException')
  })
})
