import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { appendEvents } from '../../../src/store/entities/events.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { newTestEvent } from '../../support/events/event-log.ts'
import { messageIn } from '../../support/events/webhook-receiver.ts'
import { hourMs, minuteMs, secondMs, useWebhooks, type WireDelivery } from '../../support/events/webhooks.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { waitUntil } from '../../support/wait-until.ts'

const dayMs = 24 * hourMs

interface Replay {
  readonly events: number
  readonly isCut: boolean
  readonly dryRun: boolean
}

describeOnEachDatabase('Replays of webhooks since a time', (databases) => {
  const { service, call, open, settled } = useWebhooks(databases)

  const ago = (milliseconds: number) => new Date(service().context.clock() - milliseconds).toISOString()

  const replay = (id: string, since: string, fields: object = {}) =>
    call('POST', `/${id}/replay-since`, { since, ...fields })

  /** Events of a domain, a second apart, the last one now. */
  const appendTexts = async (domain: Domain, count: number, nameOf = (_: number): string => domain.name) => {
    const { context, workspaceId } = service()
    const now = context.clock()
    const events = Array.from({ length: count }, (_, index) =>
      newTestEvent({
        ...{ type: 'domain.changed', workspaceId, domainId: domain.id, chainId: 1, name: nameOf(index) },
        createdAt: now - (count - 1 - index) * secondMs,
      }),
    )
    await context.store.transaction((tx) => appendEvents(tx, ...events))
  }

  /** A webhook of a domain that has events already. */
  const openLater = ({ id }: Domain) => open(undefined, { domains: [id], types: ['domain.changed'] })

  it('rule: the events since a time that it selects are sent again, in order, with the same ids', async () => {
    const { receiver, webhook, issue, read } = await open(undefined, { types: ['subname.issued'] })
    await issue('before')
    await settled(read)
    service().clock.offsetMs += 2 * hourMs
    for (const label of ['kim', 'leo', 'mia']) await issue(label)
    await settled(read)
    const first = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(dataOf<Replay>(await replay(webhook.id, ago(hourMs), { dryRun: true }))).toEqual({
      events: 3,
      isCut: false,
      dryRun: true,
    })
    expect(receiver.requests).toHaveLength(4)
    expect(dataOf<Replay>(await replay(webhook.id, ago(hourMs)))).toEqual({
      events: 3,
      isCut: false,
      dryRun: false,
    })
    await settled(read)
    const again = receiver.requests.slice(4)
    expect(again.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(first.slice(1).toSorted())
    expect(again.every(({ headers }) => headers['webhook-signature']?.startsWith('v1,'))).toBe(true)
    const listed = dataOf<{ data: readonly WireDelivery[] }>(
      await call('GET', `/${webhook.id}/deliveries?limit=3`),
    )
    expect(listed.data.map(({ name }) => name.split('.')[0])).toEqual(['mia', 'leo', 'kim'])
    const log = await service().call('GET', '/byname/v1/events?type=webhook.replayed&order=newest&limit=1', {
      headers: { 'x-api-key': service().key },
    })
    expect(dataOf<{ data: readonly unknown[] }>(log).data).toMatchObject([
      {
        type: 'webhook.replayed',
        changes: expect.arrayContaining([
          { field: 'id', key: null, before: webhook.id, after: webhook.id },
          { field: 'events', key: null, before: null, after: 3 },
        ]),
      },
    ])
  })

  it('rule: the events of one name arrive in the order in which they happened', async () => {
    const { domain } = await open(undefined, { types: ['payment.settled'] })
    await appendTexts(domain, 5)
    const { receiver, webhook, read } = await openLater(domain)
    expect(dataOf<Replay>(await replay(webhook.id, ago(hourMs)))).toMatchObject({ events: 5 })
    await settled(read)
    const times = receiver.requests.map(messageIn).map(({ timestamp }) => timestamp)
    expect(times).toHaveLength(5)
    expect(times).toEqual(times.toSorted())
  })

  it('rule: without an event since the time, nothing is sent and nothing is in the log', async () => {
    const { receiver, webhook, read } = await open(undefined, { types: ['payment.settled'] })
    expect(dataOf<Replay>(await replay(webhook.id, ago(7 * dayMs)))).toMatchObject({
      events: 0,
      isCut: false,
    })
    await settled(read)
    expect(receiver.requests).toEqual([])
    const events = await service().call('GET', '/byname/v1/events?type=webhook.replayed&limit=1000', {
      headers: { 'x-api-key': service().key },
    })
    expect(JSON.stringify(events.body)).not.toContain(webhook.id)
  })

  it('rule: of more than 1,000 events, the newest 1,000 are sent', async () => {
    const { domain } = await open(undefined, { types: ['payment.settled'] })
    await appendTexts(domain, 1_002, (index) => `n${index}.${domain.name}`)
    const { receiver, webhook, read } = await openLater(domain)
    const since = ago(2 * dayMs)
    const cut = { events: 1_000, isCut: true }
    expect(dataOf<Replay>(await replay(webhook.id, since, { dryRun: true }))).toMatchObject(cut)
    expect(dataOf<Replay>(await replay(webhook.id, since))).toMatchObject(cut)
    await settled(read)
    expect(receiver.requests).toHaveLength(1_000)
    const times = receiver.requests.map(messageIn).map(({ timestamp }) => Date.parse(timestamp))
    expect(Math.max(...times) - Math.min(...times)).toBe(999 * secondMs)
  }, 60_000)

  it('409 while an earlier replay is still being sent, of several at a time for all but one', async () => {
    let isDown = true
    const { receiver, webhook, issue, read } = await open((response) =>
      // Asks to slow down: one delivery is attempted at a time.
      response.writeHead(isDown ? 429 : 200).end(),
    )
    for (const label of ['nia', 'oli', 'pia']) await issue(label)
    await waitUntil('the receiver is left in peace', async () => (await read()).isFailing)
    const both = await Promise.all([
      replay(webhook.id, ago(minuteMs * 30)),
      replay(webhook.id, ago(minuteMs * 30)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { pending } = await read()
    for (const dryRun of [true, false])
      expectError(await replay(webhook.id, ago(hourMs), { dryRun }), 409, 'ReplayInProgressException')
    expect((await read()).pending).toBe(pending)
    isDown = false
    expect((await call('POST', `/${webhook.id}/test`)).status).toBe(200)
    await settled(read)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBeGreaterThan(3)
    expect((await replay(webhook.id, ago(hourMs), { dryRun: true })).status).toBe(200)
  })

  it('400 for a text that is not a time, for one to come, and for one more than 7 days ago', async () => {
    const { webhook } = await open()
    for (const since of ['yesterday', ago(-minuteMs), ago(8 * dayMs)])
      for (const dryRun of [true, false])
        expectError(await replay(webhook.id, since, { dryRun }), 400, 'BadRequestException')
    expectError(await call('POST', `/${webhook.id}/replay-since`, {}), 400, 'BadRequestException')
  })

  it('404 for a webhook that is not there, 409 while it is disabled', async () => {
    expectError(
      await replay('0197c1a0-7d5c-7e0a-9c55-0242ac120002', ago(hourMs)),
      404,
      'WebhookNotFoundException',
    )
    const { webhook, read, issue } = await open()
    await issue()
    await settled(read)
    expect((await call('PATCH', `/${webhook.id}`, { isEnabled: false })).status).toBe(200)
    for (const dryRun of [true, false])
      expectError(await replay(webhook.id, ago(hourMs), { dryRun }), 409, 'WebhookDisabledException')
    expect((await read()).pending).toBe(0)
  })
})
