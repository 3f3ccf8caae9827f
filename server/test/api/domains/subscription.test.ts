import { expect, it } from 'vitest'
import { setDomainPlan } from '../../../src/core/domains/change.ts'
import type { Domain, Plan } from '../../../src/model/domain.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  deleteDomain,
  requestOnboarding,
  requestSubname,
  setDomainLimit,
} from '../../support/entities/domains.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  seedReservation,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { resolveText } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('The subscription of a domain', (service) => {
  const setPlan = ({ name, chainId }: Domain, plan: Partial<Plan>) =>
    setDomainPlan(service().context, { name, chainId, plan })

  const subscriptionOf = async ({ id }: Domain, key = service().key) =>
    dataOf(await service().call('GET', `/ens/v1/ens/subscription/${id}`, { headers: { 'x-api-key': key } }))

  const patch = ({ name, chainId }: OnChain, body: unknown, key: string): Promise<ApiResponse> =>
    service().call('PATCH', `/byname/v1/domains/${name}/subscription?chainId=${chainId}`, {
      headers: { 'x-api-key': key },
      body,
    })

  const isAvailable = async (domain: Domain, label: string) => {
    const query = `chainId=${domain.chainId}&subname=${label}.${domain.name}`
    return dataOf<{ isAvailable: boolean }>(await service().call('GET', `/ens/v1/subname/available?${query}`))
      .isAvailable
  }

  it('rule: a domain without a plan is subscribed, to any number of names for an unlimited time', async () => {
    const domain = await service().onboard()
    expect(await subscriptionOf(domain)).toEqual({
      ensId: domain.id,
      isSubscribed: true,
      expiresAt: null,
      maxNames: null,
    })
  })

  it('rule: an admin key sets each part, keeps absent parts, and lifts a part with null', async () => {
    const domain = await service().onboard()
    const adminKey = await createAdminKey(service())
    const steps = [
      [{ expiresAt: '2999-01-01T00:00:00Z' }, { expiresAt: '2999-01-01T00:00:00.000Z', maxNames: null }],
      [{ maxNames: 3 }, { expiresAt: '2999-01-01T00:00:00.000Z', maxNames: 3 }],
      [
        { expiresAt: '2001-01-01T01:00:00+01:00' },
        { expiresAt: '2001-01-01T00:00:00.000Z', isSubscribed: false },
      ],
      [{ expiresAt: null }, { expiresAt: null, maxNames: 3, isSubscribed: true }],
      [{}, { expiresAt: null, maxNames: 3 }],
      [{ maxNames: null }, { expiresAt: null, maxNames: null }],
    ] as const
    for (const [changes, expected] of steps) {
      const changed = dataOf(await patch(domain, changes, adminKey))
      expect(changed).toMatchObject({ ensId: domain.id, isSubscribed: true, ...expected })
      expect(await subscriptionOf(domain)).toEqual(changed)
    }
  })

  it('403 with a key of the workspace, 401 without one, 404 for a domain that is not onboarded', async () => {
    const domain = await service().onboard()
    await expectUnchanged(service(), domain, async () => {
      expectError(await patch(domain, { maxNames: 9 }, service().key), 403, 'ForbiddenException')
      expectError(await patch(domain, { maxNames: 9 }, ''), 401, 'InvalidApiKeyException')
      const unknown = { ...domain, name: 'unknown.eth' }
      expectError(await patch(unknown, {}, await createAdminKey(service())), 404, 'EnsNotFound')
    })
  })

  it.each([
    [{ maxNames: -1 }],
    [{ maxNames: 1.5 }],
    [{ maxNames: 2 ** 60 }],
    [{ expiresAt: 'soon' }],
    [{ expiresAt: 1_900_000_000 }],
    [{ until: '2999-01-01T00:00:00Z' }],
    [[]],
  ])('400 for %j', async (body) => {
    const domain = await service().onboard()
    const adminKey = await createAdminKey(service())
    await expectUnchanged(service(), domain, async () =>
      expectError(await patch(domain, body, adminKey), 400, 'BadRequestException'),
    )
  })

  it('rule: after the end of a subscription no name is added or reserved, and none is available', async () => {
    const domain = await service().onboard()
    await setPlan(domain, { expiresAt: Date.now() + 3_600_000 })
    await seedSubname(service(), domain, 'alice')
    expect(await isAvailable(domain, 'bob')).toBe(true)
    service().clock.offsetMs = 3_600_000
    await expectUnchanged(service(), domain, async () => {
      expectError(await requestSubname(service(), domain, 'bob'), 403, 'SubscriptionLapsedException')
      const reservation = { ...subnameBody(domain, 'bob'), ethAddress: createWallet().address }
      const headers = { 'x-api-key': service().key }
      for (const path of ['/ens/v1/subname/reserve', '/ens/v2/subnames/invitations'])
        expectError(
          await service().call('POST', path, { headers, body: reservation }),
          403,
          'SubscriptionLapsedException',
        )
    })
    expect(await isAvailable(domain, 'bob')).toBe(false)
    expect(await subscriptionOf(domain)).toMatchObject({ isSubscribed: false })
    service().clock.offsetMs = 0
    dataOf(await requestSubname(service(), domain, 'bob'))
  })

  it('rule: after the end of a subscription names resolve, are read, updated, accepted and revoked as before', async () => {
    const { call, key, resolvers } = service()
    const domain = await service().onboard()
    const holder = createWallet()
    await seedSubname(service(), domain, 'alice', { addresses: [ethereumAddress(holder.address)] })
    await seedReservation(service(), domain, 'bob', holder.address)
    await setPlan(domain, { expiresAt: 1 })
    const headers = { 'x-api-key': key, ...(await signedHeaders(holder, { chainId: 1 })) }
    const text = [{ key: 'url', value: 'https://a.example' }]
    const act = async (verb: string, label: string) =>
      dataOf(
        await call('POST', `/ens/v1/subname/${verb}`, {
          headers,
          body: { ...subnameBody(domain, label), text },
        }),
      )
    await act('update', 'alice')
    await act('accept', 'bob')
    for (const label of ['alice', 'bob']) {
      const resolver = resolvers[1]['chain-bound']
      expect(await resolveText(service(), resolver, `${label}.${domain.name}`, 'url')).toBe(
        'https://a.example',
      )
      dataOf(await getSubname(service(), domain, label))
    }
    await act('revoke', 'alice')
    expectError(await requestSubname(service(), domain, 'alice'), 403, 'SubscriptionLapsedException')
  })

  it('409 for a name above the number of the plan or the chosen limit, whichever is lower', async () => {
    const domain = await service().onboard()
    await setPlan(domain, { maxNames: 2 })
    dataOf(await setDomainLimit(service(), domain, 1))
    await seedSubname(service(), domain, 'a')
    expectError(await requestSubname(service(), domain, 'b'), 409, 'LimitReachedException')
    dataOf(await setDomainLimit(service(), domain, 5))
    expect(await isAvailable(domain, 'b')).toBe(true)
    await seedSubname(service(), domain, 'b')
    expect(await isAvailable(domain, 'c')).toBe(false)
    expectError(await requestSubname(service(), domain, 'c'), 409, 'LimitReachedException')
    await setPlan(domain, { maxNames: null })
    dataOf(await requestSubname(service(), domain, 'c'))
  })

  it('rule: of concurrent adds exactly as many succeed as the plan allows', async () => {
    const domain = await service().onboard()
    await setPlan(domain, { maxNames: 5 })
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => requestSubname(service(), domain, `n${index}`)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(15).fill(409),
    ])
  })

  it('rule: the plan is that of one chain, and stays when the domain is deleted, restored or moved', async () => {
    const domain = await service().onboard()
    const twin = await service().onboard({ name: domain.name, chainId: 11155111 })
    await setPlan(domain, { expiresAt: 1 })
    dataOf(await requestSubname(service(), twin, 'alice'))

    dataOf(await deleteDomain(service(), domain), 201)
    dataOf(await requestOnboarding(service(), domain))
    expectError(await requestSubname(service(), domain, 'alice'), 403, 'SubscriptionLapsedException')

    const { workspaceId, key } = await createWorkspaceWithKey(service())
    const move = { ensId: domain.id, newWorkspaceId: workspaceId, newWorkspaceKey: key }
    const headers = { 'x-api-key': service().key }
    dataOf(await service().call('POST', '/ens/v1/ens/update-workspace-id', { headers, body: move }))
    expect(await subscriptionOf(domain, key)).toMatchObject({ isSubscribed: false })
    const { key: limited } = await createKey(service(), { workspaceId, domainIds: [domain.id] })
    expect(await subscriptionOf(domain, limited)).toMatchObject({ isSubscribed: false })
  })
})
