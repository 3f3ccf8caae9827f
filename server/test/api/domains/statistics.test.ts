import { encodeFunctionData } from 'viem'
import { expect, it } from 'vitest'
import { writeLookups } from '../../../src/core/statistics.ts'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { readStableDataVersion } from '../../support/databases/data-version.ts'
import { blockOrDelete, seedReservation, seedSubname } from '../../support/entities/subnames.ts'
import { encodeTextCall, resolverAbi } from '../../support/gateway/calls.ts'
import { addressCall, encodeLookup, getLookup, postLookup } from '../../support/gateway/client.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

interface Statistics {
  readonly from: string
  readonly to: string
  readonly lookups: number
  readonly absent: number
  readonly periods: readonly { readonly start: string; readonly lookups: number; readonly absent: number }[]
}

const hourMs = 3_600_000

describeOnEachService('lookup statistics', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']
  const pathOf = (domain: Domain, query = '') =>
    `/byname/v1/domains/${domain.name}/statistics?chainId=1${query}`
  const read = (path: string, key = service().key) =>
    service().call('GET', path, { headers: { 'x-api-key': key } })
  const statisticsOf = async (domain: Domain, query = '') => {
    await writeLookups(service().context)
    return dataOf<Statistics>(await read(pathOf(domain, query)))
  }
  const totalsOf = async (domain: Domain) => {
    const { lookups, absent } = await statisticsOf(domain)
    return { lookups, absent }
  }
  const lastLookupOf = async (name: string) => {
    await writeLookups(service().context)
    const answer = await read(`/byname/v1/names/${name}/statistics?chainId=1`)
    return dataOf<{ lastLookup: string | null }>(answer).lastLookup
  }
  const lookUp = async (name: string, { at = service() }: { at?: Pick<TestService, 'call'> } = {}) => {
    const response = await postLookup(at, resolver(), encodeLookup(name, addressCall(name)))
    expect(response.status).toBe(200)
  }
  const times = async (count: number, run: () => Promise<unknown>) => {
    for (let index = 0; index < count; index++) await run()
  }

  it('rule: every answered lookup counts once: by GET, by POST, of several records, cached, concurrent, of the domain itself', async () => {
    const domain = await service().onboard()
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    const multicall = encodeFunctionData({
      abi: resolverAbi,
      functionName: 'multicall',
      args: [[addressCall(name), encodeTextCall(name, 'url'), encodeTextCall(name, 'avatar')]],
    })
    await times(5, () => lookUp(name))
    await times(3, () => getLookup(service(), resolver(), encodeLookup(name, encodeTextCall(name, 'url'))))
    await times(2, () => postLookup(service(), resolver(), encodeLookup(name, multicall)))
    await Promise.all(Array.from({ length: 20 }, () => lookUp(name)))
    await times(2, () => lookUp(domain.name))
    expect(await totalsOf(domain)).toEqual({ lookups: 32, absent: 0 })
    expect(await totalsOf(domain)).toEqual({ lookups: 32, absent: 0 })
  })

  it('rule: names without records to show count as absent, and only names that exist get a last lookup', async () => {
    const domain = await service().onboard()
    const names = { reserved: `carol.${domain.name}`, missing: `missing.${domain.name}` }
    await seedReservation(service(), domain, 'carol', createWallet().address)
    const { ens: issued } = await seedSubname(service(), domain, 'alice')
    await times(2, () => lookUp(names.missing))
    await times(3, () => lookUp(names.reserved))
    await lookUp(`deep.${issued}`)
    expect(await lastLookupOf(issued)).toBeNull()
    await lookUp(issued)
    expect(await totalsOf(domain)).toEqual({ lookups: 7, absent: 6 })
    expect(await lastLookupOf(names.reserved)).toMatch(/T\d\d:00:00\.000Z$/)
    expectError(
      await read(`/byname/v1/names/${names.missing}/statistics?chainId=1`),
      404,
      'SubnameNotFoundException',
    )
    await blockOrDelete(service(), domain, 'blocked')
    await lookUp(issued)
    expect(await totalsOf(domain)).toEqual({ lookups: 8, absent: 7 })
  })

  it('rule: refused lookups do not count, nor those of names that are not served', async () => {
    const domain = await service().onboard()
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    const wrongNode = encodeLookup(name, addressCall('other.eth'))
    expect((await postLookup(service(), resolver(), wrongNode)).status).toBe(400)
    const other = service().resolvers[1].published
    expect((await postLookup(service(), other, encodeLookup(name, addressCall(name)))).status).toBe(404)
    expect(await totalsOf(domain)).toEqual({ lookups: 0, absent: 0 })
    expect(await lastLookupOf(name)).toBeNull()
  })

  it('rule: lookups of an absent name count towards a domain that is onboarded below', async () => {
    const domain = await service().onboard()
    const name = `x.team.${domain.name}`
    await lookUp(name)
    const team = await service().onboard({ name: `team.${domain.name}` })
    await lookUp(name)
    expect(await totalsOf(domain)).toEqual({ lookups: 1, absent: 1 })
    expect(await totalsOf(team)).toEqual({ lookups: 1, absent: 1 })
  })

  it('rule: periods are whole hours or days of UTC, with those without lookups', async () => {
    const domain = await service().onboard()
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    const day = Math.ceil(Date.now() / (24 * hourMs)) * 24 * hourMs
    for (const [hours, count] of [
      [22, 2],
      [23, 1],
      [24, 4],
    ] as const) {
      service().clock.offsetMs = day + hours * hourMs + 1000 - Date.now()
      await times(count, () => lookUp(name))
    }
    const iso = (hours: number) => new Date(day + hours * hourMs).toISOString()
    expect(await statisticsOf(domain, `&from=${iso(21.5)}&to=${iso(24.1)}`)).toEqual({
      domain: domain.name,
      chainId: 1,
      from: iso(21),
      to: iso(25),
      lookups: 7,
      absent: 0,
      periods: [0, 2, 1, 4].map((lookups, index) => ({
        ...{ start: iso(21 + index), lookups, absent: 0, names: 1, claimedNames: 1 },
      })),
    })
    expect(await statisticsOf(domain, `&by=day&from=${iso(1)}&to=${iso(25)}`)).toMatchObject({
      periods: [
        { start: iso(0), lookups: 3 },
        { start: iso(24), lookups: 4 },
      ],
    })
    const byDefault = await statisticsOf(domain)
    expect([byDefault.periods.length, byDefault.to, byDefault.lookups]).toEqual([24, iso(25), 7])
    expect((await statisticsOf(domain, '&by=day')).periods).toHaveLength(30)
    expect(await lastLookupOf(name)).toBe(iso(24))
    service().clock.offsetMs = 0
  })

  it('rule: lookups of each name are counted, for a hundred names at once', async () => {
    const domain = await service().onboard()
    const { ens: alice } = await seedSubname(service(), domain, 'alice')
    await seedSubname(service(), domain, 'bob')
    await times(3, () => lookUp(alice))
    await writeLookups(service().context)
    await lookUp(alice)
    await writeLookups(service().context, { isLast: true })
    const readNames = (labels: readonly string[], key = service().key) =>
      service().call('POST', `/byname/v1/domains/${domain.name}/names/statistics?chainId=1`, {
        headers: { 'x-api-key': key },
        body: { labels },
      })
    const answer = await readNames(['bob', 'missing', 'alice'])
    expect(dataOf(answer)).toEqual([
      { name: `bob.${domain.name}`, chainId: 1, lookups: 0, lastLookup: null },
      { name: alice, chainId: 1, lookups: 4, lastLookup: expect.stringMatching(/:00:00\.000Z$/) },
    ])
    expect((await readNames(Array.from({ length: 101 }, (_, index) => `a${index}`))).status).toBe(400)
    const missing = '/byname/v1/domains/missing.eth/names/statistics?chainId=1'
    const headers = { 'x-api-key': service().key }
    const absent = await service().call('POST', missing, { headers, body: { labels: ['alice'] } })
    expectError(absent, 404, 'EnsNotFound')
    const { key: stranger } = await createWorkspaceWithKey(service())
    expect((await readNames(['alice'], stranger)).status).toBe(403)
  })

  it('rule: a period ends with a number of names: none before the domain, the present one now', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    await seedReservation(service(), domain, 'bob', createWallet().address)
    const { periods } = await dataOf<{ periods: { names: number | null; claimedNames: number | null }[] }>(
      await read(pathOf(domain, '&by=day')),
    )
    const numbers = periods.map(({ names, claimedNames }) => [names, claimedNames])
    expect([numbers.at(0), numbers.at(-2), numbers.at(-1)]).toEqual([
      [0, 0],
      [0, 0],
      [2, 1],
    ])
    await service().context.store.db.deleteFrom('nameCounts').where('domainKey', '=', domain.key).execute()
    const { periods: unknown } = dataOf<{ periods: { names: number | null }[] }>(
      await read(pathOf(domain, '&by=day')),
    )
    expect([unknown.at(0)?.names, unknown.at(-1)?.names]).toEqual([0, null])
  })

  it('400 for a range that is empty, too long, or no time', async () => {
    const domain = service().demo[1]
    for (const query of [
      '&from=2030-01-01T00:00:00Z&to=2030-01-01T00:00:00Z',
      '&from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:01Z',
      '&by=day&from=2030-01-01T00:00:00Z&to=2031-02-06T00:00:00Z',
      '&from=1969-12-31T23:59:59Z',
      '&from=yesterday',
      '&by=minute',
    ])
      expectError(await read(pathOf(domain, query)), 400, 'BadRequestException')
    dataOf(await read(pathOf(domain, '&from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z')))
    dataOf(await read(pathOf(domain, '&by=day&from=2030-01-01T00:00:00Z&to=2031-02-05T00:00:00Z')))
  })

  it('401 without a key, 403 for a key of another workspace or limited to another domain; 200 for an admin key', async () => {
    const domain = await service().onboard()
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    const limited = await createKey(service(), { domainIds: [service().demo[1].id] })
    const other = await createWorkspaceWithKey(service())
    for (const path of [pathOf(domain), `/byname/v1/names/${name}/statistics?chainId=1`]) {
      expectError(await service().call('GET', path), 401, 'InvalidApiKeyException')
      for (const { key } of [limited, other]) expectError(await read(path, key), 403, 'ForbiddenException')
      dataOf(await read(path, await createAdminKey(service())))
    }
    expectError(await read('/byname/v1/domains/absent.eth/statistics?chainId=1'), 404, 'EnsNotFound')
  })

  it('rule: statistics of several processes add up, and a process that stops writes its own', async () => {
    const domain = await service().onboard()
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    await service().withSecondService(async (other) => {
      await times(3, () => lookUp(name, { at: other }))
      await times(2, () => lookUp(`absent.${domain.name}`, { at: other }))
      await times(2, () => lookUp(name))
    })
    expect(await totalsOf(domain)).toEqual({ lookups: 7, absent: 2 })
  })

  it('rule: writing statistics keeps cached responses: nothing is read or signed again', async () => {
    const domain = await service().onboard()
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    const { store } = service().context
    await lookUp(name)
    const before = await readStableDataVersion(store)
    await lookUp(name)
    await writeLookups(service().context)
    expect(store.dataVersion()).toBe(before)
  })

  it('rule: nothing about the clients is stored', async () => {
    const { ens: name } = await seedSubname(service(), service().demo[1], 'seen')
    await lookUp(name)
    await writeLookups(service().context)
    const { db } = service().context.store
    const counts = await db.selectFrom('lookupCounts').selectAll().execute()
    const marks = await db.selectFrom('lastLookups').selectAll().execute()
    expect([counts, marks].map(([row]) => Object.keys(row ?? {}).toSorted())).toEqual([
      ['absent', 'domainKey', 'hour', 'lookups'],
      ['hour', 'lookups', 'subnameKey'],
    ])
  })

  it('rule: a name that is erased loses its last lookup, and one that is issued again has none', async () => {
    const domain = await service().onboard()
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    await lookUp(name)
    expect(await lastLookupOf(name)).not.toBeNull()
    const { db } = service().context.store
    const marks = async () => (await db.selectFrom('lastLookups').select('subnameKey').execute()).length
    const before = await marks()
    await lookUp(name)
    await eraseName(service().context, { chainId: 1, name: normalizeName(name) })
    await writeLookups(service().context)
    expect(await marks()).toBe(before - 1)
    await seedSubname(service(), domain, 'alice')
    expect(await lastLookupOf(name)).toBeNull()
  })
})
