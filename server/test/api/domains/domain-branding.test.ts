import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { requestSubname, setDomainLimit } from '../../support/entities/domains.ts'
import { blockOrDelete } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const branding = {
  accent: '#1a56db',
  title: 'Acme',
  words: 'Names for members.\nFree.',
  links: [{ title: 'Website', url: 'https://acme.example/' }],
  offersPasskey: true,
  directory: 'off',
}
const withTextColor = { ...branding, accentText: '#ffffff' }
const emptyBranding = {
  accent: null,
  accentText: null,
  title: '',
  words: '',
  links: [],
  offersPasskey: true,
  directory: 'off',
}

interface WireDomain {
  readonly branding: unknown
  readonly texts: unknown
  readonly addresses: unknown
  readonly contentHash: unknown
  readonly allowedOrigins: unknown
}

interface WirePage {
  readonly branding: unknown
  readonly avatar: string | null
  readonly banner: string | null
  readonly isFull: boolean
}

function requestsOf(service: () => TestService) {
  const patch = (
    { name, chainId }: Domain,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> =>
    service().call('PATCH', `/byname/v1/domains/${name}?chainId=${chainId}`, {
      headers: { 'x-api-key': service().key, ...headers },
      body,
    })
  const get = ({ name, chainId }: Domain) =>
    service().call('GET', `/byname/v1/domains/${name}?chainId=${chainId}`, {
      headers: { 'x-api-key': service().key },
    })
  const read = async (domain: Domain) => dataOf<WireDomain>(await get(domain))
  const getPage = ({ name, chainId }: Domain) =>
    service().call('GET', `/byname/v1/domains/${name}/page?chainId=${chainId}`)
  const readPage = async (domain: Domain) => dataOf<WirePage>(await getPage(domain))
  return { patch, get, read, getPage, readPage }
}

describeOnEachService('The branding of a domain', (service) => {
  const { patch, get, read, readPage } = requestsOf(service)

  it('rule: a change of the branding merges by field, and is in the domain, on its page and in the log', async () => {
    const domain = await service().onboard()
    expect(await read(domain)).toMatchObject({ branding: emptyBranding })
    expect(dataOf(await patch(domain, { branding }))).toMatchObject({ branding: withTextColor })
    dataOf(await patch(domain, { branding: { title: 'Acme Inc.', words: null } }))
    const changed = { ...withTextColor, title: 'Acme Inc.' }
    expect(await read(domain)).toMatchObject({ branding: changed })
    expect(await readPage(domain)).toMatchObject({ branding: { ...changed, offersPasskey: false } })
    dataOf(await patch(domain, { branding: { accent: null, title: '', words: '', links: [] } }))
    expect(await read(domain)).toMatchObject({ branding: emptyBranding })

    const path = `/byname/v1/events?domain=${domain.name}&type=domain.changed`
    const { data: events } = dataOf<WireEventPage>(
      await service().call('GET', path, { headers: { 'x-api-key': service().key } }),
    )
    const change = (field: string, before: unknown, after: unknown) => ({ field, key: null, before, after })
    expect(events.map(({ changes }) => changes)).toEqual([
      [
        change('branding.accent', null, branding.accent),
        change('branding.title', null, branding.title),
        change('branding.words', null, branding.words),
        change('branding.links', null, ['Website https://acme.example/']),
      ],
      [change('branding.title', branding.title, 'Acme Inc.')],
      [
        change('branding.accent', branding.accent, null),
        change('branding.title', 'Acme Inc.', null),
        change('branding.words', branding.words, null),
        change('branding.links', ['Website https://acme.example/'], null),
      ],
    ])
  })

  it('rule: an owner leaves out the account with a passkey, and takes it back', async () => {
    const domain = await service().onboard()
    const set = (offersPasskey: boolean | null) => patch(domain, { branding: { offersPasskey } })
    dataOf(await set(false))
    for (const shown of [await read(domain), await readPage(domain)])
      expect(shown).toMatchObject({ branding: { ...emptyBranding, offersPasskey: false } })
    dataOf(await set(null))
    dataOf(await patch(domain, { branding: { title: 'Acme' } }))
    expect(await read(domain)).toMatchObject({ branding: { offersPasskey: false } })
    dataOf(await set(true))
    expect(await read(domain)).toMatchObject({ branding: { offersPasskey: true } })
    const path = `/byname/v1/events?domain=${domain.name}&type=domain.changed`
    const { data: events } = dataOf<WireEventPage>(
      await service().call('GET', path, { headers: { 'x-api-key': service().key } }),
    )
    const field = 'branding.offersPasskey'
    expect(events.flatMap(({ changes }) => changes).filter((change) => change.field === field)).toEqual([
      { field, key: null, before: null, after: false },
      { field, key: null, before: false, after: null },
    ])
  })

  it('rule: concurrent changes of different fields of the branding are all stored', async () => {
    const domain = await service().onboard()
    const parts = [
      { title: branding.title },
      { words: branding.words },
      { links: branding.links },
      { accent: branding.accent },
    ]
    for (const response of await Promise.all(parts.map((part) => patch(domain, { branding: part }))))
      dataOf(response)
    expect(await read(domain)).toMatchObject({ branding: withTextColor })
  })

  it('412 for a change of the branding with an ETag of an earlier state, and nothing is changed', async () => {
    const domain = await service().onboard()
    const etag = (await get(domain)).headers.get('etag') ?? ''
    dataOf(await patch(domain, { branding: { title: 'First' } }, { 'if-match': etag }))
    const refused = await patch(domain, { branding: { title: 'Second' } }, { 'if-match': etag })
    expectError(refused, 412, 'PreconditionFailedException')
    expect(await read(domain)).toMatchObject({ branding: { title: 'First' } })
  })

  it('rule: the own records of a domain are merged as those of a name', async () => {
    const domain = await service().onboard()
    const [eth, op] = [
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    ]
    const contentHash = 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
    dataOf(
      await patch(domain, {
        texts: [{ key: 'description', value: 'Acme.' }],
        addresses: [
          { coinType: 60, address: eth },
          { coinType: 2147483658, address: op },
        ],
        contentHash,
        branding: { title: 'Acme' },
      }),
    )
    const first = {
      texts: [{ key: 'description', value: 'Acme.' }],
      addresses: [
        { coinType: 60, address: eth },
        { coinType: 2147483658, address: op },
      ],
      contentHash,
      branding: { ...emptyBranding, title: 'Acme' },
    }
    expect(await read(domain)).toMatchObject(first)
    dataOf(await patch(domain, { addresses: [{ coinType: 60, address: '' }], contentHash: '' }))
    expect(await read(domain)).toMatchObject({
      ...first,
      addresses: first.addresses.slice(1),
      contentHash: null,
    })
  })
})

describeService('The public page of a domain', (service) => {
  const { patch, read, getPage, readPage } = requestsOf(service)

  it('200 without credentials, with what a visitor may know and nothing else', async () => {
    const domain = await service().onboard()
    const texts = [
      { key: 'description', value: 'Names for members.' },
      { key: 'url', value: 'https://acme.example' },
      { key: 'avatar', value: 'https://acme.example/avatar.png' },
      { key: 'secret', value: 'not on the page' },
    ]
    dataOf(await patch(domain, { texts, branding, allowedOrigins: ['acme.example'] }))
    expect(await readPage(domain)).toEqual({
      name: domain.name,
      chainId: 1,
      // Without an RPC of the chain.
      branding: { ...withTextColor, offersPasskey: false },
      avatar: `${service().url}/byname/v1/names/${domain.name}/avatar?chainId=1`,
      banner: null,
      description: 'Names for members.',
      url: 'https://acme.example',
      isFull: false,
      policy: expect.objectContaining({ state: 'closed' }),
    })
  })

  it('rule: a domain is full at its limit', async () => {
    const domain = await service().onboard()
    dataOf(await setDomainLimit(service(), domain, 1))
    dataOf(await requestSubname(service(), domain, 'alice'))
    expect(await readPage(domain)).toMatchObject({ isFull: true })
    dataOf(await setDomainLimit(service(), domain, 2))
    expect(await readPage(domain)).toMatchObject({ isFull: false })
  })

  it.each(['blocked', 'deleted'] as const)('404 for the page of a %s domain', async (state) => {
    const domain = await service().onboard()
    await blockOrDelete(service(), domain, state)
    expectError(await getPage(domain), 404, 'EnsNotFound')
  })

  it.each([
    ['a script as a link', { branding: { links: [{ title: 'a', url: 'javascript:alert(1)' }] } }],
    ['a colour without contrast', { branding: { accent: '#7b7b7b' } }],
    ['a colour by name', { branding: { accent: 'red' } }],
    ['words of 100 kB', { branding: { words: 'a'.repeat(100_000) } }],
    ['a branding that is a text', { branding: 'Acme' }],
    ['no change', {}],
  ])('400 for %s, and nothing is changed', async (_, body) => {
    const domain = await service().onboard()
    const before = await read(domain)
    const texts = Object.keys(body).length > 0 ? { texts: [{ key: 'url', value: 'https://a.example' }] } : {}
    expectError(await patch(domain, { ...body, ...texts }), 400, 'BadRequestException')
    expect(await read(domain)).toEqual(before)
  })

  it('403 for the branding with a key of another workspace, or without domains:write', async () => {
    const domain = await service().onboard()
    const { key: foreign } = await createWorkspaceWithKey(service())
    const { key: limited } = await createKey(service(), { scopes: ['names:write'] })
    for (const key of [foreign, limited])
      expectError(await patch(domain, { branding }, { 'x-api-key': key }), 403, 'ForbiddenException')
    expect(await read(domain)).toMatchObject({ branding: emptyBranding })
  })
})
