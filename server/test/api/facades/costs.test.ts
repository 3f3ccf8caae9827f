import { beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { describeService } from '../../support/service/describe-service.ts'

const domain = 'demo.eth'
const { address } = createWallet()
const nameStone = '/api/public_v1'
const namespace = '/api/v1/subnames'
const siwe = `${nameStone}/get-siwe-message?address=${address}`
const subname = { parentName: domain, label: 'cost' }
const searched = `search-names?domain=${domain}&name`

type Sent = readonly [method: string, path: string, body?: unknown]

const withKey = ['address', 'key']
const withAddress = ['address']
const expensive = ['address', 'expensive']
const expensiveWithKey = ['address', 'expensive', 'key']

/** Requests in order, and what each counts against. */
const costs: readonly (readonly [title: string, sent: Sent, policies: readonly string[], isWrite?: true])[] =
  [
    ['set-name', ['POST', `${nameStone}/set-name`, { domain, name: 'cost' }], withKey, true],
    ['set-names', ['POST', `${nameStone}/set-names`, { domain, names: [{ name: 'cost' }] }], withKey, true],
    ['claim-name', ['POST', `${nameStone}/claim-name`, { domain, name: 'claimed', address }], withKey, true],
    ['delete-name', ['POST', `${nameStone}/delete-name`, { domain, name: 'cost' }], withKey, true],
    ['revoke-name', ['POST', `${nameStone}/revoke-name`, { domain, name: 'claimed' }], withKey, true],
    ['set-domain', ['POST', `${nameStone}/set-domain`, { domain }], withKey, true],
    ['get-domain', ['GET', `${nameStone}/get-domain?domain=${domain}`], withKey],
    ['search-names', ['GET', `${nameStone}/${searched}=a`], withKey],
    ['get-names', ['GET', `${nameStone}/get-names?domain=${domain}`], withKey],
    [
      'get-names at its free offset',
      ['GET', `${nameStone}/get-names?domain=${domain}&offset=10000`],
      withKey,
    ],
    ['get-names beyond', ['GET', `${nameStone}/get-names?domain=${domain}&offset=10001`], expensiveWithKey],
    ['get-siwe-message', ['GET', siwe], expensive],
    ['enable-domain', ['POST', `${nameStone}/enable-domain`, {}], expensive],
    ['a subname', ['POST', namespace, subname], withKey, true],
    ['reading it', ['GET', `${namespace}/cost.${domain}`], withAddress],
    ['deleting it', ['DELETE', `${namespace}/cost.${domain}`], withKey, true],
    ['a subname at Sepolia', ['POST', `/sepolia${namespace}`, subname], withKey, true],
    ['deleting one at Sepolia', ['DELETE', `/sepolia${namespace}/cost.${domain}`], withKey, true],
    ...(
      [
        ['alone', {}, withAddress],
        ['by nothing', { owner: '', labelSearch: '', textRecords: {} }, withAddress],
        ['by owner', { owner: address }, expensive],
        ['by label', { labelSearch: 'a' }, expensive],
        ['by a text', { textRecords: { a: 'b' } }, expensive],
        ['by metadata', { metadata: { a: 'b' } }, expensive],
        ['at its free offset', { page: 101, size: 100 }, withAddress],
        ['at its free offset by ones', { page: 10_001, size: 1 }, withAddress],
        ['beyond', { page: 10_002, size: 1 }, expensive],
      ] as const
    ).map(
      ([title, body, policies]) =>
        [
          `a search ${title}`,
          ['POST', `${namespace}/search`, { parentName: domain, ...body }],
          policies,
        ] as const,
    ),
  ]

const nul = { statusCode: 400, error: 'Bad Request' }

describeService(
  'what a request of a facade costs',
  (service) => {
    let key = ''
    beforeAll(async () => {
      ;({ key } = await createKey(service(), { scopes: ['names:revoke', 'domains:write'] }))
    })
    const send = (method: string, path: string, body?: string) =>
      fetch(service().url + path, {
        method,
        headers: { authorization: key, 'x-auth-token': key, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      })
    const countWrites = async () => {
      const { trafficCounter, clock } = service().context
      let writes = 0
      await trafficCounter.flush(clock(), async (_, counts) => {
        writes += counts.writes
      })
      return writes
    }

    it.each(costs.map((cost) => ({ title: cost[0], cost })))('$title', async ({ cost }) => {
      const [, [method, path, body], policies, isWrite] = cost
      await countWrites()
      const response = await send(method, path, body === undefined ? undefined : JSON.stringify(body))
      const named = response.headers.get('ratelimit-policy')?.matchAll(/"([a-z]+)"/g) ?? []
      expect([...named].map(([, name]) => name).toSorted()).toEqual(policies)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-type')).toBe(
        path === siwe ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      )
      const status = path.endsWith('enable-domain') ? 400 : path.endsWith('/v1/subnames') ? 201 : 200
      expect(response.status).toBe(status)
      expect(await countWrites()).toBe(isWrite ? 1 : 0)
    })

    describe('the character U+0000 is refused wherever it is sent', () => {
      it.each<Record<'sent', Sent> & { readonly place: string }>([
        { place: 'a value', sent: ['POST', namespace, { ...subname, label: 'a\0' }] },
        { place: 'a member', sent: ['POST', namespace, { ...subname, 'a\0': 1 }] },
        { place: 'an entry', sent: ['POST', namespace, { ...subname, texts: [{ key: 'a', value: '\0' }] }] },
        { place: 'a member of no object', sent: ['POST', namespace, ['\0']] },
        { place: 'the path', sent: ['GET', `${namespace}/a%00.${domain}`] },
        { place: 'the query', sent: ['GET', `${namespace}/cost.${domain}?a=%00`] },
        { place: 'a parameter that is sent twice', sent: ['GET', `${namespace}/cost.${domain}?a=b&a=%00`] },
      ])('$place', async ({ sent: [method, path, body] }) => {
        const response = await send(method, path, body === undefined ? undefined : JSON.stringify(body))
        expect([response.status, await response.json()]).toEqual([
          400,
          { ...nul, message: 'A text holds the character U+0000, which is not allowed.' },
        ])
        expect(response.headers.get('x-error')).toBe('BadRequestException')
      })
    })

    it.each(['', ' \n', '[]', 'null', '1', '"a"', '["parentName"]'])(
      'the body %j has no members',
      async (body) => {
        const response = await send('POST', namespace, body)
        expect([response.status, await response.json()]).toEqual([
          400,
          { ...nul, message: 'Validation failed: parentName is required' },
        ])
      },
    )

    it('a body that is no JSON is refused in the form of the facade', async () => {
      const response = await send('POST', namespace, '{')
      expect([response.status, await response.json()]).toEqual([400, { ...nul, message: expect.any(String) }])
    })

    /** Of a request of NameStone that has succeeded, the list that it has. */
    const listed = async (path: string) => {
      const response = await send('GET', `${nameStone}/${path}`)
      const body = (await response.json()) as { readonly error?: string }
      return response.status === 200 ? body : body.error
    }

    it('a search has at most 255 characters', async () => {
      for (const length of [254, 255]) expect(await listed(`${searched}=${'a'.repeat(length)}`)).toEqual([])
      expect(await listed(`${searched}=${'a'.repeat(256)}`)).toBe('name: has more than 255 characters')
    })

    it('a list of addresses has at most 1000, in any case and with blanks around them', async () => {
      const holder = createWallet().address
      const set = { domain, name: 'held', address: holder }
      await send('POST', `${nameStone}/set-name`, JSON.stringify(set))
      const list = (count: number) =>
        listed(`get-names?domain=${domain}&address=${['0x1,'.repeat(count - 1), holder].join('')}`)
      for (const count of [1, 999, 1000]) expect(await list(count)).toMatchObject([{ name: 'held' }])
      expect(await list(1001)).toBe('Please send 1000 or less addresses.')
      const digits = holder.slice(2)
      for (const text of [` 0x${digits.toUpperCase()} `, `0x${digits.toLowerCase()}`, `a,${holder},b`])
        expect(await listed(`get-names?domain=${domain}&address=${text}`)).toMatchObject([{ name: 'held' }])
      expect(await listed(`get-names?domain=${domain}&address=${digits}`)).toEqual([])
    })

    it('set-names writes at most 50 names', async () => {
      const set = async (count: number) => {
        const names = Array.from({ length: count }, (_, index) => ({ name: `many${index}` }))
        const response = await send('POST', `${nameStone}/set-names`, JSON.stringify({ domain, names }))
        return { status: response.status, ...((await response.json()) as object) }
      }
      for (const count of [1, 49, 50])
        expect(await set(count)).toMatchObject({ status: 200, processed: count })
      expect(await set(51)).toEqual({ status: 400, error: 'Please set 50 or less names at once.' })
    })

    it('a name that is refused is shown with at most 255 characters', async () => {
      const names = [{ name: `${'a'.repeat(254)} !` }]
      const response = await send('POST', `${nameStone}/set-names`, JSON.stringify({ domain, names }))
      expect(await response.json()).toEqual({
        error: `Invalid ens name at index 0: ${'a'.repeat(254)} `,
      })
    })
  },
  {
    settings: {
      NAMESTONE_FACADE: 'on',
      NAMESPACE_FACADE: 'on',
      RATE_LIMIT_PER_IP: '100000',
      RATE_LIMIT_EXPENSIVE_PER_IP: '100000',
    },
  },
)
