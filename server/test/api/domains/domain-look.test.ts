import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { requestSubname, setDomainLimit } from '../../support/entities/domains.ts'
import { blockOrDelete } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const look = {
  accent: '#1a56db',
  title: 'Acme',
  words: 'Names for members.\nFree.',
  links: [{ title: 'Website', url: 'https://acme.example/' }],
}
const withTextColor = { ...look, accentText: '#ffffff' }
const emptyLook = { accent: null, accentText: null, title: '', words: '', links: [] }

interface WireDomain {
  readonly look: unknown
  readonly texts: unknown
  readonly addresses: unknown
  readonly contentHash: unknown
  readonly allowedOrigins: unknown
}

interface WirePage {
  readonly look: unknown
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

describeOnEachService('The look of a domain', (service) => {
  const { patch, get, read, readPage } = requestsOf(service)

  it('rule: a change of the look merges by field, and is in the domain, on its page and in the log', async () => {
    const domain = await service().onboard()
    expect(await read(domain)).toMatchObject({ look: emptyLook })
    expect(dataOf(await patch(domain, { look }))).toMatchObject({ look: withTextColor })
    dataOf(await patch(domain, { look: { title: 'Acme Inc.', words: null } }))
    const changed = { ...withTextColor, title: 'Acme Inc.' }
    expect(await read(domain)).toMatchObject({ look: changed })
    expect(await readPage(domain)).toMatchObject({ look: changed })
    dataOf(await patch(domain, { look: { accent: null, title: '', words: '', links: [] } }))
    expect(await read(domain)).toMatchObject({ look: emptyLook })

    const path = `/byname/v1/events?domain=${domain.name}&type=domain.changed`
    const { data: events } = dataOf<WireEventPage>(
      await service().call('GET', path, { headers: { 'x-api-key': service().key } }),
    )
    const change = (field: string, before: unknown, after: unknown) => ({ field, key: null, before, after })
    expect(events.map(({ changes }) => changes)).toEqual([
      [
        change('look.accent', null, look.accent),
        change('look.title', null, look.title),
        change('look.words', null, look.words),
        change('look.links', null, ['Website https://acme.example/']),
      ],
      [change('look.title', look.title, 'Acme Inc.')],
      [
        change('look.accent', look.accent, null),
        change('look.title', 'Acme Inc.', null),
        change('look.words', look.words, null),
        change('look.links', ['Website https://acme.example/'], null),
      ],
    ])
  })

  it('rule: concurrent changes of different fields of the look are all stored', async () => {
    const domain = await service().onboard()
    const parts = [
      { title: look.title },
      { words: look.words },
      { links: look.links },
      { accent: look.accent },
    ]
    for (const response of await Promise.all(parts.map((part) => patch(domain, { look: part }))))
      dataOf(response)
    expect(await read(domain)).toMatchObject({ look: withTextColor })
  })

  it('412 for a change of the look with an ETag of an earlier state, and nothing is changed', async () => {
    const domain = await service().onboard()
    const etag = (await get(domain)).headers.get('etag') ?? ''
    dataOf(await patch(domain, { look: { title: 'First' } }, { 'if-match': etag }))
    const refused = await patch(domain, { look: { title: 'Second' } }, { 'if-match': etag })
    expectError(refused, 412, 'PreconditionFailedException')
    expect(await read(domain)).toMatchObject({ look: { title: 'First' } })
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
        look: { title: 'Acme' },
      }),
    )
    const first = {
      texts: [{ key: 'description', value: 'Acme.' }],
      addresses: [
        { coinType: 60, address: eth },
        { coinType: 2147483658, address: op },
      ],
      contentHash,
      look: { ...emptyLook, title: 'Acme' },
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
    dataOf(await patch(domain, { texts, look, allowedOrigins: ['acme.example'] }))
    expect(await readPage(domain)).toEqual({
      name: domain.name,
      chainId: 1,
      look: withTextColor,
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
    ['a script as a link', { look: { links: [{ title: 'a', url: 'javascript:alert(1)' }] } }],
    ['a colour without contrast', { look: { accent: '#7b7b7b' } }],
    ['a colour by name', { look: { accent: 'red' } }],
    ['words of 100 kB', { look: { words: 'a'.repeat(100_000) } }],
    ['a look that is a text', { look: 'Acme' }],
    ['no change', {}],
  ])('400 for %s, and nothing is changed', async (_, body) => {
    const domain = await service().onboard()
    const before = await read(domain)
    const texts = Object.keys(body).length > 0 ? { texts: [{ key: 'url', value: 'https://a.example' }] } : {}
    expectError(await patch(domain, { ...body, ...texts }), 400, 'BadRequestException')
    expect(await read(domain)).toEqual(before)
  })

  it('403 for the look with a key of another workspace, or without domains:write', async () => {
    const domain = await service().onboard()
    const { key: foreign } = await createWorkspaceWithKey(service())
    const { key: limited } = await createKey(service(), { scopes: ['names:write'] })
    for (const key of [foreign, limited])
      expectError(await patch(domain, { look }, { 'x-api-key': key }), 403, 'ForbiddenException')
    expect(await read(domain)).toMatchObject({ look: emptyLook })
  })
})
