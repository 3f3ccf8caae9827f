import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sealEventMark } from '../../../src/core/events/event-cursor.ts'
import { followEvents } from '../../../src/core/events/follow.ts'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { EventType, NewEvent } from '../../../src/model/event.ts'
import { appendEvents, purgeEvents } from '../../../src/store/entities/events.ts'
import type { Store } from '../../../src/store/store.ts'
import { newTestEvent, readableEvents, readEventLog } from '../../support/events/event-log.ts'
import { readEvents } from '../../support/events/event-stream.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

/** As a database that became the leader without the newest events, or an earlier copy of its files. */
function replaceEventsBehind(
  { transaction, dialect }: Store,
  sequence: number,
  events: readonly NewEvent[],
): Promise<void> {
  return transaction(async (tx) => {
    await tx.deleteFrom('eventLog').where('sequence', '>', sequence).execute()
    if (dialect === 'postgres') await tx.deleteFrom('pendingEvents').execute()
    else await sql`update sqlite_sequence set seq = ${sequence} where name = 'event_log'`.execute(tx)
    if (events.length > 0) await appendEvents(tx, ...events)
  })
}

const names = ['alice.demo.eth', 'bob.demo.eth'] as const

/** The events of one request, which may be of one name and one millisecond. */
const request = fc.record({
  events: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
  isOfHttp: fc.boolean(),
})
const requests = fc.array(request, { minLength: 1, maxLength: 4 })

/** A log, how much of it is lost, what is written then, and how much has been deleted for its age. */
const story = fc.record({
  before: requests,
  keptShare: fc.double({ min: 0, max: 1, noNaN: true }),
  after: fc.array(request, { maxLength: 8 }),
  purged: fc.nat({ max: 6 }),
  limit: fc.integer({ min: 1, max: 4 }),
})

type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never

function errorOf({ status, body }: ApiResponse): string {
  const { error } = (body as { result: { error: string } }).result
  return `${status} ${error.split(':')[0]}`
}

function cursorsOf(page: ApiResponse): readonly string[] {
  return dataOf<WireEventPage>(page).data.map(({ cursor }) => cursor)
}

const rareType: EventType = 'domain.moved'

describeOnEachService(
  'events that a database lost',
  (service) => {
    const list = (query: string) =>
      service().call('GET', `/byname/v1/events?${query}`, { headers: { 'x-api-key': service().key } })

    const pageOf = async (query: string) => dataOf<WireEventPage>(await list(query))

    const newestCursors = async (count: number) =>
      cursorsOf(await list(`order=newest&limit=${count}`)).toReversed()

    let milliseconds = Date.now()
    /** Those of HTTP may share their millisecond with lost ones. */
    const eventsOf = (written: Story['before']): readonly NewEvent[] =>
      written.flatMap(({ events, isOfHttp }) => {
        const createdAt = isOfHttp ? 1_900_000_000_000 : ++milliseconds
        const requestId = isOfHttp ? randomUUID() : null
        const { workspaceId } = service()
        return events.map((name) => newTestEvent({ workspaceId, createdAt, requestId, name }))
      })

    const append = (events: readonly NewEvent[]) =>
      service().context.store.transaction((tx) => appendEvents(tx, ...events))

    /** All pages behind a cursor, or its error. */
    const readBehind = async (cursor: string, query: string) => {
      const read: string[] = []
      for (let after = cursor; ; ) {
        const response = await list(`${query}&after=${after}`)
        if (response.status !== 200) {
          expect(after).toBe(cursor)
          return errorOf(response)
        }
        const { data, next, isCaughtUp } = dataOf<WireEventPage>(response)
        read.push(...data.map((event) => event.cursor))
        if (isCaughtUp || next === null) return read
        after = next
      }
    }

    it('rule: a reader at any place goes on with the events behind its own, or learns that its own is lost', async () => {
      await fc.assert(
        fc.asyncProperty(story, async ({ before, keptShare, after, purged, limit }) => {
          const { store } = service().context
          while ((await purgeEvents(store.db, Number.MAX_SAFE_INTEGER, 1_000)) > 0);
          const base = (await readEventLog(store)).at(-1)?.sequence ?? 0
          await append(eventsOf(before))
          const written = (await readEventLog(store)).filter(({ sequence }) => sequence > base)
          const readers = await Promise.all(
            written.map(async (event) => {
              const [{ cursor } = { cursor: '' }] = await readableEvents(store, [event])
              // And that of a page without an event.
              const { next } = await pageOf(`type=${rareType}&after=${cursor}`)
              return { sequence: event.sequence, cursors: [cursor, next ?? ''] }
            }),
          )
          const { next: head } = await pageOf(`type=${rareType}`)
          readers.push({ sequence: base + written.length, cursors: [head ?? ''] })

          const kept = base + Math.floor(keptShare * written.length)
          await replaceEventsBehind(store, kept, eventsOf(after))
          await readEventLog(store)
          await purgeEvents(store.db, Number.MAX_SAFE_INTEGER, purged)
          const log = await readEventLog(store)
          const oldest = log[0]?.sequence ?? 0
          const within = async (first: number, last: number) => {
            const events = log.filter(({ sequence }) => sequence >= first && sequence <= last)
            const own = events.filter(({ workspaceId }) => workspaceId === service().workspaceId)
            return (await readableEvents(store, own)).map(({ cursor }) => cursor)
          }
          for (const { sequence, cursors } of readers)
            for (const cursor of new Set(cursors)) {
              const isPurged = sequence < oldest
              const expected = (events: readonly string[]) =>
                sequence > kept && !isPurged ? '400 CursorInFutureException' : events
              expect(await readBehind(cursor, `limit=${limit}`)).toEqual(
                isPurged ? '410 CursorTooOldException' : expected(await within(sequence + 1, Infinity)),
              )
              expect(await readBehind(cursor, `limit=${limit}&order=newest`)).toEqual(
                expected((await within(0, sequence - 1)).toReversed()),
              )
              const until = await list(`limit=1000&until=${cursor}`)
              const read = until.status === 200 ? cursorsOf(until) : errorOf(until)
              expect(read).toEqual(expected(await within(0, sequence)))
            }
        }),
        { numRuns: 15 },
      )
    }, 120_000)

    it.each([
      ['shorter', 0],
      ['as long', 2],
      ['longer', 5],
    ])(
      'rule: streams end, and are not continued, once the log is %s and has other events',
      async (_, count) => {
        const { url, key, context } = service()
        const stream = `${url}/byname/v1/events/stream`
        const headers = { 'x-api-key': key }
        await append(eventsOf([{ events: [names[0], names[0], names[0]], isOfHttp: true }]))
        const log = await readEventLog(context.store)
        const [kept, , last] = await newestCursors(3)
        const fromNowOn = await readEvents(`${stream}?type=${rareType}`, headers)
        const resumed = await readEvents(stream, { ...headers, 'last-event-id': kept ?? '' })
        expect(await resumed.take(2)).toMatchObject([{}, { cursor: last }])
        const others = Array.from({ length: count }, () => ({ events: [names[0]], isOfHttp: true }))
        await replaceEventsBehind(context.store, log.at(-3)?.sequence ?? 0, eventsOf(others))
        for (const each of [fromNowOn, resumed])
          expect(await each.takeToEnd()).toEqual({ events: [], reason: 'lost' })
        const again = await service().call('GET', '/byname/v1/events/stream', {
          headers: { ...headers, 'last-event-id': last ?? '' },
        })
        expect(errorOf(again)).toBe('400 CursorInFutureException')
        const behindKept = await readEvents(stream, { ...headers, 'last-event-id': kept ?? '' })
        expect(await behindKept.take(count)).toHaveLength(count)
        await behindKept.close()
      },
    )

    it.each([
      ['behind its place', 120, true],
      ['before its place', 80, false],
    ])('rule: a stream whose reader is slow, and the log is replaced %s', async (_, kept, goesOn) => {
      const { context } = service()
      const base = (await readEventLog(context.store)).at(-1)?.sequence ?? 0
      const after = sealEventMark(context, { sequence: base, digest: '' })
      const many = Array.from({ length: 150 }, () => ({ events: [names[0]], isOfHttp: true }))
      await append(eventsOf(many))
      const caller = { apiKey: service().apiKey }
      const pages = await followEvents(context, { caller, chainId: 1, after })
      const end = new AbortController()
      const reading = pages(end.signal)
      // A page has 100.
      const { value: first = [] } = await reading.next()
      await replaceEventsBehind(context.store, base + kept, eventsOf(many))
      await readEventLog(context.store)
      const second = reading.next()
      if (goesOn) {
        const { value = [] } = await second
        const expected = await list(`limit=100&after=${first?.at(-1)?.cursor}`)
        expect(value.map(({ cursor }: { cursor: string }) => cursor)).toEqual(cursorsOf(expected))
      } else await expect(second).rejects.toThrow('not in the log any more')
      end.abort()
    })

    it('rule: a replay of a webhook does not begin or end at a lost event', async () => {
      const { context, call, key } = service()
      const headers = { 'x-api-key': key }
      const { id } = dataOf<{ id: string }>(
        await call('POST', '/byname/v1/webhooks', {
          headers,
          body: { url: 'https://hooks.example/', types: ['payment.settled'] },
        }),
        201,
      )
      await append(eventsOf([{ events: [names[0], names[0]], isOfHttp: true }]))
      const newest = (await readEventLog(context.store)).at(-1)?.sequence ?? 0
      const [kept, lost] = await newestCursors(2)
      await replaceEventsBehind(context.store, newest - 1, eventsOf([{ events: [...names], isOfHttp: true }]))
      const replay = (body: object) => call('POST', `/byname/v1/webhooks/${id}/replay`, { headers, body })
      for (const body of [{ after: lost }, { until: lost }, { after: kept, until: lost }])
        expect(errorOf(await replay(body))).toBe('400 CursorInFutureException')
      expect(dataOf(await replay({ after: kept }))).toEqual({ queued: 0, continueAfter: null })
    })

    it('rule: a page that stops before the end of the log, without an event, has the place of the last that it read', async () => {
      const { store } = service().context
      const base = (await readEventLog(store)).at(-1)?.sequence ?? 0
      // A page reads 20,000.
      const many = Array.from({ length: 21_000 }, () => ({ events: [names[0]], isOfHttp: true }))
      await append(eventsOf(many))
      await readEventLog(store)
      const start = (await pageOf('limit=1&order=newest&type=subname.reserved')).next
      const stopped = await pageOf(
        `type=subname.reserved&after=${sealEventMark(service().context, { sequence: base, digest: '' })}`,
      )
      expect(stopped).toMatchObject({ data: [], isCaughtUp: false })
      for (const cursor of [stopped.next, start]) expect(cursor).not.toBeNull()
      await replaceEventsBehind(store, base + 20_000, eventsOf(many.slice(0, 2)))
      expect(await readBehind(`${stopped.next}`, 'limit=1')).toHaveLength(2)
      expect(await readBehind(`${start}`, 'limit=1&order=newest&type=subname.reserved')).toEqual([])
      await replaceEventsBehind(store, base + 900, eventsOf(many.slice(0, 20_000)))
      for (const cursor of [stopped.next, start])
        expect(await readBehind(`${cursor}`, 'limit=1')).toBe('400 CursorInFutureException')
    })

    it('rule: a cursor of an earlier version, the number alone, goes on until the log is shorter', async () => {
      const { context } = service()
      await append(eventsOf([{ events: [names[0], names[0]], isOfHttp: true }]))
      const newest = (await readEventLog(context.store)).at(-1)?.sequence ?? 0
      const numbers = [newest - 1, newest].map((sequence) => context.cursors.seal(['events'], sequence))
      const [last] = await newestCursors(1)
      expect(await readBehind(numbers[0] ?? '', 'limit=1')).toEqual([last])
      // From here on it has all that others have.
      expect((await pageOf(`after=${numbers[1]}`)).next).toBe(last)
      await replaceEventsBehind(context.store, newest - 1, [])
      expect(await readBehind(numbers[1] ?? '', 'limit=1')).toBe('400 CursorInFutureException')
    })

    it('rule: a cursor of an empty log is before all events', async () => {
      const cursor = sealEventMark(service().context, { sequence: 0, digest: '' })
      await replaceEventsBehind(service().context.store, 0, [])
      expect(await pageOf('')).toEqual({ data: [], next: cursor, isCaughtUp: true })
      await append(eventsOf([{ events: [...names], isOfHttp: true }]))
      expect(cursorsOf(await list(`after=${cursor}`))).toHaveLength(2)
      await replaceEventsBehind(
        service().context.store,
        0,
        eventsOf([{ events: [...names], isOfHttp: true }]),
      )
      expect(cursorsOf(await list(`after=${cursor}`))).toHaveLength(2)
    })
  },
  { settings: { RATE_LIMIT_PER_KEY: '0' } },
)
