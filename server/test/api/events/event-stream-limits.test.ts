import { expect, it } from 'vitest'
import { sealEventMark } from '../../../src/core/events/event-cursor.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import { markApiKeyRevoked } from '../../../src/store/entities/api-keys.ts'
import { appendEvents, purgeEvents } from '../../../src/store/entities/events.ts'
import { createApiKey, createKey } from '../../support/credentials/api-keys.ts'
import { signInAs } from '../../support/credentials/sessions.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { newTestEvent, readableEvents, readEventLog } from '../../support/events/event-log.ts'
import { readEvents } from '../../support/events/event-stream.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService, describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const streamPath = '/byname/v1/events/stream'

function get({ call, key }: TestService, path: string) {
  return call('GET', path, { headers: { 'x-api-key': key } })
}

describeOnEachService('a cursor before the oldest event', (service) => {
  it('410 for lists, streams and histories after a purge; rule: without a cursor, reading begins with the oldest event', async () => {
    const { context, demo } = service()
    for (const label of ['alice', 'bob']) await seedSubname(service(), demo[1], label)
    const log = await readEventLog(context.store)
    const kept = await readableEvents(context.store, log.slice(-2))
    const newest = log.at(-1)?.sequence ?? 0
    expect(newest).toBeGreaterThan(3)
    const cursorOf = (sequence: number) => sealEventMark(context, { sequence, digest: '' })
    await purgeEvents(context.store.db, Date.now() + 60_000, log.length)
    const history = '/byname/v1/names/bob.demo.eth/history?chainId=1&'
    for (const path of ['/byname/v1/events?', `${streamPath}?`, history])
      for (const after of [0, newest - 3])
        expectError(await get(service(), `${path}after=${cursorOf(after)}`), 410, 'CursorTooOldException')
    const { url, key } = service()
    const resumed = await fetch(url + streamPath, {
      headers: { 'x-api-key': key, 'last-event-id': cursorOf(1) },
    })
    expect(resumed.status).toBe(410)
    for (const query of ['', `after=${cursorOf(newest - 2)}`]) {
      const page = dataOf<WireEventPage>(await get(service(), `/byname/v1/events?${query}`))
      expect(page.data.map(({ cursor }) => cursor)).toEqual(kept.map(({ cursor }) => cursor))
    }
  })
})

const shortLived = { config: { eventStreams: { maxDurationMs: 300 } } }

describeService(
  'an event stream that has been open for long',
  (service) => {
    it('rule: it ends with the reason, and continues from the last event', async () => {
      const { url, key, demo } = service()
      const headers = { 'x-api-key': key }
      const stream = await readEvents(url + streamPath, headers)
      await seedSubname(service(), demo[1], 'alice')
      const { events, reason } = await stream.takeToEnd()
      expect(reason).toBe('reconnect')
      expect(events).toMatchObject([{ type: 'subname.issued', name: 'alice.demo.eth' }])
      const { cursor } = events[0] as { cursor: string }
      await seedSubname(service(), demo[1], 'bob')
      const resumed = await readEvents(url + streamPath, { ...headers, 'last-event-id': cursor })
      expect(await resumed.take(1)).toMatchObject([{ name: 'bob.demo.eth' }])
      await resumed.close()
    })
  },
  shortLived,
)

const impatient = { config: { eventStreams: { drainTimeoutMs: 200, maxPerClient: 1 } } }

describeService(
  'the streams of a client',
  (service) => {
    /** More than the buffers of both ends of a connection. */
    const appendLargeEvents = async () => {
      const { context, workspaceId } = service()
      const change = { field: 'texts', key: 'large', before: null, after: 'v'.repeat(100_000) }
      const event = newTestEvent({ workspaceId, changes: [change] })
      await context.store.transaction((tx) => appendEvents(tx, ...Array.from({ length: 300 }, () => event)))
    }

    it('429 for one too many of a key; rule: other keys, workspaces and members behind the same address have their own', async () => {
      const { url, call, context } = service()
      const { key } = await createKey(service())
      const open = (headers: Readonly<Record<string, string>>, query = '') =>
        readEvents(`${url}${streamPath}${query}`, headers)
      const streams = [await open({ 'x-api-key': key })]
      const refused = await call('GET', streamPath, { headers: { 'x-api-key': key } })
      expectError(refused, 429, 'TooManyRequestsException')
      expect(refused.headers.get('retry-after')).toBe('10')
      const { id: workspaceId } = await createWorkspace(context, { name: 'Other' })
      const other = await createApiKey(context, { workspaceId, name: 'k', scopes: ['names:write'] })
      const viewer = await signInAs(service(), 'viewer')
      streams.push(await open({ 'x-api-key': (await createKey(service())).key }))
      streams.push(await open({ 'x-api-key': other.key }))
      streams.push(await open({ cookie: viewer.cookie }, `?workspaceId=${service().workspaceId}`))
      expectError(
        await call('GET', `${streamPath}?workspaceId=${service().workspaceId}`, {
          headers: { cookie: viewer.cookie },
        }),
        429,
        'TooManyRequestsException',
      )
      await Promise.all(streams.map((stream) => stream.close()))
    })

    it('429 for one too many; rule: a stream that its client does not read ends with the reason', async () => {
      const { url, key } = service()
      const headers = { 'x-api-key': key }
      const unread = await readEvents(url + streamPath, headers)
      expectError(await get(service(), streamPath), 429, 'TooManyRequestsException')
      await appendLargeEvents()
      await waitUntil('the stream has ended', async () => (await get(service(), streamPath)).status === 200)
      const { events, reason } = await unread.takeToEnd()
      expect(reason).toBe('too slow')
      expect(events.length).toBeLessThan(300)
    })
  },
  impatient,
)

describeOnEachService('an event stream whose credential ends', (service) => {
  it('rule: a revoked key and an ended session get no further event, and the reason', async () => {
    const { url, context, demo } = service()
    const { apiKey, key } = await createKey(service())
    const { cookie, origin } = await signInAs(service(), 'viewer')
    const query = `${streamPath}?workspaceId=${service().workspaceId}`
    const byKey = await readEvents(url + streamPath, { 'x-api-key': key })
    const bySession = await readEvents(url + query, { cookie })
    const byMember = await readEvents(url + query, { cookie: (await signInAs(service(), 'viewer')).cookie })
    await seedSubname(service(), demo[1], 'before')
    for (const stream of [byKey, bySession, byMember]) await stream.take(1)
    await markApiKeyRevoked(context.store.db, apiKey.id, Date.now())
    dataOf(await service().call('DELETE', '/byname/v1/session', { headers: { cookie, origin } }))
    await context.store.db.deleteFrom('members').execute()
    await seedSubname(service(), demo[1], 'after')
    for (const stream of [byKey, bySession, byMember])
      expect(await stream.takeToEnd()).toEqual({ events: [], reason: 'unauthorized' })
  })
})
