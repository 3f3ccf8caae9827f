import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import { type Role, roles } from '../../../src/model/workspace.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { type PageHeaders, signIn, signInAs, type WireSession } from '../../support/credentials/sessions.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireMember {
  readonly address: string
  readonly role: Role
  readonly addedBy: string | null
}

describeOnEachService('Members of a workspace', (service) => {
  const pathOf = (workspaceId: string, address = '') =>
    `/byname/v1/workspaces/${workspaceId}/members${address && `/${address}`}`

  const add = (headers: PageHeaders, member: string, role: Role, workspaceId = service().workspaceId) =>
    service().call('POST', pathOf(workspaceId), { headers, body: { member, role } })

  const change = (headers: PageHeaders, address: string, role: Role, workspaceId: string) =>
    service().call('PATCH', pathOf(workspaceId, address), { headers, body: { role } })

  const remove = (headers: PageHeaders, address: string, workspaceId: string) =>
    service().call('DELETE', pathOf(workspaceId, address), { headers })

  const membersOf = async (headers: PageHeaders, workspaceId = service().workspaceId) =>
    dataOf<{ data: readonly WireMember[] }>(await service().call('GET', pathOf(workspaceId), { headers }))
      .data

  const newWorkspace = async () => (await createWorkspaceWithKey(service())).workspaceId

  it('rule: an owner adds a member, whose session has the role from then on', async () => {
    const owner = await signInAs(service(), 'owner')
    const wallet = createWallet()
    const page = await signIn(service(), wallet)
    expectError(
      await service().call('GET', pathOf(service().workspaceId), { headers: page }),
      403,
      'ForbiddenException',
    )
    const { cookie, origin } = owner
    const added = dataOf<WireMember>(await add({ cookie, origin }, wallet.address, 'viewer'), 201)
    expect(added).toMatchObject({
      address: wallet.address,
      role: 'viewer',
      addedBy: owner.wallet.address,
    })
    expect(await membersOf(page)).toContainEqual(added)
    const session = await service().call('GET', '/byname/v1/session', { headers: page })
    expect(dataOf<WireSession>(session).workspaces).toMatchObject([
      { id: service().workspaceId, role: 'viewer' },
    ])
  })

  it('rule: a member is added by the name that has its address', async () => {
    const { cookie, origin } = await signInAs(service(), 'owner')
    const wallet = createWallet()
    const domain = await service().onboard()
    const body = { addresses: [ethereumAddress(wallet.address)] }
    const { ens } = await seedSubname(service(), domain, 'member', body)
    const { db } = service().context.store
    const resolver = service().resolvers[1]['chain-bound']
    await db
      .updateTable('domains')
      .set({ onchainResolver: resolver.address })
      .where('id', '=', domain.id)
      .execute()
    const added = dataOf<WireMember>(await add({ cookie, origin }, ens, 'editor'), 201)
    expect(added.address).toBe(wallet.address)
  })

  it('rule: a member is added once, and only members are changed and removed', async () => {
    const workspaceId = await newWorkspace()
    const { cookie, origin } = await signInAs(service(), 'owner', workspaceId)
    const page = { cookie, origin }
    const { address } = createWallet()
    expectError(await change(page, address, 'viewer', workspaceId), 404, 'MemberNotFoundException')
    expectError(await remove(page, address, workspaceId), 404, 'MemberNotFoundException')
    dataOf(await add(page, address, 'viewer', workspaceId), 201)
    expectError(await add(page, address, 'editor', workspaceId), 409, 'MemberAlreadyExistsException')
    dataOf(await change(page, address, 'editor', workspaceId))
    expect(await membersOf(page, workspaceId)).toContainEqual(
      expect.objectContaining({ address, role: 'editor' }),
    )
    dataOf(await remove(page, address, workspaceId))
    expect(await membersOf(page, workspaceId)).toHaveLength(1)
  })

  it('rule: a workspace keeps its last owner', async () => {
    const workspaceId = await newWorkspace()
    const { wallet, ...page } = await signInAs(service(), 'owner', workspaceId)
    expectError(await remove(page, wallet.address, workspaceId), 409, 'LastOwnerException')
    expectError(await change(page, wallet.address, 'editor', workspaceId), 409, 'LastOwnerException')
    const second = createWallet()
    dataOf(await add(page, second.address, 'owner', workspaceId), 201)
    dataOf(await remove(page, wallet.address, workspaceId))
  })

  it('race: of two owners who remove each other, one stays', async () => {
    const workspaceId = await newWorkspace()
    const { wallet: one, ...pageOfOne } = await signInAs(service(), 'owner', workspaceId)
    const { wallet: other, ...pageOfOther } = await signInAs(service(), 'owner', workspaceId)
    await Promise.all([
      remove(pageOfOne, other.address, workspaceId),
      remove(pageOfOther, one.address, workspaceId),
    ])
    const admin = await createAdminKey(service())
    const listed = await service().call('GET', pathOf(workspaceId), { headers: { 'x-api-key': admin } })
    expect(dataOf<{ data: readonly WireMember[] }>(listed).data).toHaveLength(1)
  })

  it('rule: any member may leave, and loses all rights with that', async () => {
    for (const role of roles.filter((one) => one !== 'owner')) {
      const { wallet, ...page } = await signInAs(service(), role)
      dataOf(await remove(page, wallet.address, service().workspaceId))
      const read = await service().call('GET', pathOf(service().workspaceId), { headers: page })
      expectError(read, 403, 'ForbiddenException')
    }
  })

  it('rule: changes of members are events, with the member who made them', async () => {
    const workspaceId = await newWorkspace()
    const { wallet: owner, ...page } = await signInAs(service(), 'owner', workspaceId)
    const { address } = createWallet()
    dataOf(await add(page, address, 'viewer', workspaceId), 201)
    dataOf(await change(page, address, 'editor', workspaceId))
    dataOf(await remove(page, address, workspaceId))
    const types = 'member.added,member.changed,member.removed'
    const response = await service().call(
      'GET',
      `/byname/v1/events?workspaceId=${workspaceId}&type=${types}`,
      {
        headers: page,
      },
    )
    const { data: events } = dataOf<WireEventPage>(response)
    expect(events.map(({ type }) => type)).toEqual(types.split(','))
    expect(events[1]).toMatchObject({
      actor: { type: 'member', address: owner.address, keyId: null },
      changes: [
        { field: 'address', before: address, after: address },
        { field: 'role', before: 'viewer', after: 'editor' },
      ],
    })
  })

  it('attack: an owner can neither create, replace nor revoke an admin key', async () => {
    const { wallet: _, ...headers } = await signInAs(service(), 'owner')
    const url = `/byname/v1/workspaces/${service().workspaceId}/api-keys`
    const { apiKey } = await createKey(service(), { scopes: ['admin'] })
    const requests = [
      ['POST', url, { name: 'x', scopes: ['admin'] }],
      ['POST', `${url}/${apiKey.id}/rotate`, {}],
      ['DELETE', `${url}/${apiKey.id}`, undefined],
    ] as const
    for (const [method, path, body] of requests)
      expectError(await service().call(method, path, { headers, body }), 403, 'ForbiddenException')
    dataOf(
      await service().call('POST', url, { headers, body: { name: 'own', scopes: ['names:write'] } }),
      201,
    )
  })

  it('rule: an editor changes the branding of the claim page, and nothing else of the domain', async () => {
    const { wallet: _, ...headers } = await signInAs(service(), 'editor')
    const { name } = await service().onboard()
    const patch = (body: object) =>
      service().call('PATCH', `/byname/v1/domains/${name}?chainId=1`, { headers, body })
    dataOf(await patch({ branding: { title: 'Ours' } }))
    for (const body of [
      { allowedOrigins: ['app.example'] },
      { texts: [{ key: 'url', value: 'https://a.example' }] },
    ])
      expectError(await patch(body), 403, 'ForbiddenException')
  })

  it('rule: owners and editors revoke names in a session without another signature', async () => {
    const domain = await service().onboard()
    for (const role of ['owner', 'editor'] as const) {
      const { wallet: _, ...headers } = await signInAs(service(), role)
      await seedSubname(service(), domain, role)
      const items = [{ action: 'revoke', label: role }]
      const body = { domain: domain.name, mode: 'atomic', items }
      dataOf(await service().call('POST', '/byname/v1/names/batch?chainId=1', { headers, body }))
    }
  })

  it('rule: only operators open workspaces, unless the setting allows more', async () => {
    const open = (headers: Readonly<Record<string, string>>, body: object = { name: 'New' }) =>
      service().call('POST', '/byname/v1/workspaces', { headers, body })
    expectError(await open(await signIn(service())), 403, 'ForbiddenException')
    const owner = createWallet()
    const admin = { 'x-api-key': await createAdminKey(service()) }
    const { id } = dataOf<{ id: string }>(await open(admin, { name: 'New', owner: owner.address }), 201)
    expect(await membersOf(await signIn(service(), owner), id)).toMatchObject([{ role: 'owner' }])
  })
})
