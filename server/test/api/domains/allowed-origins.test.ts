import { expect, it } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { dumpDatabase } from '../../contract/database-dump.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { signMessage } from '../../support/credentials/signed-headers.ts'
import { createSignedFixture, nameOf, signedOperations } from '../../support/credentials/signed-operations.ts'
import {
  appendFields,
  changePermission,
  createHeldSubname,
  sendFields,
  sendPermission,
  signChallenge,
} from '../../support/entities/mapps.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import { blockOrDelete } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { expectNothingStored } from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'

const fields = [{ key: 'a', value: '1' }]

describeService('Allowed origins of a domain', (service) => {
  const pathOf = ({ name, chainId }: OnChain) => `/byname/v1/domains/${name}?chainId=${chainId}`

  const set = (domain: OnChain, allowedOrigins: unknown, key = service().key) =>
    service().call('PATCH', pathOf(domain), { headers: { 'x-api-key': key }, body: { allowedOrigins } })

  const get = async (domain: Domain, key = service().key) =>
    service().call('GET', pathOf(domain), { headers: { 'x-api-key': key } })

  const originsOf = async (domain: Domain) =>
    dataOf<{ allowedOrigins: string[] | null }>(await get(domain)).allowedOrigins

  const newKey = async (scopes: readonly ('admin' | 'names:write' | 'domains:write')[], own = true) => {
    const { context, workspaceId } = service()
    const workspace = own ? workspaceId : (await createWorkspace(context, { name: 'Other' })).id
    return (await createApiKey(context, { workspaceId: workspace, name: 'k', scopes })).key
  }

  it('200 with the stored origins: each once, in lower case, without the default port of its scheme', async () => {
    const domain = await service().onboard()
    expect(await originsOf(domain)).toBeNull()
    const given = [
      'App.Example',
      'app.example',
      '*.Example.com',
      'https://Shop.example:443',
      'localhost:3000',
    ]
    const stored = ['app.example', '*.example.com', 'https://shop.example', 'localhost:3000']
    expect(dataOf(await set(domain, given))).toMatchObject({
      id: domain.id,
      name: domain.name,
      chainId: 1,
      workspaceId: service().workspaceId,
      allowedOrigins: stored,
    })
    expect(await originsOf(domain)).toEqual(stored)
    dataOf(await set(domain, null))
    expect(await originsOf(domain)).toBeNull()
  })

  it.each([
    ['an empty list', []],
    ['more than 100 entries', Array.from({ length: 101 }, (_, index) => `app${index}.example`)],
    ['an entry of more than 255 characters', [`${'a'.repeat(250)}.example`]],
    ['an entry with a path', ['https://app.example/path']],
    ['a wildcard in the middle', ['app.*.example']],
    ['a wildcard for every host', ['*']],
    ['a line feed', ['app.example\n']],
    ['an entry that is no text', [1]],
    ['no list', 'app.example'],
    ['nothing', undefined],
  ])('400 for %s, and nothing changes', async (_title, allowedOrigins) => {
    const domain = await service().onboard()
    expectError(await set(domain, allowedOrigins), 400, 'BadRequestException')
    expect(await originsOf(domain)).toBeNull()
  })

  it('403 for a key of another workspace or without domains:write, 200 for an admin key', async () => {
    const domain = await service().onboard()
    const other = await newKey(['domains:write'], false)
    const writer = await newKey(['names:write'])
    expectError(await get(domain, other), 403, 'ForbiddenException')
    dataOf(await get(domain, writer))
    for (const key of [other, writer])
      expectError(await set(domain, ['app.example'], key), 403, 'ForbiddenException')
    expect(await originsOf(domain)).toBeNull()
    dataOf(await set(domain, ['app.example'], await newKey(['admin'], false)))
  })

  it('404 for a domain that is not onboarded, 400 for an unsupported chain, 403 for a blocked domain', async () => {
    const domain = await service().onboard()
    expectError(await set({ ...domain, name: normalizeName('nobody.eth') }, null), 404, 'EnsNotFound')
    expectError(await set({ ...domain, chainId: 11155111 }, null), 404, 'EnsNotFound')
    expectError(await set({ ...domain, chainId: 10 }, null), 400, 'UnsupportedChainException')
    await blockOrDelete(service(), domain, 'blocked')
    expectError(await set(domain, ['app.example']), 403, 'DomainBlockedException')
    dataOf(await set(domain, ['app.example'], await newKey(['admin'])))
  })

  it.each(Object.entries(signedOperations))(
    '401 for a message that was signed for another site: %s',
    async (_title, send) => {
      const domain = await service().onboard()
      const fixture = await createSignedFixture(service(), { domain })
      dataOf(await set(domain, ['*.app.example']))
      const signed = (site: string) => signMessage(fixture.holder, { chainId: 1, domain: site })
      const before = await dumpDatabase(service().context)
      await expectNothingStored(service(), async () => {
        for (const site of ['evil.example', 'app.example', 'app.example.evil.example', 'xapp.example'])
          expectError(await send(fixture, await signed(site)), 401, 'InvalidSignatureException')
      })
      expect(await dumpDatabase(service().context)).toBe(before)
      expect((await send(fixture, await signed('names.app.example'))).status).toBeLessThan(202)
    },
  )

  it('rule: the same domain on the other chain, and another domain, keep their own origins', async () => {
    const { demo, onboard } = service()
    const [mine, other] = [await onboard(), await onboard()]
    dataOf(await set(mine, ['app.example']))
    expect(await originsOf(other)).toBeNull()
    expect(await originsOf(demo[11155111])).toBeNull()
  })

  it('403 for a challenge for a site that the domain does not allow, and nothing is stored', async () => {
    const domain = await service().onboard()
    const fixture = await createSignedFixture(service(), { domain })
    dataOf(await set(domain, ['app.example']))
    const before = await dumpDatabase(service().context)
    for (const action of ['add-permission', 'append-field', 'revoke-permission']) {
      const body = {
        domain: 'evil.example',
        origin: 'https://app.example',
        address: fixture.holder.address,
        chainId: 1,
        subname: nameOf(fixture, 'held'),
        mApp: 'some.app.eth',
      }
      const response = await service().call('POST', `/ens/v1/siwe/mapp/${action}`, { body })
      expectError(response, 403, 'OriginNotAllowedException')
    }
    expect(await dumpDatabase(service().context)).toBe(before)
  })

  it('401 for a challenge for a site that is no longer allowed, which becomes valid again with the site', async () => {
    const domain = await service().onboard()
    const name = await createHeldSubname(service(), domain, 'name')
    const app = await createHeldSubname(service(), service().demo[1], `app-${domain.name.slice(0, 9)}`)
    await changePermission(service(), 'add', name, app.ens)
    const challenge = { subname: name.ens, mApp: app.ens, chainId: 1 }
    const revocation = await signChallenge(service(), {
      ...challenge,
      action: 'revoke-permission',
      signer: name.holder,
    })
    const appending = await signChallenge(service(), {
      ...challenge,
      action: 'append-field',
      signer: app.holder,
    })
    dataOf(await set(domain, ['app.example']))
    expectError(await sendPermission(service(), 'revoke', revocation), 401, 'InvalidSignatureException')
    const response = await sendFields(service(), name.ens, fields, appending)
    expectError(response, 401, 'InvalidSignatureException')
    dataOf(await set(domain, ['localhost']))
    dataOf(await sendFields(service(), name.ens, fields, appending), 201)
    dataOf(await appendFields(service(), name, app, fields), 201)
    dataOf(await sendPermission(service(), 'revoke', revocation), 201)
  })
})
