import { getAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { describeService } from '../../support/service/describe-service.ts'

const parentName = 'demo.eth'
const path = '/api/v1/subnames'
const valid = { parentName, label: 'rules' }

function invalid(message: string) {
  return { statusCode: 400, message: `Validation failed: ${message}`, error: 'Bad Request' }
}

type Row = readonly [title: string, body: unknown, message: string]

const writes: readonly Row[] = [
  ['no parent', {}, 'parentName is required'],
  ['a list', [], 'parentName is required'],
  ['an empty parent', { parentName: '' }, 'parentName must be a non-empty string'],
  ['no label', { parentName }, 'label is required'],
  ['a number as its label', { parentName, label: 1 }, 'label must be a non-empty string'],
  ['texts as a map', { ...valid, texts: {} }, 'texts must be an array'],
  ['null among the texts', { ...valid, texts: [null] }, 'texts.0 must be an object'],
  ['a text without a key', { ...valid, texts: [{ value: 'a' }] }, 'texts.0.key must be a non-empty string'],
  [
    'an object as metadata',
    { ...valid, metadata: [{ key: 'a', value: { a: 1 } }] },
    'metadata.0.value must be a string',
  ],
  [
    'a coin by its name',
    { ...valid, addresses: [{ coin: 'eth', value: 'a' }] },
    'addresses.0.coin must be the number of a coin',
  ],
  [
    'null as a coin',
    { ...valid, addresses: [{ coin: null, value: 'a' }] },
    'addresses.0.coin must be the number of a coin',
  ],
  [
    'an address without a value',
    { ...valid, addresses: [{ coin: 60 }] },
    'addresses.0.value must be a string',
  ],
  ['a number as its content hash', { ...valid, contenthash: 1 }, 'contenthash must be a string'],
  ['an owner that is no address', { ...valid, owner: 'alice' }, 'owner must be an address'],
]

const searches: readonly Row[] = [
  ['no parent', {}, 'parentName is required'],
  ['an empty parent', { parentName: '' }, 'parentName must be a non-empty string'],
  ['page 0', { parentName, page: 0 }, 'page must be a whole number from 1 on'],
  ['a size that is not one', { parentName, size: 'x' }, 'size must be a whole number from 1 on'],
  ['parents as text', { parentNames: parentName }, 'parentNames must be an array of at most 100 names'],
  ['an owner that is no address', { parentName, owner: 'alice' }, 'owner must be an address'],
  ['an address and more as its owner', { parentName, owner: `${valid.label}0x` }, 'owner must be an address'],
  ['a list of metadata', { parentName, metadata: [] }, 'metadata must be an object'],
]

describeService(
  'the rules of Namespace',
  (service) => {
    let key = ''
    beforeAll(async () => {
      ;({ key } = await createKey(service(), { scopes: ['names:revoke'] }))
    })
    const send = async (method: string, url: string, body?: unknown, token: string | undefined = key) => {
      const response = await fetch(service().url + url, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), 'x-auth-token': token },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const { status, headers } = response
      return { status, headers, body: (await response.json()) as Record<string, unknown> }
    }
    const post = (body: unknown) => send('POST', path, body)

    it.each(writes)('rule: a write with %s', async (_, body, message) => {
      const refused = await post(body)
      expect([refused.status, refused.body]).toEqual([400, invalid(message)])
    })

    it.each(searches)('rule: a search with %s', async (_, body, message) => {
      const refused = await send('POST', `${path}/search`, body)
      expect([refused.status, refused.body]).toEqual([400, invalid(message)])
    })

    it.each([
      ['a write without a key, before its body', 'POST', path, {}, '', 401, 'Unauthorized'],
      ['a deletion without a key', 'DELETE', `${path}/none.demo.eth`, undefined, '', 401, 'Unauthorized'],
      ['a write with an unknown key', 'POST', path, valid, 'unknown', 401, 'Unauthorized'],
      [
        'a write of an unknown parent',
        'POST',
        path,
        { ...valid, parentName: 'none.eth' },
        undefined,
        404,
        'Not Found',
      ],
      [
        'a label without a normal form',
        'POST',
        path,
        { ...valid, label: 'a b' },
        undefined,
        400,
        'Bad Request',
      ],
      ['two labels', 'POST', path, { ...valid, label: 'a.b' }, undefined, 400, 'Bad Request'],
      [
        'an address of another coin',
        'POST',
        path,
        { ...valid, addresses: [{ coin: 0, value: '0x1' }] },
        undefined,
        400,
        'Bad Request',
      ],
      ['an absent name', 'GET', `${path}/none.demo.eth`, undefined, undefined, 404, 'Not Found'],
      ['what is no name', 'GET', `${path}/a%20b.demo.eth`, undefined, undefined, 400, 'Bad Request'],
      [
        'a deletion of an absent name',
        'DELETE',
        `${path}/none.demo.eth`,
        undefined,
        undefined,
        404,
        'Not Found',
      ],
      ['a deletion of a label alone', 'DELETE', `${path}/none`, undefined, undefined, 400, 'Bad Request'],
    ])('rule: %s', async (_, method, url, body, token, status, error) => {
      const refused = await send(method, url, body, token)
      expect([refused.status, refused.body]).toEqual([
        status,
        { statusCode: status, message: expect.any(String), error },
      ])
      expect(refused.headers.get('x-error')).toMatch(/^[A-Z]\w+$/)
    })

    it('a search finds names by parents, part of the label and owner, page by page', async () => {
      const [one, other] = [await service().onboard(), await service().onboard()]
      const owner = createWallet().address
      for (const [parent, label, holder] of [
        [one, 'alpha', owner],
        [one, 'beta', createWallet().address],
        [one, 'gamma', owner],
        [other, 'delta', owner],
      ] as const)
        expect((await post({ parentName: parent.name, label, owner: holder })).status).toBe(201)
      const find = async (body: object, base = path) => {
        const found = await send('POST', `${base}/search`, body)
        const { items, ...rest } = found.body
        const labels = (items as { readonly label: string }[]).map(({ label }) => label)
        return { status: found.status, labels, ...rest }
      }
      const all = { status: 200, labels: ['alpha', 'beta', 'gamma'], page: 1, size: 25, totalItems: 3 }
      const named = { parentName: one.name }
      expect(await find(named)).toEqual(all)
      expect(await find({ ...named, parentNames: [one.name.toUpperCase(), 'none.eth'] })).toEqual(all)
      const both = { parentNames: [one.name, other.name] }
      expect(await find(both)).toMatchObject({ labels: ['alpha', 'beta', 'delta', 'gamma'], totalItems: 4 })
      expect(await find({ ...named, labelSearch: 'ET' })).toMatchObject({ labels: ['beta'], totalItems: 1 })
      expect(await find({ ...named, owner })).toMatchObject({ labels: ['alpha', 'gamma'], totalItems: 2 })
      const second = { ...both, owner: owner.toLowerCase(), size: 2, page: 2 }
      expect(await find(second)).toEqual({ status: 200, labels: ['gamma'], page: 2, size: 2, totalItems: 3 })
      expect(await find({ ...named, page: 2 })).toMatchObject({ labels: [], totalItems: 3 })
      expect(await find(named, `/sepolia${path}`)).toMatchObject({ labels: [], totalItems: 0 })
      const wrong = await send('POST', `${path}/search`, { ...named, parentNames: ['a b.eth'] })
      expect([wrong.status, wrong.headers.get('x-error')]).toEqual([400, 'InvalidNameException'])
    })

    describe('what is written', () => {
      it('null clears the content hash, an absent one stays, and no ttl is kept', async () => {
        const contenthash = 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
        const named = { parentName, label: 'content' }
        expect((await post({ ...named, contenthash, ttl: 60 })).body).toMatchObject({ contenthash })
        const kept = await post({ ...named, ttl: null })
        expect([kept.status, kept.body]).toEqual([201, expect.objectContaining({ contenthash })])
        expect(kept.body).not.toHaveProperty('ttl')
        expect((await post({ ...named, contenthash: null })).body).not.toHaveProperty('contenthash')
      })

      it('the owner holds the name, whatever the address of coin type 60 is', async () => {
        const [owner, other] = [createWallet().address, createWallet().address]
        const named = { parentName, label: 'owned' }
        const addresses = [{ coin: 60, value: other }]
        const created = await post({ ...named, owner, addresses })
        expect(created.body).toMatchObject({
          owner: getAddress(owner),
          addresses: { '60': getAddress(other) },
        })
        expect((await post({ ...named, owner: other })).body).toMatchObject({ owner: getAddress(other) })
        expect((await post({ ...named, owner: '' })).body).not.toHaveProperty('owner')
      })

      it('a version that was read is of one state of one name', async () => {
        const created = await post({ parentName, label: 'versioned' })
        const metadata = Object.entries(created.body['metadata'] ?? {}).map(([name, value]) => ({
          key: name,
          value,
        }))
        expect(created.headers.get('etag')).toMatch(/^"[\w-]+"$/)
        const change = (label: string, value: string) =>
          post({ parentName, label, texts: [{ key: 'a', value }], metadata })
        expect((await change('versioned', '1')).status).toBe(201)
        const late = await change('versioned', '2')
        expect([late.status, late.body['error']]).toEqual([409, 'Conflict'])
        const copied = await change('copied', '3')
        expect([copied.status, copied.body['texts']]).toEqual([201, { a: '3' }])
        expect((await send('DELETE', `${path}/versioned.demo.eth`)).status).toBe(200)
        expect((await change('versioned', '4')).status).toBe(404)
      })

      it('coin types whose numbers are keys of others come back as they were', async () => {
        const { call, key: own } = service()
        await call('POST', '/ens/v1/subname/add', {
          headers: { 'x-api-key': own },
          body: {
            ...{ username: 'coins', ensDomain: parentName, chainId: 1, overrideSignatureCheck: true },
            addresses: [
              { coinType: 60, address: createWallet().address },
              { coinType: 22, address: 'MBamfEqEFDy5dsLWwu48BCizM1zpCoKw3U' },
            ],
          },
        })
        const read = await send('GET', `${path}/coins.demo.eth`)
        const entries = Object.entries((read.body['addresses'] ?? {}) as Record<string, string>)
        expect(entries.map(([coin]) => coin)).toEqual(['60', '4294967318'])
        const addresses = entries.map(([coin, value]) => ({ coin: Number(coin), value }))
        const written = await post({ parentName, label: 'coins', addresses, texts: [] })
        expect(written.body['addresses']).toEqual(read.body['addresses'])
      })

      it('another label spelling is the same name', async () => {
        await post({ parentName, label: 'Spelling', texts: [{ key: 'a', value: '1' }] })
        const { body } = await send('GET', `${path}/SPELLING.demo.eth`)
        expect(body).toMatchObject({ fullName: 'spelling.demo.eth', texts: { a: '1' } })
      })
    })
  },
  { settings: { NAMESPACE_FACADE: 'on' } },
)
