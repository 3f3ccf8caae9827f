import fc from 'fast-check'
import type { Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { Subname } from '../../../src/model/subname.ts'
import { updateSubnameRecords } from '../../../src/store/entities/subnames.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { newSubname, randomHex } from '../../support/databases/entities.ts'
import { subnameBody } from '../../support/entities/subnames.ts'
import { issueSubname } from '../../support/events/event-log.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WirePage {
  readonly data: readonly { readonly ens: string }[]
  readonly pagination: {
    readonly page: number
    readonly nextPage: number | null
    readonly hasNextPage: boolean
    readonly next: string | null
  }
}

interface Scene {
  /** Has more names than the small one while names are added and removed. */
  readonly large: Domain
  readonly small: Domain
  readonly address: Hex
}

/** Of a list: its URL without order and page, and whether it has the names of the small domain. */
type List = readonly [title: string, pathOf: (scene: Scene) => string, hasSmall: boolean]

const both = ({ large, small }: Scene) => `ensDomains=${large.name}&ensDomains=${small.name}`

const lists: readonly List[] = [
  ['v1, a domain', ({ large }) => `/ens/v1/subname/ens?chainId=1&ensDomain=${large.name}`, false],
  [
    'v1, a domain and a coin type',
    ({ large }) => `/ens/v1/subname/ens?chainId=1&coinType=60&isClaimed=true&ensDomain=${large.name}`,
    false,
  ],
  ['v2, a domain', ({ large }) => `/ens/v2/subnames/all?chainId=1&ensDomains=${large.name}`, false],
  ['v2, several domains', (scene) => `/ens/v2/subname/all?chainId=1&${both(scene)}`, true],
  ['v2, an address', ({ address }) => `/ens/v2/subnames/all?chainId=1&address=${address}`, true],
  ['v2, a search', (scene) => `/ens/v2/subnames/all?chainId=1&search=name&${both(scene)}`, true],
]

const orders = ['createdAt', 'subnameCount'].flatMap((orderBy) =>
  (['asc', 'desc'] as const).map((direction) => ({ orderBy, direction })),
)

/** What happens between two pages. */
const change = fc.record({
  kind: fc.constantFrom('add', 'remove', 'update'),
  isLarge: fc.boolean(),
  index: fc.nat(100),
})

describeOnEachService('the lists of v1 and v2 by cursor', (service) => {
  let admin = ''
  beforeAll(async () => {
    admin = await createAdminKey(service())
  })

  const get = (path: string) => service().call('GET', path)

  const add = async (domain: Domain, label: string, address: Hex): Promise<Subname> => {
    const records = { ...emptyRecords, addresses: [{ coinType: 60, address }] }
    const subname = newSubname(domain, label, { holder: address, records })
    await issueSubname(service().context.store, subname, domain.workspaceId)
    return subname
  }

  const revoke = async (domain: Domain, label: string) =>
    dataOf(
      await service().call('POST', '/ens/v1/subname/admin-revoke', {
        headers: { 'x-api-key': admin },
        body: subnameBody(domain, label),
      }),
    )

  const update = (subname: Subname) => {
    const texts = [{ key: 'url', value: 'https://example.com' }]
    const change = { subname, records: { ...subname.records, texts }, updatedAt: 1 }
    return service().context.store.transaction((tx) => updateSubnameRecords(tx, change))
  }

  /** Adds names in turns, so that those of both domains alternate in the order of creation. */
  const createScene = async () => {
    const address = randomHex(20)
    const [large, small] = [await service().onboard(), await service().onboard()]
    const names: Subname[] = []
    for (let index = 0; index < 12; index += 1) {
      names.push(await add(large, `name${index}`, address))
      if (index % 4 === 0) names.push(await add(small, `name${index}`, address))
    }
    return { large, small, address, names }
  }

  const walk = async (path: string, limit: number, betweenPages: () => Promise<unknown>) => {
    const seen: string[] = []
    let number = 1
    for (let after = ''; ; number += 1) {
      const { data, pagination } = dataOf<WirePage>(await get(`${path}&limit=${limit}&after=${after}`))
      seen.push(...data.map(({ ens }) => ens))
      expect(pagination.page).toBe(number)
      if (number > 1) expect(pagination.hasNextPage).toBe(pagination.next !== null)
      if (pagination.next === null) return seen
      expect(number).toBeLessThan(100)
      after = pagination.next
      await betweenPages()
    }
  }

  describe.each(lists)('%s', (_, pathOf, hasSmall) => {
    it.each(orders)(
      'property: by $orderBy $direction, each name that stays is listed once and in order while others are added and removed',
      ({ orderBy, direction }) =>
        fc.assert(
          fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(change), async (limit, changes) => {
            const { names, ...scene } = await createScene()
            const isFixed = ({ label }: Subname) => Number(label.slice(4)) % 3 === 0
            const removable = names.filter((name) => !isFixed(name))
            const rest = [...changes]
            const betweenPages = async () => {
              const { kind, isLarge, index } = rest.pop() ?? { kind: '', isLarge: true, index: 0 }
              // The small domain only loses names, and the large one only gets some, so that they keep their order.
              const name = removable[index % removable.length]
              if (kind === 'add') await add(scene.large, `name-new-${rest.length}`, scene.address)
              if (kind === 'update') for (const each of names.filter(isFixed).slice(0, 1)) await update(each)
              const isOfScope = orderBy === 'createdAt' || name?.domainId === scene.small.id || !isLarge
              if (kind !== 'remove' || name === undefined || !isOfScope) return
              removable.splice(removable.indexOf(name), 1)
              await revoke(name.domainId === scene.large.id ? scene.large : scene.small, name.label)
            }
            const query = `&orderBy=${orderBy}&orderDirection=${direction}`
            const seen = await walk(pathOf(scene) + query, limit, betweenPages)
            expect(new Set(seen).size).toBe(seen.length)
            const staying = names.filter(
              (name) =>
                (isFixed(name) || removable.includes(name)) && (hasSmall || name.domainId === scene.large.id),
            )
            const ofDomain = ({ id }: Domain) => staying.filter(({ domainId }) => domainId === id)
            const ascending =
              orderBy === 'createdAt' ? staying : [...ofDomain(scene.small), ...ofDomain(scene.large)]
            const expected = (direction === 'asc' ? ascending : ascending.toReversed()).map(
              ({ name }) => name,
            )
            const stay = new Set(expected)
            expect(seen.filter((name) => stay.has(normalizeName(name)))).toEqual(expected)
          }),
          { numRuns: 4 },
        ),
    )
  })
})
