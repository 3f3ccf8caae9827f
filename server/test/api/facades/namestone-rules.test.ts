import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createAdminKey, createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { setDomainLimit } from '../../support/entities/domains.ts'
import { fetchFacade } from '../../support/http/facade.ts'
import { describeService } from '../../support/service/describe-service.ts'
import {
  address,
  domain,
  enabling,
  error,
  notAuthorized,
  type Row,
  refusals,
  type Sent,
} from './namestone-refusals.ts'

const settings = { NAMESTONE_FACADE: 'on' }
const writes = [
  'set-name',
  'set-names',
  'claim-name',
  'delete-name',
  'revoke-name',
  'set-domain',
  'enable-domain',
]

/** Checks that come before others, which the same requests would fail too. */
const wrong = 'a b.eth'
const orders: readonly Row[] = [
  ['a network of objects', 'set-name', { body: {}, network: 'constructor' }, 400, error('Invalid network')],
  [
    'set-name: the form of a domain before the content hash',
    'set-name',
    { body: { domain: wrong, name: 'a', contenthash: 'x' }, key: 'admin' },
    400,
    error('Invalid ens name'),
  ],
  [
    'claim-name: the form of a domain before the key',
    'claim-name',
    { body: { domain: wrong, address, name: 'a' }, key: 'none' },
    400,
    error('Invalid ens name'),
  ],
  [
    'enable-domain: a key in the body that is no text',
    'enable-domain',
    { body: { ...enabling, domain: wrong, api_key: 5 }, key: 'none' },
    401,
    error(notAuthorized),
  ],
  [
    'enable-domain: the address after the domain',
    'enable-domain',
    { body: { ...enabling, address: 'alice', domain: 'new.eth' } },
    400,
    error('Invalid wallet address'),
  ],
]

describeService(
  'the rules of NameStone',
  (service) => {
    const keys = new Map<string, string>()
    const keyOf = async (kind: Sent['key']) => {
      if (kind === 'none') return undefined
      if (kind === 'unknown') return 'unknown'
      const name = kind ?? 'owner'
      const scopes =
        kind === 'issuing' ? (['names:write'] as const) : (['names:revoke', 'domains:write'] as const)
      const create = async () =>
        kind === 'admin' ? createAdminKey(service()) : (await createKey(service(), { scopes })).key
      const key = keys.get(name) ?? (await create())
      keys.set(name, key)
      return key
    }
    const send = async (endpoint: string, { body, key, network = 'public_v1' }: Sent) => {
      const authorization = await keyOf(key)
      return fetchFacade(service(), `/api/${network}/${endpoint}`, {
        method: writes.includes(endpoint.split('?')[0] ?? '') ? 'POST' : 'GET',
        body,
        authorization,
      })
    }

    it.each([...refusals, ...orders])('rule: %s', async (_, endpoint, sent, status, body) => {
      const response = await send(endpoint, sent)
      expect([response.status, response.body]).toEqual([status, body])
      expect(response.type).toBe('application/json; charset=utf-8')
      if (status >= 400) expect(response.error).toMatch(/^[A-Z]\w+$/)
    })

    describe('keys', () => {
      it.each([
        ['as it is', (key: string) => ({ authorization: key })],
        ['as Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
        ['in the query', (key: string) => ({ query: `&api_key=${encodeURIComponent(key)}` })],
      ])('a key is read %s', async (_, place) => {
        const key = (await keyOf(undefined)) ?? ''
        const { query = '', authorization }: { query?: string; authorization?: string } = place(key)
        const url = `/api/public_v1/get-domain?domain=${domain}${query}`
        expect((await fetchFacade(service(), url, { method: 'GET', authorization })).status).toBe(200)
      })

      it('enable-domain reads a key from the body too', async () => {
        const body = { ...enabling, domain: 'a.b.eth', api_key: await keyOf(undefined) }
        const refused = await send('enable-domain', { body, key: 'none' })
        expect([refused.status, refused.body]).toEqual([400, error('Invalid domain -- must be top level')])
      })

      it('a key that may issue only sets new names, and neither replaces nor deletes them', async () => {
        const body = { domain, name: 'issued', address }
        expect((await send('set-name', { body, key: 'issuing' })).status).toBe(200)
        for (const endpoint of ['set-name', 'set-names', 'delete-name']) {
          const refused = await send(endpoint, { body: { ...body, names: [body] }, key: 'issuing' })
          expect([refused.status, refused.body]).toEqual([401, error(notAuthorized)])
          expect(refused.error).toBe('MissingSignatureException')
        }
      })

      it('a key of some domains is refused in others', async () => {
        const other = await service().onboard()
        const { key } = await createKey(service(), { scopes: ['names:revoke'], domainIds: [other.id] })
        const set = (name: string) =>
          fetchFacade(service(), '/api/public_v1/set-name', {
            method: 'POST',
            body: { domain: name, name: 'limited' },
            authorization: key,
          })
        expect((await set(domain)).status).toBe(401)
        expect((await set(other.name)).status).toBe(200)
        const listed = await fetchFacade(service(), '/api/public_v1/get-names', {
          method: 'GET',
          authorization: key,
        })
        expect(listed.body).toMatchObject([{ name: 'limited', domain: other.name }])
        const elsewhere = await fetchFacade(service(), '/api/public_v1_sepolia/get-names', {
          method: 'GET',
          authorization: key,
        })
        expect([elsewhere.status, elsewhere.body]).toEqual([200, []])
        // What is public without a key is public with one.
        const read = async (authorization?: string) =>
          fetchFacade(service(), `/api/public_v1/get-names?domain=${domain}`, {
            method: 'GET',
            authorization,
          })
        const [own, open] = [await read(key), await read()]
        expect([own.status, own.body]).toEqual([200, open.body])
      })
    })

    describe('what is written', () => {
      it('coin type 60 is what the name resolves to, and the address holds it', async () => {
        const resolved = createWallet().address
        await send('set-name', { body: { domain, name: 'two', address, coin_types: { '60': resolved } } })
        const { body } = await send('search-names?domain=demo.eth&name=two&exact_match=1', {})
        expect(body).toMatchObject([
          { address: getAddress(address), coin_types: { '60': getAddress(resolved) } },
        ])
      })

      it('single_claim refuses a second name of an address; the query counts before the body', async () => {
        const holder = createWallet().address
        let names = 0
        const claim = (query: string, single_claim?: unknown) =>
          send(`claim-name${query}`, {
            body: { domain, name: `single${++names}`, address: holder, single_claim },
          })
        expect((await claim('?single_claim=1')).status).toBe(200)
        for (const [query, inBody] of [
          ['?single_claim=true', 0],
          ['', 1],
          ['?single_claim=x', true],
        ] as const) {
          const refused = await claim(query, inBody)
          expect([refused.status, refused.body]).toEqual([
            400,
            error('Address has already claimed subdomain'),
          ])
        }
        for (const [query, inBody] of [
          ['', undefined],
          ['?single_claim=0', 1],
        ] as const)
          expect((await claim(query, inBody)).status).toBe(200)
      })

      it('a name without an address has none, and texts that are null or empty are left out', async () => {
        const text_records = { a: null, b: '', c: 3, d: true }
        await send('set-name', { body: { domain, name: 'none', text_records } })
        const { body } = await send('search-names?domain=demo.eth&name=none&exact_match=true', {})
        expect(body).toMatchObject([{ address: '', coin_types: {}, text_records: { c: '3', d: 'true' } }])
        expect((await send('delete-name', { body: { domain, name: 'NONE' } })).status).toBe(200)
      })

      it.each([
        ['a body without a type', undefined],
        ['JSON as text', 'text/plain'],
        ['JSON as a form', 'application/x-www-form-urlencoded'],
      ])('%s is read', async (_, type) => {
        const response = await fetchFacade(service(), '/api/public_v1/set-name', {
          method: 'POST',
          body: { domain, name: 'typed', address },
          authorization: await keyOf(undefined),
          type: type ?? '',
        })
        expect([response.status, response.body]).toEqual([200, { success: true }])
      })

      it.each([
        ['an ipfs path', '/ipfs/QmRAQB6YaCyidP37UdDnjFY5vQuiBrcqdyoW1CuDgwxkD4', /^ipfs:\/\/bafy/],
        [
          'hex',
          '0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f',
          /^ipfs:\/\/bafy/,
        ],
      ])('a content hash as %s', async (_, contenthash, listed) => {
        await send('set-name', { body: { domain, name: 'content', contenthash } })
        const { body } = await send('search-names?domain=demo.eth&name=content&text_records=0', {})
        expect(body).toEqual([
          {
            ...{ name: 'content', domain, address: '' },
            ...{ created_at: expect.any(String), contenthash: expect.stringMatching(listed) },
          },
        ])
      })

      it('set-names writes all of its names or none', async () => {
        const names = [
          { name: 'many1', address },
          { name: 'many2', text_records: { url: 'https://a.example' } },
        ]
        expect((await send('set-names', { body: { domain, names } })).body).toEqual({
          success: true,
          processed: 2,
          results: [
            { index: 0, name: 'many1', success: true, subdomainId: expect.any(String) },
            { index: 1, name: 'many2', success: true, subdomainId: expect.any(String) },
          ],
        })
        const wrong = [...names, { name: 'many3', address: '0x1' }]
        const refused = await send('set-names', { body: { domain, names: wrong } })
        expect([refused.status, refused.body]).toEqual([
          400,
          {
            error: 'Batch operation failed',
            processed: 0,
            errors: [{ index: 2, name: 'many3', error: expect.stringContaining('is not an address') }],
            total: 3,
          },
        ])
        expect((await send('search-names?domain=demo.eth&name=many3', {})).body).toEqual([])
      })

      it('the limit of the domain holds for new names, and not for those that are replaced', async () => {
        const full = await service().onboard()
        expect((await send('set-name', { body: { domain: full.name, name: 'one' } })).status).toBe(200)
        await setDomainLimit(service(), full, 1)
        const refused = await send('set-name', { body: { domain: full.name, name: 'two' } })
        expect([refused.status, refused.body]).toEqual([
          400,
          error(
            'Api name limit reached. Please contact the operator of this service to increase your limit.',
          ),
        ])
        const names = [{ name: 'two' }, { name: 'three' }]
        const both = await send('set-names', { body: { domain: full.name, names } })
        expect([both.status, both.body]).toEqual([
          400,
          error(
            'Api name limit would be exceeded. Current: 1, Adding: 2, Limit: 1. Please contact the operator of this service to ' +
              'increase your limit.',
          ),
        ])
        expect((await send('set-name', { body: { domain: full.name, name: 'one', address } })).status).toBe(
          200,
        )
      })
    })
  },
  { settings },
)
