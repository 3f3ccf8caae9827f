import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { findDomain } from '../../../src/store/entities/domains.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import {
  blockOrDelete,
  ethereumAddress,
  postAdd,
  seedReservation,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('Names in any spelling', (service) => {
  const mainnet = () => service().demo[1]
  const { address } = createWallet()
  const isAvailable = async (subname: string) =>
    dataOf<{ isAvailable: boolean }>(
      await service().call(
        'GET',
        `/ens/v1/subname/available?${new URLSearchParams({ chainId: '1', subname })}`,
      ),
    ).isAvailable

  it.each([
    ['POST /ens/v1/subname/add', 'Aa-Add', 'names:write'],
    ['POST /ens/v2/subnames', 'Aa-Add-2', 'names:write'],
    ['POST /ens/v1/subname/reserve', 'Aa-Reserve', 'names:write'],
    ['POST /ens/v2/subnames/invitations', 'Aa-Reserve-2', 'names:write'],
    ['POST /ens/v1/subname/admin-reserve', 'Aa-Admin', 'admin'],
  ])('%s: 200 with the normalized name', async (operation, username, scope) => {
    const apiKey = scope === 'admin' ? await createAdminKey(service()) : service().key
    const isReserved = username.includes('Reserve') || username.includes('Admin')
    const body = {
      ...subnameBody(mainnet(), username),
      ensDomain: 'DeMo.ETH',
      ...(isReserved
        ? { ethAddress: address }
        : { addresses: [ethereumAddress(address)], overrideSignatureCheck: true }),
    }
    const path = operation.slice(5)
    const name = `${username.toLowerCase()}.demo.eth`
    expect(await isAvailable(`${username}.DEMO.eth`)).toBe(true)
    const response = await service().call('POST', path, { headers: { 'x-api-key': apiKey }, body })
    expect(dataOf<WireRecord>(response).ens).toBe(name)
    for (const spelling of [name, `${username}.Demo.eth`]) expect(await isAvailable(spelling)).toBe(false)
    expectError(
      await service().call('POST', path, {
        headers: { 'x-api-key': apiKey },
        body: { ...body, username: username.toUpperCase() },
      }),
      409,
      'SubdomainAlreadyExistsException',
    )
  })

  it.each([
    ['ﬁsh', 'fish'],
    ['ａlice', 'alice'],
    ['BOB', 'bob'],
    ["O'Neil", 'o’neil'],
    ['❤️', '❤'],
    ['al\u200bi', 'ali'],
    ['Ａ'.repeat(63), 'a'.repeat(63)],
  ])('rule: the label %s is issued as %s', async (spelling, label) => {
    const domain = await service().onboard()
    expect((await seedSubname(service(), domain, spelling)).ens).toBe(`${label}.${domain.name}`)
  })

  it('rule: spellings of one label are one name, also in concurrent requests', async () => {
    const domain = await service().onboard()
    const responses = await Promise.all(
      ['once', 'Once', 'ONCE', 'ｏnce'].map((label) =>
        postAdd(service(), {
          headers: { 'x-api-key': service().key },
          body: {
            ...subnameBody(domain, label),
            addresses: [ethereumAddress(address)],
            overrideSignatureCheck: true,
          },
        }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('rule: a domain is onboarded under its normal form, and blocked in any spelling', async () => {
    const admin = { 'x-api-key': await createAdminKey(service()) }
    const { workspaceId, resolvers, key } = service()
    const body = { ensDomain: 'MiXed.ETH', offchainResolverId: resolvers[1]['chain-bound'].id, workspaceId }
    const onboard = () => service().call('POST', '/ens/v1/ens/add', { headers: { 'x-api-key': key }, body })
    expect(dataOf(await onboard())).toMatchObject({ ensDomain: 'mixed.eth', domainName: 'mixed.eth' })
    expectError(await onboard(), 409, 'EnsAlreadyExistsException')
    const block = { ens: 'mIXED.eth', chainId: 1, isBlocked: true }
    const response = await service().call('POST', '/ens/v1/ens/update-ens-is-blocked', {
      headers: admin,
      body: block,
    })
    expect(dataOf(response, 201)).toMatchObject({ ensDomain: 'mixed.eth', isBlocked: true })
    expect(await findDomain(service().context.store.db, 1, 'mixed.eth')).toMatchObject({ isBlocked: true })
  })

  it.each([
    ['a name that is free', 'free', {}, true],
    ['a name that is issued', 'issued', {}, false],
    ['a name that is reserved', 'reserved', {}, false],
    ['a domain that is full', 'free', { userChosenLimit: 2 }, false],
    ['a domain with room for one more', 'free', { userChosenLimit: 3 }, true],
    ['a domain that is blocked', 'free', { isBlocked: true }, false],
  ] as const)('rule: available returns for %s what add does', async (_, label, state, available) => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'issued')
    await seedReservation(service(), domain, 'reserved', address)
    if ('isBlocked' in state) await blockOrDelete(service(), domain, 'blocked')
    if ('userChosenLimit' in state)
      dataOf(
        await service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
          headers: { 'x-api-key': service().key },
          body: { ensId: domain.id, ...state },
        }),
      )
    expect(await isAvailable(`${label}.${domain.name}`)).toBe(available)
    const { status } = await postAdd(service(), {
      headers: { 'x-api-key': service().key },
      body: {
        ...subnameBody(domain, label),
        addresses: [ethereumAddress(address)],
        overrideSignatureCheck: true,
      },
    })
    expect(status === 200).toBe(available)
  })

  it.each(['al ice', 'xn--alice', 'аlice', 'a'.repeat(64)])(
    'rule: available and add reject the label %j alike',
    async (label) => {
      const query = new URLSearchParams({ chainId: '1', subname: `${label}.demo.eth` })
      const available = await service().call('GET', `/ens/v1/subname/available?${query}`)
      expectError(available, 400, 'InvalidNameException')
      const added = await postAdd(service(), {
        headers: { 'x-api-key': service().key },
        body: { ...subnameBody(mainnet(), label), overrideSignatureCheck: true },
      })
      expectError(added, 400, 'InvalidNameException')
    },
  )
})
