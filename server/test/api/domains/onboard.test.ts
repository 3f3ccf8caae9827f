import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { ApiKeyScope } from '../../../src/model/api-key.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('POST /ens/v1/ens/add', (service) => {
  const onboard = (ensDomain: string, changes: object = {}, key = service().key) =>
    service().call('POST', '/ens/v1/ens/add', {
      headers: { 'x-api-key': key },
      body: {
        ensDomain,
        offchainResolverId: service().resolvers[1]['chain-bound'].id,
        workspaceId: service().workspaceId,
        ...changes,
      },
    })

  const keyWith = async (...scopes: readonly ApiKeyScope[]) => {
    const { context, workspaceId } = service()
    return (await createApiKey(context, { workspaceId, name: 'narrow', scopes })).key
  }

  it('200 for a new domain, below which names can be added', async () => {
    const { workspaceId, resolvers } = service()
    const added = dataOf<{ id: string }>(await onboard('acme.eth'))
    expect(added).toEqual({
      id: expect.any(String),
      ensId: added.id,
      domainName: 'acme.eth',
      ensDomain: 'acme.eth',
      chainId: 1,
      workspaceId,
      offchainResolverId: resolvers[1]['chain-bound'].id,
      userChosenLimit: null,
      isBlocked: false,
      subnameCount: 0,
      texts: [],
    })
    const record = await seedSubname(service(), { ...service().demo[1], name: 'acme.eth' }, 'alice')
    expect(record.ens).toBe('alice.acme.eth')
  })

  it('403 for a name below a domain of another workspace where nothing is proven on chain, 200 with an admin key', async () => {
    dataOf(await onboard('tenant.eth'))
    await seedSubname(service(), { ...service().demo[1], name: 'tenant.eth' }, 'alice')
    const { context } = service()
    const { id: workspaceId } = await createWorkspace(context, { name: 'Other' })
    const scopes = ['domains:write'] as const
    const { key } = await createApiKey(context, { workspaceId, name: 'k', scopes })
    for (const name of ['alice.tenant.eth', 'free.tenant.eth', 'deep.alice.tenant.eth'])
      expectError(await onboard(name, { workspaceId }, key), 403, 'ForbiddenException')
    dataOf(await onboard('own.tenant.eth'))
    dataOf(await onboard('free.tenant.eth', { workspaceId }, await keyWith('admin')))
    dataOf(await onboard('deep.free.tenant.eth', { workspaceId }, key))
  })

  it('200 for the same domain on the other chain', async () => {
    dataOf(await onboard('both.eth'))
    const offchainResolverId = service().resolvers[11155111]['chain-bound'].id
    expect(dataOf(await onboard('both.eth', { offchainResolverId }))).toMatchObject({ chainId: 11155111 })
  })

  it('200 for a domain of three labels, whose names have four', async () => {
    dataOf(await onboard('team.acme-corp.eth'))
    const record = await seedSubname(service(), { ...service().demo[1], name: 'team.acme-corp.eth' }, 'alice')
    expect(record.ens).toBe('alice.team.acme-corp.eth')
  })

  it('200 with an admin key for any workspace', async () => {
    const { context } = service()
    const workspace = await createWorkspace(context, { name: 'Other' })
    const response = await onboard('by-admin.eth', { workspaceId: workspace.id }, await keyWith('admin'))
    expect(dataOf(response)).toMatchObject({ workspaceId: workspace.id })
  })

  it('rule: of concurrent onboardings of one domain exactly one wins', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => onboard('race.eth')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    for (const response of responses)
      if (response.status !== 200) expectError(response, 409, 'EnsAlreadyExistsException')
  })

  it('403 with a key that lacks domains:write', async () => {
    const response = await onboard('lacking.eth', {}, await keyWith('names:write'))
    expectError(response, 403, 'ForbiddenException')
  })

  it('403 for another workspace', async () => {
    const { id: workspaceId } = await createWorkspace(service().context, { name: 'Other' })
    expectError(await onboard('foreign.eth', { workspaceId }), 403, 'ForbiddenException')
  })

  it('404 for an unknown resolver, and with an admin key for an unknown workspace', async () => {
    const unknown = await onboard('a.eth', { offchainResolverId: 'none' })
    expectError(unknown, 404, 'OffchainResolverNotFoundException')
    const unknownWorkspace = await onboard('a.eth', { workspaceId: 'none' }, await keyWith('admin'))
    expectError(unknownWorkspace, 404, 'WorkspaceNotFoundException')
  })

  it.each(['eth', '', 'acme..eth', 'ac me.eth'])('400 for the domain "%s"', async (name) => {
    const response = await onboard(name)
    expectError(response, 400, name === '' ? 'BadRequestException' : 'InvalidNameException')
  })
})

describeOnEachService('GET /ens/v1/offchain-resolvers', (service) => {
  it('200 with the entries of both chains, the default one first, addresses in EIP-55', async () => {
    const { call, resolvers } = service()
    const response = await call('GET', '/ens/v1/offchain-resolvers')
    const entries = [1, 11155111].flatMap((chainId) => {
      const { 'chain-bound': first, published } = resolvers[chainId === 1 ? 1 : 11155111]
      return [first, published].map(({ id, address }) => ({
        id,
        resolverAddress: getAddress(address),
        ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
        nodeProvider: 'https://rpc.example',
        chainId,
        chainName: chainId === 1 ? 'mainnet' : 'sepolia',
        environment: 'production',
      }))
    })
    expect(dataOf(response)).toEqual({ offchainResolvers: entries })
    const one = await call('GET', `/ens/v1/offchain-resolvers/${entries[0]?.id}`)
    expect(dataOf(one)).toEqual(entries[0])
  })

  it('404 for an unknown id', async () => {
    const response = await service().call('GET', '/ens/v1/offchain-resolvers/none')
    expectError(response, 404, 'OffchainResolverNotFoundException')
  })
})
