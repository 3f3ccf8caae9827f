import { expect, it } from 'vitest'
import { purgeDomain } from '../../../src/core/domains/administer.ts'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import { createAdminKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { deleteDomain, requestOnboarding, setDomainLimit } from '../../support/entities/domains.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('events of a domain', (service) => {
  const listEvents = async (domain: Pick<OnChain, 'name'>, type: string, key = service().key) =>
    dataOf<WireEventPage>(
      await service().call('GET', `/byname/v1/events?domain=${domain.name}&type=${type}`, {
        headers: { 'x-api-key': key },
      }),
    ).data

  const setBlocked = async (ens: string, isBlocked: boolean, key: string) =>
    dataOf(
      await service().call('POST', '/ens/v1/ens/update-ens-is-blocked', {
        headers: { 'x-api-key': key },
        body: { ens, chainId: 1, isBlocked },
      }),
      201,
    )

  const blocks = async (domain: Pick<OnChain, 'name'>, key?: string) =>
    (await listEvents(domain, 'domain.blocked,domain.unblocked', key)).map(({ type, changes, ...event }) => {
      const isBlocked = type === 'domain.blocked'
      expect(event).toMatchObject({ name: domain.name, actor: { type: 'administrator' } })
      expect(changes).toEqual([{ field: 'isBlocked', key: null, before: !isBlocked, after: isBlocked }])
      return type
    })

  it('rule: blocking a domain is an event of each domain that it blocks, for its own workspace, and so is unblocking', async () => {
    const adminKey = await createAdminKey(service())
    const other = await createWorkspaceWithKey(service())
    const upper = await service().onboard()
    const [own, foreign] = [{ name: `own.${upper.name}` }, { name: `foreign.${upper.name}` }]
    dataOf(await requestOnboarding(service(), { ...own, chainId: 1 }))
    dataOf(await requestOnboarding(service(), { ...foreign, chainId: 1 }, adminKey, other.workspaceId))

    await setBlocked(own.name, true, adminKey)
    await setBlocked(upper.name, true, adminKey)
    await setBlocked(upper.name, true, adminKey)
    const onBlock = ['domain.blocked']
    expect(await blocks(upper)).toEqual(onBlock)
    expect(await blocks(own)).toEqual(onBlock)
    expect(await blocks(foreign, other.key)).toEqual(onBlock)

    await setBlocked(upper.name, false, adminKey)
    expect(await blocks(upper)).toEqual([...onBlock, 'domain.unblocked'])
    expect(await blocks(own)).toEqual(onBlock)
    expect(await blocks(foreign, other.key)).toEqual([...onBlock, 'domain.unblocked'])
  })

  it('rule: the reason of a block is in the events of all domains that it blocks, and so is another reason', async () => {
    const adminKey = await createAdminKey(service())
    const upper = await service().onboard()
    const lower = { name: `reason.${upper.name}` }
    dataOf(await requestOnboarding(service(), { ...lower, chainId: 1 }))
    const set = (isBlocked: boolean, reason?: string) =>
      service().call('POST', '/ens/v1/ens/update-ens-is-blocked', {
        headers: { 'x-api-key': adminKey },
        body: { ens: upper.name, chainId: 1, isBlocked, ...(reason !== undefined && { reason }) },
      })
    const reasonOf = async (name: string) =>
      dataOf<{ blockReason: string | null }>(
        await service().call('GET', `/byname/v1/domains/${name}?chainId=1`, {
          headers: { 'x-api-key': service().key },
        }),
      ).blockReason
    dataOf(await set(true, '  A complaint.\nIt is examined. '), 201)
    for (const { name } of [upper, lower]) expect(await reasonOf(name)).toBe('A complaint.\nIt is examined.')
    dataOf(await set(true, 'Spam.'), 201)
    for (const { name } of [upper, lower]) expect(await reasonOf(name)).toBe('Spam.')
    expectError(await set(true, 'x'.repeat(501)), 400, 'BadRequestException')
    expectError(await set(true, 'a\u202eb'), 400, 'BadRequestException')
    expect(await reasonOf(upper.name)).toBe('Spam.')
    dataOf(await set(false, 'is not kept'), 201)
    for (const { name } of [upper, lower]) {
      expect(await reasonOf(name)).toBeNull()
      const events = await listEvents({ name }, 'domain.blocked,domain.unblocked')
      const first = 'A complaint.\nIt is examined.'
      expect(events.map(({ changes }) => changes.filter(({ field }) => field === 'blockReason'))).toEqual(
        [
          [null, first],
          [first, 'Spam.'],
          ['Spam.', null],
        ].map(([before, after]) => [{ field: 'blockReason', key: null, before, after }]),
      )
    }
  })

  it('rule: purging a blocked domain is an event of each domain that it unblocks', async () => {
    const adminKey = await createAdminKey(service())
    const upper = await service().onboard()
    const lower = { name: `lower.${upper.name}` }
    dataOf(await requestOnboarding(service(), { ...lower, chainId: 1 }))
    await setBlocked(upper.name, true, adminKey)
    dataOf(await deleteDomain(service(), upper, adminKey), 201)
    const cause = { actor: { type: 'administrator', keyId: null }, requestId: null } as const
    await purgeDomain({ ...service().context, cause }, upper.id)
    expect(await blocks(lower)).toEqual(['domain.blocked', 'domain.unblocked'])
  })

  it('rule: after any concurrent changes, each event begins with the values that the one before it ends with', async () => {
    const domain = await service().onboard()
    const setTexts = (value: string) =>
      service().call('PATCH', `/byname/v1/domains/${domain.name}?chainId=1`, {
        headers: { 'x-api-key': service().key },
        body: { texts: [{ key: 'url', value }], allowedOrigins: [`${value}.example`] },
      })
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0 ? setTexts(`v${index}`) : setDomainLimit(service(), domain, 1000 + index),
      ),
    )
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(4)
    const state = new Map<string, unknown>()
    for (const { changes } of await listEvents(domain, 'domain.changed'))
      for (const { field, key, before, after } of changes) {
        const path = `${field} ${key}`
        expect(before).toEqual(state.get(path) ?? null)
        state.set(path, after)
      }
    expect([...state.keys()].toSorted()).toEqual(['allowedOrigins null', 'limit null', 'texts url'])
  })
})
