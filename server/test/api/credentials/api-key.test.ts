import { expect, it } from 'vitest'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { ErrorName } from '../../../src/errors.ts'
import { markApiKeyRevoked } from '../../../src/store/entities/api-keys.ts'
import { createApiKey, type KeyInput } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, expectUnchanged, postAdd, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('API keys', (service) => {
  const createKey = (changes: Partial<KeyInput> = {}) =>
    createApiKey(service().context, {
      workspaceId: service().workspaceId,
      name: 'other',
      scopes: ['names:write'],
      ...changes,
    })

  const addWith = (label: string, headers: Readonly<Record<string, string>>, chainId: 1 | 11155111 = 1) =>
    postAdd(service(), {
      headers,
      body: {
        ...subnameBody(service().demo[chainId], label),
        addresses: [ethereumAddress(createWallet().address)],
        overrideSignatureCheck: true,
      },
    })

  const refuse = (headers: Readonly<Record<string, string>>, status: number, wireName: ErrorName) =>
    expectUnchanged(service(), service().demo[1], async () =>
      expectError(await addWith('refused', headers), status, wireName),
    )

  it('401 without a key, and with an empty one', async () => {
    await refuse({}, 401, 'InvalidApiKeyException')
    await refuse({ 'x-api-key': '' }, 401, 'InvalidApiKeyException')
  })

  it('401 for an unknown key, with any body', async () => {
    await refuse({ 'x-api-key': 'byname_none' }, 401, 'InvalidApiKeyException')
    const response = await postAdd(service(), {
      headers: { 'x-api-key': 'byname_none' },
      body: { username: 7 },
    })
    expectError(response, 401, 'InvalidApiKeyException')
  })

  it('401 for a key in another header or scheme, with the challenge of RFC 6750', async () => {
    const { key } = service()
    await refuse({ 'x-auth-token': key }, 401, 'InvalidApiKeyException')
    for (const authorization of [key, `Basic ${key}`, `Payment ${key}`, 'Bearer', `Bearer ${key} ${key}`])
      await refuse({ authorization }, 401, 'InvalidApiKeyException')
    const { headers } = await addWith('refused', { authorization: 'Bearer byname_none' })
    expect(headers.get('www-authenticate')).toBe('Bearer realm="byname"')
  })

  it('rule: x-api-key goes before Authorization', async () => {
    const { key } = service()
    await refuse(
      { 'x-api-key': 'byname_none', authorization: `Bearer ${key}` },
      401,
      'InvalidApiKeyException',
    )
    dataOf(await addWith('both-headers', { 'x-api-key': key, authorization: 'Bearer byname_none' }))
  })

  it('401 for a revoked key, immediately', async () => {
    const { context } = service()
    const { apiKey, key } = await createKey()
    dataOf(await addWith('before-revocation', { 'x-api-key': key }))
    await markApiKeyRevoked(context.store.db, apiKey.id, Date.now())
    await refuse({ 'x-api-key': key }, 401, 'InvalidApiKeyException')
  })

  it('401 for an expired key', async () => {
    const { db } = service().context.store
    const { apiKey, key } = await createKey()
    await db.updateTable('apiKeys').set({ expiresAt: Date.now() }).where('id', '=', apiKey.id).execute()
    await refuse({ 'x-api-key': key }, 401, 'InvalidApiKeyException')
  })

  it('403 for a key of another workspace', async () => {
    const { id: workspaceId } = await createWorkspace(service().context, { name: 'Other' })
    const { key } = await createKey({ workspaceId, scopes: ['names:write', 'domains:write'] })
    await refuse({ 'x-api-key': key }, 403, 'ForbiddenException')
  })

  it('403 for a key that lacks names:write', async () => {
    const { key } = await createKey({ scopes: ['domains:write'] })
    await refuse({ 'x-api-key': key }, 403, 'ForbiddenException')
  })

  it('403 on the other chain for a key of one domain', async () => {
    const { key } = await createKey({ domainIds: [service().demo[11155111].id] })
    await refuse({ 'x-api-key': key }, 403, 'ForbiddenException')
    dataOf(await addWith('right-chain', { 'x-api-key': key }, 11155111))
  })

  it.each([
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://example.com',
    'null',
  ])('403 from a page of %s, where other origins are allowed', async (origin) => {
    const { key } = await createKey({ origins: ['https://shop.example', '*.example.com'] })
    await refuse({ 'x-api-key': key, origin }, 403, 'OriginNotAllowedException')
  })

  it.each([
    ['a page of the exact origin', { origin: 'https://shop.example' }],
    ['a page below the wildcard', { origin: 'https://app.example.com' }],
    ['a page far below the wildcard, on a port', { origin: 'https://a.b.example.com:8443' }],
    ['what is no browser', {}],
  ])('200 from %s', async (title, headers) => {
    const { key } = await createKey({ origins: ['https://shop.example', '*.example.com'] })
    dataOf(await addWith(title.replace(',', '').replaceAll(' ', '-'), { 'x-api-key': key, ...headers }))
  })

  it('200 for an admin key on any domain', async () => {
    const { id: workspaceId } = await createWorkspace(service().context, { name: 'Administration' })
    const { key } = await createKey({ workspaceId, scopes: ['admin'] })
    dataOf(await addWith('by-admin', { 'x-api-key': key }))
  })
})
