import { describe, expect, it } from 'vitest'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import {
  blockOrDelete,
  ethereumAddress,
  seedReservation,
  seedSubname,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireNames {
  readonly data: readonly WireRecord[]
  readonly next: string | null
  readonly total: { readonly count: number; readonly isExact: boolean } | null
}

describeOnEachService('GET /byname/v1/domains/{domain}/names', (service) => {
  const list = ({ name, chainId }: OnChain, query = '') =>
    service().call('GET', `/byname/v1/domains/${name}/names?chainId=${chainId}&${query}`)

  const page = async (domain: Domain, query = '') => dataOf<WireNames>(await list(domain, query))

  const labels = async (domain: Domain, query = '') => labelsOf(domain, await page(domain, query))

  const labelsOf = (domain: Domain, { data }: WireNames) =>
    data.map(({ ens }) => ens.slice(0, -domain.name.length - 1))

  const seedAll = async (domain: Domain, all: readonly string[]) => {
    for (const label of all) await seedSubname(service(), domain, label)
  }

  it('200 with the claimed names and reservations of the domain, oldest first', async () => {
    const domain = await service().onboard()
    const other = await service().onboard()
    await seedAll(other, ['elsewhere'])
    const holder = createWallet().address
    const alice = await seedSubname(service(), domain, 'alice', { addresses: [ethereumAddress(holder)] })
    await seedReservation(service(), domain, 'reserved', holder)
    const { data, ...rest } = await page(domain)
    expect(data[0]).toEqual({ ...alice, holder })
    expect(data[1]).toMatchObject({
      ens: `reserved.${domain.name}`,
      isClaimed: false,
      claimedAt: null,
      holder,
    })
    expect(data).toHaveLength(2)
    expect(rest).toEqual({ next: null, total: { count: 2, isExact: true } })
  })

  it('200 with each page behind the previous one, until `next` is null', async () => {
    const domain = await service().onboard()
    await seedAll(domain, ['c', 'a', 'b', 'e', 'd'])
    const walk = async (query: string) => {
      const pages: string[] = []
      let after = ''
      for (;;) {
        const found = await page(domain, `${query}&limit=2&after=${after}`)
        pages.push(labelsOf(domain, found).join(''))
        if (found.next === null) return pages
        after = found.next
      }
    }
    expect(await walk('')).toEqual(['ca', 'be', 'd'])
    expect(await walk('order=oldest')).toEqual(['ca', 'be', 'd'])
    expect(await walk('order=newest')).toEqual(['de', 'ba', 'c'])
    expect(await walk('order=label')).toEqual(['ab', 'cd', 'e'])
  })

  it('rule: names are filtered by state and by record, in every order', async () => {
    const domain = await service().onboard()
    const { address } = createWallet()
    const withRecords = {
      addresses: [ethereumAddress(address)],
      text: [{ key: 'avatar', value: 'https://a.example' }],
    }
    await seedSubname(service(), domain, 'texts', withRecords)
    const hash = { contentHash: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi' }
    await seedSubname(service(), domain, 'hash', { addresses: [ethereumAddress(address)], ...hash })
    await seedReservation(service(), domain, 'reserved', address)
    expect(await labels(domain, 'state=claimed')).toEqual(['texts', 'hash'])
    expect(await labels(domain, 'state=reserved')).toEqual(['reserved'])
    expect(await labels(domain, 'state=all&order=label')).toEqual(['hash', 'reserved', 'texts'])
    expect(await labels(domain, 'has=address:60')).toEqual(['texts', 'hash', 'reserved'])
    expect(await labels(domain, 'has=address:60&state=claimed&order=newest')).toEqual(['hash', 'texts'])
    expect(await labels(domain, 'has=address:501')).toEqual([])
    expect(await labels(domain, 'has=text:avatar')).toEqual(['texts'])
    expect(await labels(domain, 'has=text:nothing')).toEqual([])
    expect(await labels(domain, 'has=contenthash&search=ha')).toEqual(['hash'])
  })

  it('rule: a search has the label itself, then labels that begin with the text, then those that contain it', async () => {
    const domain = await service().onboard()
    await seedAll(domain, ['malice', 'alicia', 'bali', 'ali-x', 'ali', 'bob'])
    expect(await labels(domain, 'search=ali')).toEqual(['ali', 'ali-x', 'alicia', 'bali', 'malice'])
    expect(await labels(domain, 'search=ALI')).toEqual(['ali', 'ali-x', 'alicia', 'bali', 'malice'])
    expect(await labels(domain, 'search=al')).toEqual(['ali', 'ali-x', 'alicia'])
    expect(await labels(domain, `search=${domain.name.slice(0, 4)}`)).toEqual([])
    expect(await labels(domain, `search=bob.${domain.name}`)).toEqual(['bob'])
    expect(await labels(domain, 'search=bob.elsewhere.eth')).toEqual([])
    const first = await page(domain, 'search=ali&limit=2')
    expect(await labels(domain, `search=Ali&limit=2&after=${first.next}`)).toEqual(['alicia', 'bali'])
  })

  it('rule: a filtered list is counted on request only', async () => {
    const domain = await service().onboard()
    await seedAll(domain, ['alice', 'malice', 'bob'])
    const total = async (query: string) => (await page(domain, query)).total
    expect(await total('limit=1')).toEqual({ count: 3, isExact: true })
    expect(await total('state=reserved')).toEqual({ count: 0, isExact: true })
    expect(await total('search=lic')).toBeNull()
    expect(await total('search=lic&limit=1&count=true')).toEqual({ count: 2, isExact: true })
    expect(await total('has=address:60&count=true')).toEqual({ count: 3, isExact: true })
    expect(await total('has=text:avatar&count=true')).toBeNull()
  })

  it('400 for a cursor with other filters, another order or another domain', async () => {
    const domain = await service().onboard()
    const other = await service().onboard()
    await seedAll(domain, ['alice', 'bob'])
    const { next } = await page(domain, 'limit=1')
    const refused = [
      list(domain, `after=${next}&order=label`),
      list(domain, `after=${next}&order=newest`),
      list(domain, `after=${next}&state=claimed`),
      list(domain, `after=${next}&search=b`),
      list(domain, `after=${next}&has=address:60`),
      list(other, `after=${next}`),
    ]
    for (const response of await Promise.all(refused)) expectError(response, 400, 'BadRequestException')
    expect(await labels(domain, `after=${next}&limit=100&count=true`)).toEqual(['bob'])
  })

  it('rule: a cursor shows nothing of a position, and no text but a cursor of the list is one', async () => {
    const domain = await service().onboard()
    await seedAll(domain, ['alice', 'bob'])
    const { next } = await page(domain, 'limit=1')
    if (next === null) throw new Error('There is no second page.')
    // A time has 13 digits; two in a row are in one of ten ciphertexts by chance.
    expect(Buffer.from(next, 'base64url').toString('latin1')).not.toMatch(/\d{6}|alice/)
    const changed = [...next].map(
      (_, index) => next.slice(0, index) + (next[index] === 'A' ? 'B' : 'A') + next.slice(index + 1),
    )
    const refused = ['x', '!!!!', 'W10', next.slice(0, -2), 'a'.repeat(1001), ...changed.slice(0, -1)].map(
      (cursor) => list(domain, `after=${encodeURIComponent(cursor)}`),
    )
    for (const response of await Promise.all(refused)) expectError(response, 400, 'BadRequestException')
  })

  it.each([
    ['limit=0', 'BadRequestException'],
    ['limit=101', 'BadRequestException'],
    ['state=pending', 'BadRequestException'],
    ['order=updated', 'BadRequestException'],
    ['search=a&order=oldest', 'BadRequestException'],
    ['search=a&order=label', 'BadRequestException'],
    ['search=a&order=newest', 'BadRequestException'],
    ['search=%00', 'BadRequestException'],
    ['has=address', 'BadRequestException'],
    ['has=address:x', 'BadRequestException'],
    ['has=address:4294967296', 'BadRequestException'],
    ['has=text:', 'BadRequestException'],
    ['has=contenthash:1', 'BadRequestException'],
    ['has=address:60&has=text:avatar', 'BadRequestException'],
    ['count=1', 'BadRequestException'],
  ] as const)('400 for %s', async (query, wireName) => {
    const domain = await service().onboard()
    expectError(await list(domain, query), 400, wireName)
  })

  it('400 for a chain that is not served, 404 for a domain that is not onboarded', async () => {
    const domain = await service().onboard()
    expectError(await list({ ...domain, chainId: 5 }), 400, 'UnsupportedChainException')
    expectError(await list({ ...domain, chainId: 11155111 }), 404, 'EnsNotFound')
    expectError(await list({ ...domain, name: normalizeName('nothing.eth') }), 404, 'EnsNotFound')
  })

  it('rule: a blocked domain lists no names, and a deleted one is not found', async () => {
    const domain = await service().onboard()
    await seedAll(domain, ['alice', 'bob'])
    const { next } = await page(domain, 'limit=1')
    await blockOrDelete(service(), domain, 'blocked')
    const none = { data: [], next: null, total: { count: 0, isExact: true } }
    expect(await page(domain)).toEqual(none)
    expect(await page(domain, `limit=1&after=${next}`)).toEqual(none)
    await blockOrDelete(service(), domain, 'deleted')
    expectError(await list(domain), 404, 'EnsNotFound')
  })

  it('rule: a search of the domain finds the names of a holder too, by pages, and says why', async () => {
    const domain = await service().onboard()
    const holder = createWallet().address
    const held = { addresses: [ethereumAddress(holder)] }
    for (const label of ['one', 'two', 'three']) await seedSubname(service(), domain, label, held)
    await seedAll(domain, ['other'])
    const like = await seedSubname(service(), domain, holder.slice(0, 8), held)
    const reasons = async (query: string) => {
      const { data } = dataOf<{ data: { ens: string; matched?: string }[] }>(await list(domain, query))
      return data.map(({ ens, matched }) => `${ens.split('.')[0]} ${matched}`)
    }
    const label = like.ens.split('.')[0]
    for (const text of [holder, holder.toLowerCase(), ` ${holder} `])
      expect(await reasons(`search=${encodeURIComponent(text)}`)).toEqual(
        [label, 'three', 'two', 'one'].map((each) => `${each} owner`),
      )
    const all = [`${label} label`, 'three owner', 'two owner', 'one owner']
    expect(await reasons(`search=${holder.slice(0, 8)}`)).toEqual(all)
    const first = await page(domain, `search=${holder.slice(0, 8)}&limit=2&count=true`)
    expect(first.total).toEqual({ count: 4, isExact: true })
    expect(await labels(domain, `search=${holder.slice(0, 8)}&limit=2&after=${first.next}`)).toEqual([
      'two',
      'one',
    ])
    expect(await reasons(`search=on`)).toEqual(['one label'])
    expect(await reasons(`search=one.${domain.name}`)).toEqual(['one name'])
    expect(await reasons('')).toContain('one undefined')
  })

  describe('GET /byname/v1/workspaces/{workspaceId}/names', () => {
    interface WireMatches {
      readonly data: readonly { readonly ens: string; readonly matched: string; readonly domain: string }[]
      readonly hasMore: boolean
      readonly resolved: {
        readonly name: string
        readonly address: string | null
        readonly problem: string | null
      } | null
    }

    const call = (search: string, query = '', key = service().key, workspaceId = service().workspaceId) =>
      service().call(
        'GET',
        `/byname/v1/workspaces/${workspaceId}/names?search=${encodeURIComponent(search)}${query}`,
        { headers: { 'x-api-key': key } },
      )

    const search = async (...input: Parameters<typeof call>) => dataOf<WireMatches>(await call(...input))

    const found = async (...input: Parameters<typeof call>) =>
      (await search(...input)).data.map(({ ens, matched }) => `${ens} ${matched}`)

    /** A domain of another workspace, with its key. */
    const elsewhere = async (name: string) => {
      const { workspaceId, key } = await createWorkspaceWithKey(service())
      const { id: resolverId } = service().resolvers[1]['chain-bound']
      const { context } = service()
      const domain = await onboardDomain(context, {
        caller: operatorCaller(context),
        ...{ workspaceId, resolverId, name: normalizeName(name) },
      })
      return { domain, key, workspaceId }
    }

    it('200 with the names of all domains of the workspace, by label, name, holder and its beginning, and no others', async () => {
      const [one, two] = [await service().onboard(), await service().onboard({ chainId: 11155111 })]
      const other = await elsewhere('garnets-elsewhere.eth')
      const holder = createWallet().address
      const held = { addresses: [ethereumAddress(holder)] }
      const tenant = { call: service().call, key: other.key }
      await seedSubname(tenant, other.domain, 'jasper-z', held)
      await seedSubname(service(), one, 'jasper', held)
      await seedSubname(service(), two, 'red-jasper', held)
      await seedReservation(service(), one, 'jasper-kept', holder)
      const [jasper, red, kept] = [`jasper.${one.name}`, `red-jasper.${two.name}`, `jasper-kept.${one.name}`]
      expect(await found('jasper')).toEqual([`${jasper} label`, `${kept} label`, `${red} label`])
      expect(await found('JASPER', '&state=reserved')).toEqual([`${kept} label`])
      expect(await found('jasper', '&chainId=11155111')).toEqual([`${red} label`])
      expect(await found(` ${jasper.toUpperCase()}\n`, '&limit=1')).toEqual([`${jasper} name`])
      for (const text of [holder, holder.toLowerCase(), holder.slice(0, 22)])
        expect((await found(text)).toSorted()).toEqual(
          [`${jasper} owner`, `${kept} owner`, `${red} owner`].toSorted(),
        )
      expect(await search('jasper', '&limit=2')).toMatchObject({ hasMore: true, resolved: null })
      for (const text of [holder, 'jasper', `jasper-z.${other.domain.name}`]) {
        const { data } = await search(text, '', other.key, other.workspaceId)
        expect(data.map(({ domain }) => domain)).toEqual([other.domain.name])
        expectError(await call(text, '', other.key), 403, 'ForbiddenException')
      }
      const { key } = await createKey(service(), { domainIds: [one.id] })
      expect(await found(holder, '', key)).toEqual([`${kept} owner`, `${jasper} owner`])
      await blockOrDelete(service(), two, 'blocked')
      expect(await found('jasper')).toEqual([`${jasper} label`, `${kept} label`])
      await blockOrDelete(service(), one, 'deleted')
      for (const text of ['jasper', jasper, holder]) expect(await found(text)).toEqual([])
    })

    it('200 with the names of the holder that an ENS name resolves to, or a sentence where it has no address', async () => {
      const domain = await service().onboard()
      const other = await elsewhere('opals-elsewhere.eth')
      const holder = createWallet().address
      const held = { addresses: [ethereumAddress(holder)] }
      await seedSubname(service(), domain, 'agate', held)
      await seedSubname({ call: service().call, key: other.key }, other.domain, 'miner', held)
      const name = `miner.${other.domain.name}`
      const agate = `agate.${domain.name}`
      const matches = await search(name)
      expect(matches.data).toMatchObject([{ ens: agate, matched: 'owner', domain: domain.name }])
      expect(matches.resolved).toEqual({ name, address: holder, problem: null })
      const absent = `absent.${other.domain.name}`
      expect(await search(absent)).toEqual({
        data: [],
        hasMore: false,
        resolved: { name: absent, address: null, problem: `${absent} has no Ethereum address on chain 1.` },
      })
      const { resolved } = await search('unreachable-of-no-node.eth')
      expect(resolved?.address).toBeNull()
      expect(resolved?.problem).toContain('unreachable-of-no-node.eth')
      for (const text of [agate, 'agate', 'agate.', `nothing.${domain.name}`, holder])
        expect((await search(text)).resolved).toBeNull()
    })

    it('400 without a text or with a limit above 100, 401 without a credential, 404 for a workspace that is not there', async () => {
      expectError(await call(''), 400, 'BadRequestException')
      expectError(await call('a', '&limit=101'), 400, 'BadRequestException')
      expectError(
        await service().call('GET', `/byname/v1/workspaces/${service().workspaceId}/names?search=a`),
        401,
        'InvalidApiKeyException',
      )
      const admin = await createAdminKey(service())
      expectError(await call('a', '', admin, newId()), 404, 'WorkspaceNotFoundException')
      expect((await call('.', '', admin)).status).toBe(200)
    })
  })
})
