import { randomBytes } from 'node:crypto'
import { toHex } from 'viem'
import { expect, it } from 'vitest'
import { writeFormerNames } from '../../../src/core/domains/former-gateway.ts'
import { eraseName, revokeAsAdmin } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { isRemoved } from '../../../src/store/entities/former-names.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { addressCall, encodeLookup, resolveAddress } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const settings = {
  url: 'https://gateway.example/{sender}/{data}.json',
  resolver: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  signingScheme: 'published',
  signers: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  importOnRead: false,
}

describeOnEachService('The former gateway of a domain', (service) => {
  const send = (method: string, domain: Domain, body?: object, key = service().key): Promise<ApiResponse> =>
    service().call(method, `/byname/v1/domains/${domain.name}/former-gateway?chainId=1`, {
      headers: { 'x-api-key': key },
      ...(body && { body }),
    })
  const none = { formerGateway: null, imports: null, count: 0, names: [] }

  it('is set, read, replaced and removed, each with an event of what changed', async () => {
    const domain = await service().onboard()
    expect(dataOf(await send('GET', domain))).toEqual(none)
    const { url, resolver, signers } = settings
    const required = { url, resolver, signers }
    expect(dataOf(await send('PUT', domain, required))).toEqual({ ...none, formerGateway: settings })
    expect(dataOf(await send('PUT', domain, required))).toEqual({ ...none, formerGateway: settings })
    const changed = { ...settings, signingScheme: 'chain-bound', importOnRead: true }
    expect(dataOf(await send('PUT', domain, changed))).toMatchObject({ formerGateway: changed })
    expect(dataOf(await send('GET', domain))).toMatchObject({ formerGateway: changed })
    expect(dataOf(await send('DELETE', domain))).toEqual(none)
    expect(dataOf(await send('DELETE', domain))).toEqual(none)
    expect(dataOf(await send('GET', domain))).toEqual(none)
    const events = (await readEventLog(service().context.store)).filter(
      ({ name, type }) => name === domain.name && type === 'domain.changed',
    )
    const change = (field: string, before: unknown, after: unknown) => ({
      ...{ field: `formerGateway.${field}`, key: null, before, after },
    })
    expect(events.map(({ changes }) => changes.length)).toEqual([5, 2, 5])
    expect(events[1]?.changes).toEqual([
      change('signingScheme', 'published', 'chain-bound'),
      change('importOnRead', false, true),
    ])
  })

  it.each([
    ['an http URL', { url: 'http://gateway.example/' }, /not https/],
    ['this machine', { url: 'https://127.0.0.1/' }, /not public/],
    ['a private address', { url: 'https://10.0.0.7/{sender}/{data}' }, /not public/],
    ['a private address in IPv6', { url: 'https://[fd00::1]/' }, /not public/],
    ['a private name', { url: 'https://gateway.internal/' }, /not public/],
    ['credentials', { url: 'https://user:secret@gateway.example/' }, /credentials/],
    ['a placeholder in the host', { url: 'https://{sender}.example/{data}' }, /behind the host/],
    ['a placeholder in the host without slashes', { url: 'https:{data}.example/' }, /behind the host/],
    ['another placeholder', { url: 'https://gateway.example/{name}' }, /placeholders are/],
    ['no URL', { url: 'gateway' }, /malformed/],
    ['a text that is no address', { resolver: '0x12' }, /resolver/],
    ['the zero address', { resolver: `0x${'00'.repeat(20)}` }, /no contract/],
    ['no signer', { signers: [] }, /signers/],
    ['eleven signers', { signers: Array.from({ length: 11 }, () => toHex(randomBytes(20))) }, /signers/],
    ['another digest', { signingScheme: 'other' }, /signingScheme/],
  ])('400 for %s, which changes nothing', async (_title, change, reason) => {
    const domain = await service().onboard()
    const response = await send('PUT', domain, { ...settings, ...change })
    expectError(response, 400, 'BadRequestException')
    expect(JSON.stringify(response.body)).toMatch(reason)
    expect(dataOf(await send('GET', domain))).toEqual(none)
  })

  it('rule: a key of names reads it and does not change it, and one of another workspace does neither', async () => {
    const domain = await service().onboard()
    const { context, workspaceId } = service()
    const { key } = await createApiKey(context, { workspaceId, name: 'k', scopes: ['names:write'] })
    dataOf(await send('GET', domain, undefined, key))
    expectError(await send('PUT', domain, settings, key), 403, 'ForbiddenException')
    expectError(await send('DELETE', domain, undefined, key), 403, 'ForbiddenException')
  })

  it('rule: the names that it answers for are listed once they are written', async () => {
    const domain = await service().onboard()
    dataOf(await send('PUT', domain, settings))
    const { context } = service()
    const at = context.clock()
    for (const label of ['a', 'a', 'b.c']) context.formerNameLog.record({ domainKey: domain.key, label, at })
    await writeFormerNames(context)
    const time = new Date(at).toISOString()
    expect(dataOf(await send('GET', domain))).toMatchObject({
      count: 2,
      names: ['a', 'b.c'].map((label) => ({
        ...{ name: `${label}.${domain.name}`, firstAt: time, lastAt: time },
      })),
    })
    dataOf(await send('DELETE', domain))
    expect(dataOf(await send('GET', domain))).toEqual(none)
  })

  it('rule: names that are removed, also in a batch, by an erasure and before it was set, are not asked for there', async () => {
    const domain = await service().onboard()
    const { context, call, workspaceId, resolvers } = service()
    for (const label of ['before', 'revoked', 'erased', 'batch']) await seedSubname(service(), domain, label)
    const admin = await createApiKey(context, { workspaceId, name: 'a', scopes: ['admin'] })
    const caller = { apiKey: admin.apiKey }
    const revoke = (label: string) =>
      revokeAsAdmin(context, { caller, chainId: 1, name: normalizeName(`${label}.${domain.name}`) })
    await revoke('before')
    dataOf(await send('PUT', domain, settings))
    await revoke('revoked')
    await eraseName(context, { chainId: 1, name: normalizeName(`erased.${domain.name}`) })
    const response = await call('POST', '/byname/v1/names/batch?chainId=1', {
      headers: { 'x-api-key': admin.key },
      body: { domain: domain.name, mode: 'atomic', items: [{ action: 'revoke', label: 'batch' }] },
    })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    const labels = ['before', 'revoked', 'erased', 'batch', 'other']
    const removed = await Promise.all(labels.map((label) => isRemoved(context.store.db, domain.key, label)))
    expect(removed).toEqual([true, true, true, true, false])
    for (const label of labels.slice(0, 4))
      expect(await resolveAddress(service(), resolvers[1]['chain-bound'], `${label}.${domain.name}`)).toMatch(
        /^0x0{40}$/,
      )
  })

  it('rule: 502 for a name that is not held while the former gateway does not answer, in every request form', async () => {
    const domain = await service().onboard()
    dataOf(await send('PUT', domain, settings))
    const name = `nowhere.${domain.name}`
    const { call, resolvers } = service()
    const data = encodeLookup(name, addressCall(name))
    const { id, address } = resolvers[1]['chain-bound']
    const body = { data, sender: address }
    for (const response of [
      await call('GET', `/ccip/${id}/${address}/${data}`),
      await call('POST', `/ccip/${id}`, { body }),
      await call('POST', `/ccip/${id}/${address}`, { body }),
    ]) {
      expect(response.status).toBe(502)
      expect(JSON.stringify(response.body)).toContain(`the former gateway of ${domain.name} has a host`)
    }
  })
})
