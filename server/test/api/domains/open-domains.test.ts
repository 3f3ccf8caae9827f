import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { defaultPolicySettings, type PolicySettings } from '../../../src/model/policy.ts'
import { setDomainLimit } from '../../support/entities/domains.ts'
import { blockOrDelete } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

/** Stores a policy that differs from the default as given. */
async function storePolicy(
  { context: { store } }: TestService,
  { key }: Domain,
  changes: Partial<PolicySettings>,
): Promise<void> {
  const { version, claims, ...settings } = { ...defaultPolicySettings, version: 1, ...changes }
  const row = { version, claims, settings, isIndexed: true, updatedAt: 1 }
  await store.transaction(async (tx) => {
    await tx
      .insertInto('policies')
      .values({ domainKey: key, ...row })
      .onConflict((conflict) => conflict.column('domainKey').doUpdateSet(row))
      .execute()
    await tx.updateTable('domains').set({ policyVersion: version }).where('key', '=', key).execute()
  })
}

interface WireDomains {
  readonly data: readonly {
    readonly name: string
    readonly chainId: number
    readonly isFull: boolean
    readonly policy: { readonly state: string }
  }[]
  readonly next: string | null
}

const closedPolicy = {
  state: 'closed',
  opensAt: null,
  closesAt: null,
  minLength: 1,
  maxLength: 63,
  characters: 'any',
  namesPerWallet: null,
  isAllowListed: false,
  tokenGate: null,
  needsApproval: false,
}

describeOnEachService('Domains whose names can be claimed', (service) => {
  const list = (query = '') => service().call('GET', `/byname/v1/open-domains${query}`)

  const readPage = async ({ name, chainId }: Domain) =>
    dataOf<{ policy: unknown }>(
      await service().call('GET', `/byname/v1/domains/${name}/page?chainId=${chainId}`),
    )

  /** The pages of the list, and the names on each. */
  const readAll = async (query: string): Promise<readonly string[][]> => {
    const pages: string[][] = []
    let after = ''
    do {
      const page = dataOf<WireDomains>(await list(`?${query}${after}`))
      pages.push(page.data.map(({ name }) => name))
      after = page.next === null ? '' : `&after=${page.next}`
    } while (after !== '')
    return pages
  }

  it('rule: the list has open domains of each chain once, also those that open later, in pages, and no other domain', async () => {
    const now = Date.now()
    const open = []
    for (const chainId of [1, 11155111, 1, 1] as const) open.push(await service().onboard({ chainId }))
    const [first, second, third, fourth] = open.map(({ name }) => name)
    for (const domain of open) await storePolicy(service(), domain, { claims: 'open' })
    const hidden = {
      default: {},
      closed: { claims: 'closed' },
      over: { claims: 'open', closesAt: now - 1 },
      blocked: { claims: 'open' },
      deleted: { claims: 'open' },
    } as const
    for (const [state, policy] of Object.entries(hidden)) {
      const domain = await service().onboard()
      await storePolicy(service(), domain, policy)
      if (state === 'blocked' || state === 'deleted') await blockOrDelete(service(), domain, state)
    }
    const later = await service().onboard()
    await storePolicy(service(), later, { claims: 'open', opensAt: now + 60_000, closesAt: now + 120_000 })

    expect(await readAll('')).toEqual([[first, second, third, fourth, later.name]])
    expect((await readAll('limit=2')).flat()).toEqual([first, second, third, fourth, later.name])
    expect(await readAll('chainId=11155111')).toEqual([[second]])
    const { data } = dataOf<WireDomains>(await list())
    expect(data.map(({ policy }) => policy.state)).toEqual(['open', 'open', 'open', 'open', 'not-open-yet'])
    service().clock.offsetMs += 60_000
    expect(await readPage(later)).toMatchObject({ policy: { state: 'open' } })
    service().clock.offsetMs += 60_000
    expect((await readAll('')).flat()).not.toContain(later.name)
    expect(await readPage(later)).toMatchObject({ policy: { state: 'over' } })
    service().clock.offsetMs = 0
  })

  it('rule: an entry is the page of the domain', async () => {
    const domain = await service().onboard()
    await storePolicy(service(), domain, { claims: 'open' })
    dataOf(await setDomainLimit(service(), domain, 0))
    const entries = dataOf<WireDomains>(await list('?limit=50')).data
    const entry = entries.find(({ name }) => name === domain.name)
    expect(entry).toEqual(await readPage(domain))
    expect(entry).toMatchObject({ isFull: true, chainId: 1 })
  })

  it('rule: a token gate that an earlier version stored is on the list as on the page', async () => {
    const domain = await service().onboard()
    const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
    const tokenGate = {
      ...({ chainId: 1, standard: 'ERC-721', contract, tokenId: null, minimum: '1' } as const),
      isOncePerToken: false,
    }
    Reflect.deleteProperty(tokenGate, 'isOncePerToken')
    await storePolicy(service(), domain, { claims: 'open', tokenGate })
    const entries = dataOf<WireDomains>(await list('?limit=50')).data
    const entry = entries.find(({ name }) => name === domain.name)
    expect(entry).toMatchObject({ policy: { tokenGate: { isOncePerToken: false } } })
    expect(entry).toEqual(await readPage(domain))
  })

  it('rule: the page has what a visitor may know of the policy, without its lists', async () => {
    const domain = await service().onboard()
    expect((await readPage(domain)).policy).toEqual(closedPolicy)
    const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    await storePolicy(service(), domain, {
      claims: 'open',
      opensAt: 0,
      minLength: 3,
      maxLength: 20,
      characters: 'letters-and-digits',
      blockedParts: ['secret'],
      namesPerWallet: 1,
      waitingDays: 7,
      isAllowListed: true,
      tokenGate: {
        chainId: 1,
        standard: 'ERC-721',
        contract: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
        tokenId: null,
        minimum: '1',
        isOncePerToken: false,
      },
      needsApproval: true,
    })
    expect((await readPage(domain)).policy).toEqual({
      state: 'open',
      opensAt: '1970-01-01T00:00:00.000Z',
      closesAt: null,
      minLength: 3,
      maxLength: 20,
      characters: 'letters-and-digits',
      namesPerWallet: 1,
      isAllowListed: true,
      tokenGate: {
        ...{ chainId: 1, standard: 'ERC-721', contract, tokenId: null, minimum: '1' },
        isOncePerToken: false,
      },
      needsApproval: true,
    })
  })

  it.each(['limit=0', 'limit=101', 'after=W10', 'after=WyJhIl0', 'after=a b', 'chainId=137'])(
    '400 for %s',
    async (query) => {
      const name = query === 'chainId=137' ? 'UnsupportedChainException' : 'BadRequestException'
      expectError(await list(`?${query}`), 400, name)
    },
  )

  it('400 for a cursor of another list', async () => {
    await storePolicy(service(), await service().onboard(), { claims: 'open' })
    await storePolicy(service(), await service().onboard(), { claims: 'open' })
    const { next } = dataOf<WireDomains>(await list('?limit=1'))
    expectError(await list(`?chainId=1&after=${next}`), 400, 'BadRequestException')
  })
})
