import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createKey } from '../../support/credentials/api-keys.ts'
import { postBatch } from '../../support/entities/batches.ts'
import { blockOrDelete, seedSubname } from '../../support/entities/subnames.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import { decodeResponse, encodeLookup } from '../../support/gateway/client.ts'
import { lookupPath, setSharedMaxAge } from '../../support/gateway/shared-caches.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const ofShared = (seconds: number) =>
  `public, s-maxage=${seconds}, max-age=0, must-revalidate, stale-while-revalidate=0, stale-if-error=0`

describeOnEachService('Shared caches', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']
  const dataFor = (name: string) => encodeLookup(name, encodeTextCall(name, 'url'))
  const get = (name: string, init: RequestInit = {}, url = service().url) =>
    fetch(url + lookupPath(resolver(), dataFor(name)), init)
  const cacheControlOf = async (name: string, url?: string) =>
    (await get(name, {}, url)).headers.get('cache-control')
  const set = (domain: Domain, sharedMaxAge: unknown) => setSharedMaxAge(service(), domain, sharedMaxAge)

  const addName = async (seconds: number | null) => {
    const domain = await service().onboard()
    if (seconds !== null) dataOf(await set(domain, seconds))
    const { ens: name } = await seedSubname(service(), domain, 'alice')
    return { domain, name }
  }

  it('rule: a response by GET or HEAD is for shared caches as long as its domain allows, also one of an absent name', async () => {
    const { domain, name } = await addName(60)
    // From the read, from the cache of this service, and without a body.
    for (const looked of [name, `absent.${domain.name}`, domain.name])
      for (const method of ['GET', 'GET', 'HEAD']) {
        const { status, headers } = await get(looked, { method })
        expect([status, headers.get('cache-control')]).toEqual([200, ofShared(60)])
        expect(headers.get('etag')).toMatch(/^"[\w-]{43}"$/)
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('vary')).toBeNull()
      }
  })

  it('rule: a response by POST, an error, and a response of a domain without the setting are for no cache', async () => {
    const { domain, name } = await addName(60)
    const url = `${service().url}/ccip/${resolver().id}`
    const posted = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: dataFor(name) }),
    })
    const other = await addName(null)
    const responses = [
      posted,
      await get(other.name),
      await get(`absent.${other.domain.name}`),
      await get('alice.unserved.eth'),
      await fetch(service().url + lookupPath(resolver(), '0x')),
      await fetch(service().url + lookupPath({ id: 'none' }, dataFor(name))),
    ]
    expect(responses.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual(
      [200, 200, 200, 404, 400, 404].map((status) => [status, 'no-store']),
    )
    expect(responses.map(({ headers }) => headers.get('etag'))).toEqual(responses.map(() => null))
    await blockOrDelete(service(), domain, 'deleted')
    expect((await get(name)).headers.get('cache-control')).toBe('no-store')
  })

  it('304 without a body while the response is the same, and 200 with another tag when the name has changed', async () => {
    const { domain, name } = await addName(5)
    const first = await get(name)
    const etag = `${first.headers.get('etag')}`
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      for (const method of ['GET', 'HEAD']) {
        const response = await get(name, { method, headers: { 'if-none-match': tags } })
        expect([tags, response.status, await response.text()]).toEqual([tags, 304, ''])
        expect(Object.fromEntries(response.headers)).toMatchObject({
          etag,
          'cache-control': ofShared(5),
          'access-control-allow-origin': '*',
        })
      }
    for (const tags of ['"other"', 'malformed'])
      expect((await get(name, { headers: { 'if-none-match': tags } })).status).toBe(200)
    const item = { action: 'put', label: 'alice', texts: [{ key: 'url', value: 'https://changed.example' }] }
    const { key } = await createKey(service(), { scopes: ['names:revoke'] })
    dataOf(await postBatch({ ...service(), key }, domain, [item]))
    const changed = await get(name, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    await decodeResponse(resolver(), dataFor(name), { status: 200, body: await changed.json() })
  })

  it('rule: the setting applies to responses that this service keeps, in every process', async () => {
    const { domain, name } = await addName(null)
    await service().withSecondService(async (other) => {
      for (const url of [service().url, other.url]) expect(await cacheControlOf(name, url)).toBe('no-store')
      dataOf(await set(domain, 7))
      expect(await cacheControlOf(name)).toBe(ofShared(7))
      await expect.poll(() => cacheControlOf(name, other.url), { interval: 5 }).toBe(ofShared(7))
      dataOf(await set(domain, null))
      expect(await cacheControlOf(name)).toBe('no-store')
      await expect.poll(() => cacheControlOf(name, other.url), { interval: 5 }).toBe('no-store')
    })
  })

  it('200 with the stored seconds, which are in the domain, its entity tag and its events', async () => {
    const { domain } = await addName(null)
    const { key, call } = service()
    const path = `/byname/v1/domains/${domain.name}?chainId=1`
    const read = () => call('GET', path, { headers: { 'x-api-key': key } })
    const before = await read()
    expect(dataOf(before)).toMatchObject({ sharedMaxAge: null })
    expect(dataOf(await set(domain, 1))).toMatchObject({ sharedMaxAge: 1 })
    expect(dataOf(await set(domain, 60))).toMatchObject({ sharedMaxAge: 60 })
    for (const wrong of [0, 61, 1.5, -1, '', 'soon', [5]])
      expectError(await set(domain, wrong), 400, 'BadRequestException')
    const after = await read()
    expect(dataOf(after)).toMatchObject({ sharedMaxAge: 60, allowedOrigins: null })
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    dataOf(await set(domain, null))
    const events = dataOf<WireEventPage>(
      await call('GET', `/byname/v1/events?domain=${domain.name}&type=domain.changed`, {
        headers: { 'x-api-key': key },
      }),
    )
    const change = (from: number | null, to: number | null) => ({
      ...{ field: 'sharedMaxAge', key: null, before: from, after: to },
    })
    expect(events.data.map(({ changes }) => changes)).toEqual([
      [change(null, 1)],
      [change(1, 60)],
      [change(60, null)],
    ])
  })
})
