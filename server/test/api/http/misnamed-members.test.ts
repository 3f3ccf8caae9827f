import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { postBatch } from '../../support/entities/batches.ts'
import { ethereumAddress, postAdd, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const url = { key: 'url', value: 'https://a.example' }

describeService('members and parameters that are not known', (service) => {
  const add = (label: string, fields: object) => {
    const { demo, key } = service()
    const addresses = [ethereumAddress(createWallet().address)]
    const body = { ...subnameBody(demo[1], label), addresses, overrideSignatureCheck: true, ...fields }
    return postAdd(service(), { headers: { 'x-api-key': key }, body })
  }

  const sentenceOf = ({ body }: ApiResponse) => (body as { result: { error: string } }).result.error

  it('rule: texts is understood as text, by add and in batches', async () => {
    expect(dataOf<WireRecord>(await add('texts', { texts: [url] })).records.texts).toEqual([url])
    const domain = await service().onboard()
    const item = {
      action: 'issue',
      label: 'a',
      addresses: [ethereumAddress(createWallet().address)],
      texts: [url],
    }
    dataOf(await postBatch(service(), domain, [item]))
    const read = await service().call('GET', `/byname/v1/names/a.${domain.name}?chainId=1`)
    expect(dataOf<WireRecord>(read).records.texts).toEqual([url])
  })

  it('400 for text and texts, and for records by another word', async () => {
    for (const fields of [{ text: [url], texts: [url] }, { coins: [] }, { contenthash: 'ipfs://x' }])
      expectError(await add('both', fields), 400, 'BadRequestException')
  })

  it('400 for records of an operation that has none', async () => {
    const { demo, key } = service()
    const body = { ...subnameBody(demo[1], 'invited'), ethAddress: createWallet().address, texts: [url] }
    const response = await service().call('POST', '/ens/v1/subname/reserve', {
      headers: { 'x-api-key': key },
      body,
    })
    expectError(response, 400, 'BadRequestException')
    expect(sentenceOf(response)).toContain('texts: is not known')
  })

  it('400 with the nearest one for a member of v1 that resembles a known one; others are ignored', async () => {
    const response = await add('near', { contentHsah: 'ipfs://x' })
    expect(sentenceOf(response)).toBe('BadRequestException: contentHsah: is not known; is it contentHash?')
    dataOf(await add('far', { clientVersion: '1.0', contenthash: null }))
  })

  it('400 for any unknown member or parameter below /byname/v1, at any depth', async () => {
    const domain = await service().onboard()
    const headers = { 'x-api-key': service().key }
    const path = `/byname/v1/domains/${domain.name}`
    const sentences = [
      await service().call('GET', `${path}/names?chainId=1&sort=label`),
      await service().call('GET', `${path}/names?chainId=1&Limit=1`),
      await service().call('PATCH', `${path}?chainId=1`, { headers, body: { branding: { titel: 'A' } } }),
      await service().call('PATCH', `${path}/policy?chainId=1`, {
        headers,
        body: { claims: 'open', minLenght: 3 },
      }),
      await postBatch(service(), domain, [{ action: 'revoke', label: 'a', replace: true }]),
    ].map((response) => sentenceOf(response).replace('BadRequestException: ', ''))
    expect(sentences).toEqual([
      'sort: is not known',
      'Limit: is not known; is it limit?',
      'branding.titel: is not known; is it title?',
      'minLenght: is not known; is it minLength?',
      'items.0.replace: is not known',
    ])
  })

  it('rule: numbered brackets filter a list, and orders of v2 are those of v1', async () => {
    const [domain, other] = [await service().onboard(), await service().onboard()]
    for (const label of ['b', 'a']) await seedSubname(service(), domain, label)
    await seedSubname(service(), other, 'c')
    const namesAt = async (path: string) =>
      dataOf<{ data: readonly { ens: string }[] }>(await service().call('GET', path)).data.map(
        ({ ens }) => ens,
      )
    const all = `/ens/v2/subnames/all?chainId=1&orderDirection=asc&ensDomains[0]=${domain.name}`
    expect(await namesAt(all)).toEqual([`b.${domain.name}`, `a.${domain.name}`])
    const list = `/ens/v1/subname/ens?chainId=1&ensDomain=${domain.name}`
    expect(await namesAt(`${list}&orderBy=createdAt&orderDirection=asc`)).toEqual(await namesAt(all))
    expect(await namesAt(list)).toEqual([`a.${domain.name}`, `b.${domain.name}`])
  })
})
