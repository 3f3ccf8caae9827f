import { expect, it } from 'vitest'
import { setDomainPlan } from '../../src/core/domains/set-plan.ts'
import type { Domain, Plan } from '../../src/store/domains.ts'
import { type Answer, dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { onboard, remove, setLimit, tryToAdd } from '../support/domains.ts'
import { textOf } from '../support/gateway-client.ts'
import { newAdminKey, newKey, newWorkspace } from '../support/keys.ts'
import { ethereumAddress, issue, read, reserve, subnameIn, untouched } from '../support/names.ts'
import { newWallet, signedHeaders } from '../support/signed-headers.ts'

describeOnEachService('The subscription of a domain', (service) => {
  const setPlan = ({ name, chainId }: Domain, plan: Partial<Plan>) =>
    setDomainPlan(service().context, { name, chainId, plan })

  const subscriptionOf = async ({ id }: Domain, key = service().key) =>
    dataOf(await service().call('GET', `/ens/v1/ens/subscription/${id}`, { headers: { 'x-api-key': key } }))

  const patch = ({ name, chainId }: Domain, body: unknown, key: string): Promise<Answer> =>
    service().call('PATCH', `/byname/v1/domains/${name}/subscription?chainId=${chainId}`, {
      headers: { 'x-api-key': key },
      body,
    })

  const isAvailable = async (domain: Domain, label: string) => {
    const query = `chainId=${domain.chainId}&subname=${label}.${domain.name}`
    return dataOf<{ isAvailable: boolean }>(await service().call('GET', `/ens/v1/subname/available?${query}`))
      .isAvailable
  }

  it('rule: a domain without a plan is subscribed, to any number of names without end', async () => {
    const domain = await service().onboard()
    expect(await subscriptionOf(domain)).toEqual({
      ensId: domain.id,
      isSubscribed: true,
      expiresAt: null,
      maxNames: null,
    })
  })

  it('rule: an admin key sets each part, leaves out what is to stay, and lifts a part with null', async () => {
    const domain = await service().onboard()
    const adminKey = await newAdminKey(service())
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
    await untouched(service(), domain, async () => {
      expectFailure(await patch(domain, { maxNames: 9 }, service().key), 403, 'ForbiddenException')
      expectFailure(await patch(domain, { maxNames: 9 }, ''), 401, 'InvalidApiKeyException')
      const unknown = { ...domain, name: 'unknown.eth' }
      expectFailure(await patch(unknown, {}, await newAdminKey(service())), 404, 'EnsNotFound')
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
    const adminKey = await newAdminKey(service())
    await untouched(service(), domain, async () =>
      expectFailure(await patch(domain, body, adminKey), 400, 'BadRequestException'),
    )
  })

  it('rule: from its end on, no name is added or reserved, and none is available', async () => {
    const domain = await service().onboard()
    await setPlan(domain, { expiresAt: Date.now() + 3_600_000 })
    await issue(service(), domain, 'alice')
    expect(await isAvailable(domain, 'bob')).toBe(true)
    service().clock.ahead = 3_600_000
    await untouched(service(), domain, async () => {
      expectFailure(await tryToAdd(service(), domain, 'bob'), 403, 'SubscriptionLapsedException')
      const reservation = { ...subnameIn(domain, 'bob'), ethAddress: newWallet().address }
      const headers = { 'x-api-key': service().key }
      for (const path of ['/ens/v1/subname/reserve', '/ens/v2/subnames/invitations'])
        expectFailure(
          await service().call('POST', path, { headers, body: reservation }),
          403,
          'SubscriptionLapsedException',
        )
    })
    expect(await isAvailable(domain, 'bob')).toBe(false)
    expect(await subscriptionOf(domain)).toMatchObject({ isSubscribed: false })
    service().clock.ahead = 0
    dataOf(await tryToAdd(service(), domain, 'bob'))
  })

  it('rule: after its end, names resolve, are read, updated, accepted and revoked as before', async () => {
    const { call, key, resolvers } = service()
    const domain = await service().onboard()
    const holder = newWallet()
    await issue(service(), domain, 'alice', { addresses: [ethereumAddress(holder.address)] })
    await reserve(service(), domain, 'bob', holder.address)
    await setPlan(domain, { expiresAt: 1 })
    const headers = { 'x-api-key': key, ...(await signedHeaders(holder, { chainId: 1 })) }
    const text = [{ key: 'url', value: 'https://a.example' }]
    const act = async (verb: string, label: string) =>
      dataOf(
        await call('POST', `/ens/v1/subname/${verb}`, {
          headers,
          body: { ...subnameIn(domain, label), text },
        }),
      )
    await act('update', 'alice')
    await act('accept', 'bob')
    for (const label of ['alice', 'bob']) {
      const resolver = resolvers[1]['chain-bound']
      expect(await textOf(service(), resolver, `${label}.${domain.name}`, 'url')).toBe('https://a.example')
      dataOf(await read(service(), domain, label))
    }
    await act('revoke', 'alice')
    expectFailure(await tryToAdd(service(), domain, 'alice'), 403, 'SubscriptionLapsedException')
  })

  it('409 for a name beyond those of the plan or of the chosen limit, whichever is lower', async () => {
    const domain = await service().onboard()
    await setPlan(domain, { maxNames: 2 })
    dataOf(await setLimit(service(), domain, 1))
    await issue(service(), domain, 'a')
    expectFailure(await tryToAdd(service(), domain, 'b'), 409, 'LimitReachedException')
    dataOf(await setLimit(service(), domain, 5))
    expect(await isAvailable(domain, 'b')).toBe(true)
    await issue(service(), domain, 'b')
    expect(await isAvailable(domain, 'c')).toBe(false)
    expectFailure(await tryToAdd(service(), domain, 'c'), 409, 'LimitReachedException')
    await setPlan(domain, { maxNames: null })
    dataOf(await tryToAdd(service(), domain, 'c'))
  })

  it('rule: of adds at once exactly as many succeed as the plan has room for', async () => {
    const domain = await service().onboard()
    await setPlan(domain, { maxNames: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => tryToAdd(service(), domain, `n${index}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(15).fill(409),
    ])
  })

  it('rule: the plan is that of one chain, and stays when the domain is deleted, brought back or moved', async () => {
    const domain = await service().onboard()
    const twin = await service().onboard({ name: domain.name, chainId: 11155111 })
    await setPlan(domain, { expiresAt: 1 })
    dataOf(await tryToAdd(service(), twin, 'alice'))

    dataOf(await remove(service(), domain), 201)
    dataOf(await onboard(service(), domain))
    expectFailure(await tryToAdd(service(), domain, 'alice'), 403, 'SubscriptionLapsedException')

    const { workspaceId, key } = await newWorkspace(service())
    const move = { ensId: domain.id, newWorkspaceId: workspaceId, newWorkspaceKey: key }
    const headers = { 'x-api-key': service().key }
    dataOf(await service().call('POST', '/ens/v1/ens/update-workspace-id', { headers, body: move }))
    expect(await subscriptionOf(domain, key)).toMatchObject({ isSubscribed: false })
    const { key: limited } = await newKey(service(), { workspaceId, domainIds: [domain.id] })
    expect(await subscriptionOf(domain, limited)).toMatchObject({ isSubscribed: false })
  })
})
