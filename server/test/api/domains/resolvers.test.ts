import { getAddress, type Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Resolver } from '../../../src/model/resolver.ts'
import { findResolver } from '../../../src/store/entities/resolvers.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, getSubname, seedSubname, singlePage } from '../../support/entities/subnames.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const changed = {
  resolverAddress: '0x48De002d3c64e4cFD130A87A35ECD960c01954bc',
  ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  nodeProvider: 'https://other.example/rpc',
  environment: 'staging',
}

describeOnEachService('POST /ens/v1/offchain-resolvers/update', (service) => {
  let adminKey: string
  beforeAll(async () => {
    adminKey = await createAdminKey(service())
  })

  const update = (
    id: string,
    changes: object = {},
    key: string | undefined = adminKey,
  ): Promise<ApiResponse> =>
    service().call('POST', '/ens/v1/offchain-resolvers/update', {
      headers: { 'x-api-key': key },
      body: { id, ...changed, ...changes },
    })

  /** The body that leaves a resolver as it is. */
  const unchangedInput = (resolver: Resolver) => ({
    resolverAddress: resolver.address,
    ensRegistryAddress: resolver.registryAddress,
    nodeProvider: resolver.nodeProvider,
    environment: resolver.environment,
  })

  it('200 with the entry, addresses in EIP-55; chain and scheme stay', async () => {
    const { call, context, resolvers } = service()
    const before = resolvers[11155111].published
    const updated = dataOf(await update(before.id))
    expect(updated).toEqual({ id: before.id, chainId: 11155111, chainName: 'sepolia', ...changed })
    expect(dataOf(await call('GET', `/ens/v1/offchain-resolvers/${before.id}`))).toEqual(updated)
    expect(await findResolver(context.store.db, before.id)).toEqual({
      ...before,
      address: changed.resolverAddress.toLowerCase(),
      registryAddress: changed.ensRegistryAddress.toLowerCase(),
      nodeProvider: changed.nodeProvider,
      environment: changed.environment,
      updatedAt: expect.any(Number),
    })
  })

  it('rule: a new address applies immediately: in records, in isJAN and in signed responses', async () => {
    const resolver = service().resolvers[1]['chain-bound']
    const domain = await service().onboard()
    const holder = createWallet()
    await seedSubname(service(), domain, 'alice', { addresses: [ethereumAddress(holder.address)] })
    const name = `alice.${domain.name}`
    const readResolver = async () => {
      const { isJAN, records } = dataOf<WireRecord>(await getSubname(service(), domain, 'alice'))
      return { isJAN, resolverAddress: records.resolverAddress }
    }
    expect(await readResolver()).toEqual({ isJAN: true, resolverAddress: getAddress(resolver.address) })
    expect(await resolveAddress(service(), resolver, name)).toBe(holder.address)

    const address: Hex = '0xae9df98d6ba6a0c91f99c941ab5ab820fde95c30'
    dataOf(await update(resolver.id, { ...unchangedInput(resolver), resolverAddress: address }))
    expect(await readResolver()).toEqual({ isJAN: false, resolverAddress: getAddress(address) })
    expect(await resolveAddress(service(), { ...resolver, address }, name)).toBe(holder.address)
    await expect(resolveAddress(service(), resolver, name)).rejects.toThrow()

    dataOf(await update(resolver.id, unchangedInput(resolver)))
    expect(await readResolver()).toEqual({ isJAN: true, resolverAddress: getAddress(resolver.address) })
    expect(await resolveAddress(service(), resolver, name)).toBe(holder.address)
  })

  describe('refused', () => {
    const refuse = async (response: (resolver: Resolver) => Promise<void>) => {
      const { context, resolvers } = service()
      const before = resolvers[1].published
      await response(before)
      expect(await findResolver(context.store.db, before.id)).toEqual(before)
    }

    it('401 without a key, 403 without an admin key', () =>
      refuse(async ({ id }) => {
        expectError(await update(id, {}, ''), 401, 'InvalidApiKeyException')
        expectError(await update(id, {}, service().key), 403, 'ForbiddenException')
      }))

    it('404 for an unknown entry', async () => {
      expectError(await update('none'), 404, 'OffchainResolverNotFoundException')
    })

    it('400 for the address of another entry of the chain', () =>
      refuse(async ({ id }) => {
        const resolverAddress = service().resolvers[1]['chain-bound'].address
        expectError(await update(id, { resolverAddress }), 400, 'BadRequestException')
      }))

    it.each([
      { resolverAddress: '0x1234' },
      { resolverAddress: '0x48de002d3c64e4cFD130A87A35ECD960c01954bc' },
      { resolverAddress: null },
      { ensRegistryAddress: 'registry.eth' },
      { nodeProvider: 'ftp://node.example' },
      { nodeProvider: 'https://user:secret@node.example' },
      { nodeProvider: '' },
      { environment: '' },
      { environment: { name: 'production' } },
    ])('400 for %j', (changes) =>
      refuse(async ({ id }) => expectError(await update(id, changes), 400, 'BadRequestException')),
    )
  })
})

describeOnEachService('GET /ens/v2/offchain-resolvers/criteria', (service) => {
  const find = (query: string): Promise<ApiResponse> =>
    service().call('GET', `/ens/v2/offchain-resolvers/criteria${query}`)

  const idsFor = async (query: string) =>
    dataOf<{ data: readonly { id: string }[] }>(await find(query)).data.map(({ id }) => id)

  const ids = () => {
    const { 1: mainnet, 11155111: sepolia } = service().resolvers
    return [mainnet['chain-bound'], mainnet.published, sepolia['chain-bound'], sepolia.published].map(
      ({ id }) => id,
    )
  }

  it('200 with every entry, oldest first, as the list has them', async () => {
    const page = dataOf<{ data: readonly unknown[] }>(await find(''))
    const list = await service().call('GET', '/ens/v1/offchain-resolvers')
    expect(page).toEqual({
      data: dataOf<{ offchainResolvers: unknown }>(list).offchainResolvers,
      pagination: singlePage(4),
    })
    expect(await idsFor('?orderBy=createdAt&orderDirection=desc')).toEqual(ids().toReversed())
  })

  it('rule: each criterion selects the matching resolver entries, addresses in any case', async () => {
    const [first = '', second = '', third = '', fourth = ''] = ids()
    const { address } = service().resolvers[11155111].published
    expect(await idsFor(`?id=${second}`)).toEqual([second])
    expect(await idsFor('?chainId=11155111')).toEqual([third, fourth])
    expect(await idsFor(`?resolverAddress=${address}`)).toEqual([fourth])
    expect(await idsFor(`?resolverAddress=${getAddress(address)}`)).toEqual([fourth])
    const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
    expect(await idsFor(`?ensRegistryAddress=${registry}&chainId=1`)).toEqual([first, second])
    expect(await idsFor('?environment=production')).toEqual(ids())
    expect(await idsFor('?environment=elsewhere')).toEqual([])
    expect(await idsFor(`?id=${first}&chainId=11155111`)).toEqual([])
  })

  it('rule: by subnameCount the resolver with the most names comes first or last', async () => {
    await seedSubname(service(), service().demo[11155111], 'alice')
    const [, , third] = ids()
    expect((await idsFor('?orderBy=subnameCount&orderDirection=desc'))[0]).toBe(third)
    expect((await idsFor('?orderBy=subnameCount'))[3]).toBe(third)
  })

  it.each(['createdAt', 'subnameCount'])(
    'rule: by cursor and %s, each resolver is listed once',
    async (order) => {
      const seen: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const query = `?limit=1&orderBy=${order}&orderDirection=desc&after=${after}`
        const page: { data: readonly { id: string }[]; pagination: { next: string | null } } = dataOf(
          await find(query),
        )
        seen.push(...page.data.map(({ id }) => id))
        after = page.pagination.next
      }
      expect(seen.length).toBe(4)
      expect(new Set(seen)).toEqual(new Set(ids()))
    },
  )

  it('rule: pages of resolvers are consecutive', async () => {
    expect(await idsFor('?limit=3')).toEqual(ids().slice(0, 3))
    expect(await idsFor('?limit=3&page=2')).toEqual(ids().slice(3))
    expect(dataOf(await find('?limit=3&page=2'))).toMatchObject({
      pagination: { totalCount: 4, totalPages: 2, nextPage: null, prevPage: 1 },
    })
  })

  it.each([
    'limit=101',
    'limit=0',
    'page=0',
    'orderBy=name',
    'orderDirection=up',
    'chainId=one',
    'resolverAddress=0x12',
    'ensRegistryAddress=x',
    'environment=%00',
    'id=%00',
  ])('400 for %s', async (query) => {
    expectError(await find(`?${query}`), 400, 'BadRequestException')
  })

  it('400 for another chain', async () => {
    expectError(await find('?chainId=10'), 400, 'UnsupportedChainException')
  })
})
