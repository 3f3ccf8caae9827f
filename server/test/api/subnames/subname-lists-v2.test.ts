import { expect, it } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import {
  blockOrDelete,
  ethereumAddress,
  seedReservation,
  seedSubname,
  singlePage,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WirePage {
  readonly data: readonly WireRecord[]
  readonly pagination: { readonly nextPage: number | null }
}

describeOnEachService('GET /ens/v2/subnames/all', (service) => {
  const list = (query: string, chainId = 1) =>
    service().call('GET', `/ens/v2/subnames/all?chainId=${chainId}&${query}`)

  const page = async (query: string, chainId = 1) => dataOf<WirePage>(await list(query, chainId))

  const names = async (query: string, chainId = 1) => (await page(query, chainId)).data.map(({ ens }) => ens)

  const below = (...domains: readonly Domain[]) => domains.map(({ name }) => `ensDomains=${name}`).join('&')

  it('200 with the claimed names of a domain, newest first, at either path', async () => {
    const domain = await service().onboard()
    const holder = createWallet().address
    const records = { addresses: [ethereumAddress(holder)] }
    const first = await seedSubname(service(), domain, 'first', records)
    const second = await seedSubname(service(), domain, 'second', records)
    await seedReservation(service(), domain, 'reserved', createWallet().address)
    const expected = {
      data: [
        { ...second, holder },
        { ...first, holder },
      ],
      pagination: singlePage(2),
    }
    expect(await page(below(domain))).toEqual(expected)
    const singular = await service().call('GET', `/ens/v2/subname/all?chainId=1&${below(domain)}`)
    expect(dataOf<WirePage>(singular)).toEqual(expected)
  })

  it('rule: isClaimed is true by default', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'claimed')
    await seedReservation(service(), domain, 'reserved', createWallet().address)
    expect(await names(below(domain))).toEqual([`claimed.${domain.name}`])
    expect(await names(`${below(domain)}&isClaimed=true`)).toEqual([`claimed.${domain.name}`])
    expect(await page(`${below(domain)}&isClaimed=false`)).toMatchObject({
      data: [{ ens: `reserved.${domain.name}` }],
      pagination: { totalCount: 1 },
    })
  })

  it('rule: a workspace lists the names of all its domains of the chain, and another workspace none', async () => {
    const { context, onboard, workspaceId } = service()
    const [one, two] = [await onboard(), await onboard()]
    const sepolia = await onboard({ chainId: 11155111 })
    for (const domain of [one, two, sepolia]) await seedSubname(service(), domain, 'a')
    const listed = await names(`workspaceId=${workspaceId}&limit=100`)
    expect(listed.slice(0, 2)).toEqual([`a.${two.name}`, `a.${one.name}`])
    expect(listed).not.toContain(`a.${sepolia.name}`)
    expect(await names(`workspaceId=${workspaceId}`, 11155111)).toContain(`a.${sepolia.name}`)
    const { id } = await createWorkspace(context, { name: 'Other' })
    expect(await names(`workspaceId=${id}`)).toEqual([])
    expect(await names(`workspaceId=${id}&${below(one)}`)).toEqual([])
    expect(await names('workspaceId=nobody')).toEqual([])
  })

  it('rule: all filters apply together', async () => {
    const { onboard, workspaceId } = service()
    const [one, two] = [await onboard(), await onboard()]
    const { address } = createWallet()
    await seedSubname(service(), one, 'amber', { addresses: [ethereumAddress(address)] })
    await seedSubname(service(), two, 'amber', { addresses: [ethereumAddress(address)] })
    await seedSubname(service(), two, 'ivory', { addresses: [ethereumAddress(address)] })
    expect(await names(`address=${address}`)).toHaveLength(3)
    expect(await names(`address=${address}&${below(two)}`)).toEqual([
      `ivory.${two.name}`,
      `amber.${two.name}`,
    ])
    expect(await names(`address=${address}&${below(two)}&search=AMB`)).toEqual([`amber.${two.name}`])
    expect(await names(`workspaceId=${workspaceId}&search=ivory`)).toEqual([`ivory.${two.name}`])
    expect(await names(`${below(one)}&coinType=60`)).toEqual([`amber.${one.name}`])
    expect(await names(`${below(one)}&coinType=0`)).toEqual([])
    expect(await names(`address=${address}&isClaimed=false`)).toEqual([])
  })

  it('rule: by count, the names of the larger domain come first when descending', async () => {
    const [small, large] = [await service().onboard(), await service().onboard()]
    for (const label of ['a', 'b']) await seedSubname(service(), large, label)
    await seedSubname(service(), small, 'c')
    const scope = `${below(small, large)}&orderBy=subnameCount`
    const [a, b, c] = [`a.${large.name}`, `b.${large.name}`, `c.${small.name}`]
    expect(await names(scope)).toEqual([b, a, c])
    expect(await names(`${scope}&orderDirection=asc`)).toEqual([c, a, b])
    expect(await names(`${scope}&limit=1&page=3`)).toEqual([c])
  })

  it('rule: oldest first, pages are complete and without duplicates while names are added', async () => {
    const [one, two] = [await service().onboard(), await service().onboard()]
    const added = ['a', 'b', 'c', 'd', 'e']
    for (const [index, label] of added.entries()) await seedSubname(service(), index % 2 ? two : one, label)
    const seen: string[] = []
    let next: number | null = 1
    while (next !== null) {
      const { data, pagination }: WirePage = await page(
        `${below(one, two)}&orderDirection=asc&limit=2&page=${next}`,
      )
      seen.push(...data.map(({ ens }) => ens.split('.', 1)[0] ?? ''))
      if (added.length < 8) {
        const label = `late${added.length}`
        added.push(label)
        await seedSubname(service(), one, label)
      }
      next = pagination.nextPage
    }
    expect(seen).toEqual(added)
  })

  it.each(['blocked', 'deleted'] as const)('rule: names of a %s domain are not listed', async (state) => {
    const { onboard, workspaceId } = service()
    const domain = await onboard()
    await seedSubname(service(), domain, 'hidden')
    await blockOrDelete(service(), domain, state)
    expect(await page(below(domain))).toMatchObject({ data: [], pagination: { totalCount: 0 } })
    expect(await names(`workspaceId=${workspaceId}&search=hidden.${domain.name}`)).toEqual([])
  })

  it.each([
    ['no scope', '', 'ScopeRequiredException'],
    ['a search alone', 'search=ali', 'ScopeRequiredException'],
    ['a coin type alone', 'coinType=60', 'ScopeRequiredException'],
    ['a limit above 100', 'ensDomains=demo.eth&limit=101', 'BadRequestException'],
    ['a page before the first', 'ensDomains=demo.eth&page=0', 'BadRequestException'],
    ['an unknown order', 'ensDomains=demo.eth&orderBy=name', 'BadRequestException'],
    ['an unknown direction', 'ensDomains=demo.eth&orderDirection=down', 'BadRequestException'],
    ['an invalid workspace id', 'workspaceId=%00', 'BadRequestException'],
    ['a domain that no name is', 'ensDomains=a..eth', 'InvalidNameException'],
    ['an invalid address', 'address=nobody', 'InvalidRecordException'],
    [
      'an address of another coin',
      'address=0x0000000000000000000000000000000000000001&coinType=0',
      'InvalidRecordException',
    ],
  ] as const)('400 for %s', async (_, query, wireName) => expectError(await list(query), 400, wireName))

  it('400 without a chain and for an unsupported one', async () => {
    expectError(await service().call('GET', '/ens/v2/subnames/all'), 400, 'BadRequestException')
    expectError(await list('ensDomains=demo.eth', 5), 400, 'UnsupportedChainException')
  })
})
