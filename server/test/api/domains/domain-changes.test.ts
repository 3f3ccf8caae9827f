import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import {
  deleteDomain,
  postDomainChange,
  requestOnboarding,
  requestSubname,
  setDomainLimit,
} from '../../support/entities/domains.ts'
import { expectUnchanged, getSubname, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('Changing a domain', (service) => {
  let adminKey: string
  beforeAll(async () => {
    adminKey = await createAdminKey(service())
  })

  const setBlocked = (domain: Domain, isBlocked: boolean) =>
    postDomainChange(
      service(),
      'update-ens-is-blocked',
      { ens: domain.name, chainId: domain.chainId, isBlocked },
      adminKey,
    )

  /** The input of each operation by which a workspace changes its domain. */
  const ownOperations = [
    ['update-user-chosen-limit', { userChosenLimit: 1 }],
    ['remove-user-chosen-limit', {}],
    ['delete', {}],
    ['update-workspace-id', { newWorkspaceId: 'none' }],
  ] as const

  describe.each(ownOperations)('%s', (verb, body) => {
    const refuse = async (key: string, status: number, wireName: ErrorName) => {
      const domain = await service().onboard()
      await expectUnchanged(service(), domain, async () =>
        expectError(
          await postDomainChange(service(), verb, { ...body, ensId: domain.id }, key),
          status,
          wireName,
        ),
      )
    }

    it('401 without a key', () => refuse('', 401, 'InvalidApiKeyException'))

    it('403 with a key of another workspace', async () => {
      await refuse((await createWorkspaceWithKey(service())).key, 403, 'ForbiddenException')
    })

    it('403 with a key that lacks domains:write', async () => {
      const { key } = await createKey(service(), { scopes: ['names:write'] })
      await refuse(key, 403, 'ForbiddenException')
    })

    it('403 with a key that is limited to the same name on the other chain', async () => {
      const { key } = await createKey(service(), { domainIds: [service().demo[11155111].id] })
      await expectUnchanged(service(), service().demo[1], async () => {
        const response = await postDomainChange(
          service(),
          verb,
          { ...body, ensId: service().demo[1].id },
          key,
        )
        expectError(response, 403, 'ForbiddenException')
      })
    })

    it('403 while the domain is blocked', async () => {
      const domain = await service().onboard()
      dataOf(await setBlocked(domain, true), 201)
      await expectUnchanged(service(), domain, async () => {
        const response = await postDomainChange(service(), verb, { ...body, ensId: domain.id })
        expectError(response, 403, 'DomainBlockedException')
      })
    })

    it('404 for a domain that does not exist or is deleted', async () => {
      const domain = await service().onboard()
      dataOf(await deleteDomain(service(), domain), 201)
      for (const ensId of ['none', domain.id])
        expectError(await postDomainChange(service(), verb, { ...body, ensId }), 404, 'EnsNotFound')
    })

    it('400 without an id', async () => {
      expectError(await postDomainChange(service(), verb, body), 400, 'BadRequestException')
    })
  })

  describe('the user-chosen limit', () => {
    it('200 with the domain, also for digits in quotes and with an admin key', async () => {
      const domain = await service().onboard()
      expect(dataOf(await setDomainLimit(service(), domain, 3))).toMatchObject({
        ensId: domain.id,
        userChosenLimit: 3,
      })
      expect(dataOf(await setDomainLimit(service(), domain, '4'))).toMatchObject({ userChosenLimit: 4 })
      expect(dataOf(await setDomainLimit(service(), domain, 5, adminKey))).toMatchObject({
        userChosenLimit: 5,
      })
      const lifted = await postDomainChange(service(), 'remove-user-chosen-limit', { ensId: domain.id })
      expect(dataOf(lifted)).toMatchObject({ ensId: domain.id, userChosenLimit: null })
    })

    it.each([-1, 1.5, 'many', null, 2 ** 60])('400 for a limit of %s', async (limit) => {
      const domain = await service().onboard()
      await expectUnchanged(service(), domain, async () =>
        expectError(await setDomainLimit(service(), domain, limit), 400, 'BadRequestException'),
      )
    })

    it('rule: a limit below the count removes no name and blocks adds until it is lifted', async () => {
      const domain = await service().onboard()
      await seedSubname(service(), domain, 'a')
      const record = await seedSubname(service(), domain, 'b')
      expect(dataOf(await setDomainLimit(service(), domain, 1))).toMatchObject({
        userChosenLimit: 1,
        subnameCount: 2,
      })
      expectError(await requestSubname(service(), domain, 'c'), 409, 'LimitReachedException')
      expect(dataOf(await getSubname(service(), domain, 'b'))).toEqual(record)
      dataOf(await postDomainChange(service(), 'remove-user-chosen-limit', { ensId: domain.id }))
      dataOf(await requestSubname(service(), domain, 'c'))
    })

    it('rule: in any race of adds and the limit, no name is issued beyond it afterwards', async () => {
      const domain = await service().onboard()
      const adds = Array.from({ length: 20 }, (_, index) => requestSubname(service(), domain, `n${index}`))
      const limited = setDomainLimit(service(), domain, 5)
      await Promise.all([...adds, limited])
      const { subnameCount } = dataOf<{ subnameCount: number }>(await setDomainLimit(service(), domain, 5))
      const more = await Promise.all(
        Array.from({ length: 10 }, (_, index) => requestSubname(service(), domain, `m${index}`)),
      )
      const added = more.filter(({ status }) => status === 200)
      expect(added).toHaveLength(Math.max(0, 5 - subnameCount))
    })
  })

  describe('update-ens-is-blocked', () => {
    it('201 with the domain, for blocking and unblocking', async () => {
      const domain = await service().onboard({ chainId: 11155111 })
      const expected = { ensId: domain.id, chainId: 11155111 }
      expect(dataOf(await setBlocked(domain, true), 201)).toMatchObject({ ...expected, isBlocked: true })
      expectError(await requestSubname(service(), domain, 'a'), 403, 'DomainBlockedException')
      expect(dataOf(await setBlocked(domain, false), 201)).toMatchObject({ ...expected, isBlocked: false })
      dataOf(await requestSubname(service(), domain, 'a'))
    })

    it('rule: update-ens-is-blocked blocks the name on the given chain only', async () => {
      const mainnet = await service().onboard({ name: 'two-chains.eth' })
      const sepolia = await service().onboard({ name: 'two-chains.eth', chainId: 11155111 })
      dataOf(await setBlocked(mainnet, true), 201)
      dataOf(await requestSubname(service(), sepolia, 'a'))
      expectError(await requestSubname(service(), mainnet, 'a'), 403, 'DomainBlockedException')
    })

    it('rule: an admin key changes a domain that is blocked, and it stays blocked', async () => {
      const domain = await service().onboard()
      dataOf(await setBlocked(domain, true), 201)
      expect(dataOf(await setDomainLimit(service(), domain, 1, adminKey))).toMatchObject({ isBlocked: true })
      dataOf(await deleteDomain(service(), domain, adminKey), 201)
      expectError(await requestOnboarding(service(), domain), 403, 'DomainBlockedException')
      expect(dataOf(await requestOnboarding(service(), domain, adminKey))).toMatchObject({
        ensId: domain.id,
        isBlocked: true,
      })
    })

    it('401 without a key, 403 with a key without scope admin', async () => {
      const domain = await service().onboard()
      const body = { ens: domain.name, chainId: 1, isBlocked: true }
      await expectUnchanged(service(), domain, async () => {
        const without = await postDomainChange(service(), 'update-ens-is-blocked', body, '')
        expectError(without, 401, 'InvalidApiKeyException')
        const response = await postDomainChange(service(), 'update-ens-is-blocked', body)
        expectError(response, 403, 'ForbiddenException')
      })
    })

    it('404 for a domain that is not onboarded on the chain, 400 for another chain and without a domain', async () => {
      const block = (ens: string, chainId: number) =>
        postDomainChange(service(), 'update-ens-is-blocked', { ens, chainId, isBlocked: true }, adminKey)
      const { name } = await service().onboard()
      expectError(await block(name, 11155111), 404, 'EnsNotFound')
      expectError(await block(name, 10), 400, 'UnsupportedChainException')
      expectError(await block('eth', 1), 400, 'InvalidNameException')
    })
  })

  describe('update-workspace-id', () => {
    const move = (domain: Domain, newWorkspaceId: string, newWorkspaceKey?: string, key?: string) =>
      postDomainChange(
        service(),
        'update-workspace-id',
        { ensId: domain.id, newWorkspaceId, newWorkspaceKey },
        key,
      )

    it('200 with a key of each workspace; the old one has no access to the domain afterwards', async () => {
      const domain = await service().onboard()
      const record = await seedSubname(service(), domain, 'alice')
      const { workspaceId, key } = await createWorkspaceWithKey(service())
      expect(dataOf(await move(domain, workspaceId, key))).toMatchObject({ ensId: domain.id, workspaceId })
      expect(dataOf<WireRecord>(await getSubname(service(), domain, 'alice'))).toEqual(record)
      expectError(await requestSubname(service(), domain, 'bob'), 403, 'ForbiddenException')
      expectError(await setDomainLimit(service(), domain, 1), 403, 'ForbiddenException')
      dataOf(await setDomainLimit(service(), domain, 1, key))
    })

    it('200 with an admin key alone', async () => {
      const domain = await service().onboard()
      const { workspaceId } = await createWorkspaceWithKey(service())
      expect(dataOf(await move(domain, workspaceId, undefined, adminKey))).toMatchObject({ workspaceId })
    })

    it('403 without a key of the new workspace', async () => {
      const domain = await service().onboard()
      const { workspaceId } = await createWorkspaceWithKey(service())
      const limited = { workspaceId, scopes: ['names:write'] } as const
      const keys = [
        undefined,
        service().key,
        (await createWorkspaceWithKey(service())).key,
        (await createKey(service(), limited)).key,
      ]
      await expectUnchanged(service(), domain, async () => {
        for (const key of keys) expectError(await move(domain, workspaceId, key), 403, 'ForbiddenException')
      })
    })

    it('401 for an unknown second key, 404 for a workspace that does not exist', async () => {
      const domain = await service().onboard()
      const { workspaceId } = await createWorkspaceWithKey(service())
      await expectUnchanged(service(), domain, async () => {
        expectError(await move(domain, workspaceId, 'byname_none'), 401, 'InvalidApiKeyException')
        const unknownWorkspace = await move(domain, 'none', undefined, adminKey)
        expectError(unknownWorkspace, 404, 'WorkspaceNotFoundException')
      })
    })
  })
})
