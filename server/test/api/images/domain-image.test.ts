import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { deleteDomain, requestOnboarding } from '../../support/entities/domains.ts'
import { blockOrDelete, expectUnchanged, seedSubname } from '../../support/entities/subnames.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import { encodeLookup, postLookup, resolveText } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { createForm, expectNothingStored, randomImage, uploadedUrl } from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

function newImage() {
  return randomImage().png().toBuffer()
}

describeService('An image of a domain', (service) => {
  const upload = async (
    { id }: Domain,
    type: 'avatar' | 'banner' = 'avatar',
    key = service().key,
  ): Promise<ApiResponse> =>
    service().call('POST', `/ens/v1/ens/upload-to-cdn?ensId=${id}&type=${type}`, {
      headers: { 'x-api-key': key },
      body: createForm(await newImage()),
    })

  const resolverOf = ({ chainId }: Domain) => service().resolvers[chainId === 1 ? 1 : 11155111]['chain-bound']

  const resolveRecord = (domain: Domain, key: string, at: Pick<TestService, 'call'> = service()) =>
    resolveText(at, resolverOf(domain), domain.name, key)

  const readImage = async ({ id }: Domain) => {
    const headers = { 'x-api-key': service().key }
    return dataOf<{ texts: unknown }>(await service().call('GET', `/ens/v1/ens/id/${id}`, { headers })).texts
  }

  it('rule: the gateway returns an uploaded image for the domain itself immediately, and the domain lists it', async () => {
    for (const chainId of [1, 11155111] as const) {
      const domain = await service().onboard({ chainId })
      expect(await resolveRecord(domain, 'avatar')).toBe('')
      const avatar = uploadedUrl(await upload(domain))
      expect(await resolveRecord(domain, 'avatar')).toBe(avatar)
      expect(await resolveRecord(domain, 'header')).toBe('')
      const banner = uploadedUrl(await upload(domain, 'banner'))
      expect(await resolveRecord(domain, 'header')).toBe(banner)
      expect(await readImage(domain)).toEqual([
        { key: 'avatar', value: avatar },
        { key: 'header', value: banner },
      ])
    }
  })

  const patch = ({ name, chainId }: Domain, body: object, key = service().key): Promise<ApiResponse> =>
    service().call('PATCH', `/byname/v1/domains/${name}?chainId=${chainId}`, {
      headers: { 'x-api-key': key },
      body,
    })

  const originsOf = async ({ name, chainId }: Domain) => {
    const headers = { 'x-api-key': service().key }
    const path = `/byname/v1/domains/${name}?chainId=${chainId}`
    return dataOf<{ allowedOrigins: unknown }>(await service().call('GET', path, { headers }))
  }

  it('rule: an empty text removes the image of a domain immediately, and other texts and origins stay', async () => {
    const domain = await service().onboard()
    uploadedUrl(await upload(domain))
    const header = uploadedUrl(await upload(domain, 'banner'))
    expect(await resolveRecord(domain, 'avatar')).not.toBe('')
    dataOf(await patch(domain, { allowedOrigins: ['app.example'] }))
    dataOf(await patch(domain, { texts: [{ key: 'avatar', value: '' }] }))
    expect(await resolveRecord(domain, 'avatar')).toBe('')
    expect(await readImage(domain)).toEqual([{ key: 'header', value: header }])
    expect(await originsOf(domain)).toMatchObject({ allowedOrigins: ['app.example'] })
  })

  it('400 for texts beyond the bound of a name, with nothing of the rest written', async () => {
    const domain = await service().onboard()
    const texts = Array.from({ length: 5 }, (_, index) => ({ key: `k${index}`, value: 'x'.repeat(16_000) }))
    const response = await patch(domain, { texts, allowedOrigins: ['app.example'] })
    expectError(response, 400, 'InvalidRecordException')
    expect(await readImage(domain)).toEqual([])
    expect(await originsOf(domain)).toMatchObject({ allowedOrigins: null })
  })

  it('rule: a second upload replaces the image of a domain, here and in another process', () =>
    service().withSecondService(async (other) => {
      const domain = await service().onboard()
      const first = uploadedUrl(await upload(domain))
      expect(await resolveRecord(domain, 'avatar', other)).toBe(first)
      const second = uploadedUrl(await upload(domain))
      expect(second).not.toBe(first)
      expect(await resolveRecord(domain, 'avatar')).toBe(second)
      await expect.poll(() => resolveRecord(domain, 'avatar', other), { interval: 5 }).toBe(second)
      expect(await readImage(domain)).toEqual([{ key: 'avatar', value: second }])
    }))

  it('rule: concurrent uploads are all stored', async () => {
    const domain = await service().onboard()
    const [avatar, banner] = await Promise.all([upload(domain), upload(domain, 'banner')])
    expect(await resolveRecord(domain, 'avatar')).toBe(uploadedUrl(avatar))
    expect(await resolveRecord(domain, 'header')).toBe(uploadedUrl(banner))
  })

  it('rule: the image of a domain belongs neither to its names nor to another domain nor to the same name on the other chain', async () => {
    const domain = await service().onboard()
    const twin = await service().onboard({ name: domain.name, chainId: 11155111 })
    const other = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    uploadedUrl(await upload(domain))
    for (const label of ['alice', 'absent'])
      expect(await resolveText(service(), resolverOf(domain), `${label}.${domain.name}`, 'avatar')).toBe('')
    for (const one of [twin, other]) expect(await resolveRecord(one, 'avatar')).toBe('')
  })

  it('rule: the image of a domain is empty while the domain is blocked, not served once it is deleted, and back with it', async () => {
    const domain = await service().onboard()
    const url = uploadedUrl(await upload(domain))
    const setBlocked = async (isBlocked: boolean) =>
      dataOf(
        await service().call('POST', '/ens/v1/ens/update-ens-is-blocked', {
          headers: { 'x-api-key': await createAdminKey(service()) },
          body: { ens: domain.name, chainId: 1, isBlocked },
        }),
        201,
      )
    expect(await resolveRecord(domain, 'avatar')).toBe(url)
    await setBlocked(true)
    expect(await resolveRecord(domain, 'avatar')).toBe('')
    await setBlocked(false)
    expect(await resolveRecord(domain, 'avatar')).toBe(url)
    dataOf(await deleteDomain(service(), domain), 201)
    const callData = encodeLookup(domain.name, encodeTextCall(domain.name, 'avatar'))
    expect((await postLookup(service(), resolverOf(domain), callData)).status).toBe(404)
    dataOf(await requestOnboarding(service(), domain))
    expect(await resolveRecord(domain, 'avatar')).toBe(url)
  })

  it('400 when the record call of a lookup is for another node than the domain', async () => {
    const domain = await service().onboard()
    uploadedUrl(await upload(domain))
    const callData = encodeLookup(domain.name, encodeTextCall(`alice.${domain.name}`, 'avatar'))
    expect((await postLookup(service(), resolverOf(domain), callData)).status).toBe(400)
  })

  it('404 for a lookup through a resolver that the domain does not use', async () => {
    const domain = await service().onboard()
    uploadedUrl(await upload(domain))
    const callData = encodeLookup(domain.name, encodeTextCall(domain.name, 'avatar'))
    expect((await postLookup(service(), service().resolvers[1].published, callData)).status).toBe(404)
  })

  it('403 while the domain is blocked, with nothing stored or changed, but not for an admin key', async () => {
    const domain = await service().onboard()
    await blockOrDelete(service(), domain, 'blocked')
    const refused = await expectNothingStored(service(), () =>
      expectUnchanged(service(), domain, () => upload(domain)),
    )
    expectError(refused, 403, 'DomainBlockedException')
    const url = uploadedUrl(await upload(domain, 'avatar', await createAdminKey(service())))
    expect(await readImage(domain)).toEqual([{ key: 'avatar', value: url }])
  })
})
