import { Webhook as Verifier } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { releaseHeaders, sendRelease, transfer } from '../../support/credentials/single-use.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { readableEvents, readEventLog } from '../../support/events/event-log.ts'
import { messageIn, status, statuses } from '../../support/events/webhook-receiver.ts'
import { hourMs, minuteMs, recorded, secondMs, useWebhooks } from '../../support/events/webhooks.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { waitUntil } from '../../support/wait-until.ts'

type Opened = Awaited<ReturnType<ReturnType<typeof useWebhooks>['open']>>

describeOnEachDatabase('Webhooks', (databases) => {
  const { service, call, open, received, settled, changeText } = useWebhooks(databases)

  it('rule: an event is sent once, signed by Standard Webhooks, and listed with its request and response', async () => {
    const { receiver, domain, webhook, issue, read, deliveries } = await open((response) =>
      response.end('thank you'),
    )
    await issue('alice')
    await settled(read)
    expect(receiver.requests).toHaveLength(1)
    const [request] = receiver.requests
    if (!request) throw new Error('There is no request.')
    const verified = new Verifier(webhook.secret).verify(request.body, { ...request.headers })
    expect(verified).toEqual({
      type: 'subname.issued',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        cursor: expect.any(String),
        chainId: 1,
        name: `alice.${domain.name}`,
        domainId: domain.id,
        workspaceId: service().workspaceId,
        requestId: expect.any(String),
        changed: expect.arrayContaining([{ field: 'addresses', key: 60 }]),
        isTruncated: false,
      },
    })
    expect(request.headers).toMatchObject({ 'content-type': 'application/json' })
    const { data: listed, next } = await deliveries()
    expect(next).toBeNull()
    expect(listed).toMatchObject([
      {
        type: 'subname.issued',
        name: `alice.${domain.name}`,
        state: 'delivered',
        attempts: [{ status: 200, error: null, response: 'thank you', latencyMs: expect.any(Number) }],
        request: { url: receiver.url, id: request.headers['webhook-id'], body: request.body },
      },
    ])
  })

  it('rule: a transfer and a release of a name arrive at its webhook', async () => {
    const { receiver, domain, read } = await open()
    const [name, next] = [await createHeldSubname(service(), domain, 'alice'), createWallet()]
    dataOf(await transfer(service(), name.holder, name.ens, next.address))
    dataOf(await sendRelease(service(), name.ens, await releaseHeaders(next, name.ens)))
    await settled(read)
    const messages = receiver.requests.map(messageIn).slice(1)
    expect(messages.map(({ type, data }) => [type, data.name, data.changed[0]])).toEqual([
      ['subname.transferred', name.ens, { field: 'holder', key: null }],
      ['subname.revoked', name.ens, { field: 'holder', key: null }],
    ])
  })

  it('rule: events of a name arrive in order, each once, with 200 changes of five names', async () => {
    const { receiver, domain, issue, read } = await open()
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}-of-five`)
    await Promise.all(names.map(issue))
    for (let value = 1; value <= 40; value++)
      await Promise.all(names.map((name) => changeText(domain, name, `v${value}`)))
    await settled(read)
    const messages = receiver.requests.map(messageIn)
    expect(messages).toHaveLength(205)
    const { store } = service().context
    const log = await readableEvents(store, await readEventLog(store))
    for (const name of names) {
      const ofName = <Entry extends { readonly name: string | null }>(entries: readonly Entry[]) =>
        entries.filter((entry) => entry.name === `${name}.${domain.name}`)
      const cursors = ofName(messages.map(({ data }) => data)).map(({ cursor }) => cursor)
      expect(cursors).toHaveLength(41)
      expect(cursors).toEqual(ofName(log).map(({ cursor }) => cursor))
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(205)
  })

  it('rule: types and domains select the events', async () => {
    const other = await service().onboard()
    const { receiver, domain, issue, read } = await open(undefined, { types: ['subname.changed'] })
    await issue('carol')
    await seedSubname(service(), other, 'dave')
    await changeText(domain, 'carol', 'x')
    await received(receiver, 1)
    await settled(read)
    expect(receiver.requests.map(messageIn).map(({ type }) => type)).toEqual(['subname.changed'])
  })

  it('rule: a failed delivery is repeated with the same id and a new timestamp; later events of the name wait', async () => {
    const { receiver, domain, issue, read, deliveries, webhook } = await open(statuses(500, 500, 200))
    await issue('erin')
    await received(receiver, 1)
    await changeText(domain, 'erin', 'x')
    await waitUntil('both are listed', async () => (await deliveries()).data.length === 2)
    expect((await deliveries()).data.map(({ state }) => state)).toEqual(['waiting', 'due'])
    for (const delay of [6 * secondMs, 6 * minuteMs]) {
      const count = receiver.requests.length
      await recorded(deliveries, count)
      service().clock.offsetMs += delay
      await received(receiver, count + 1)
    }
    await settled(read)
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]])
    expect(ids).toHaveLength(4)
    expect(
      new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size,
    ).toBeGreaterThan(2)
    const { data: listed } = await deliveries()
    expect(listed.map(({ attempts }) => attempts.map((entry) => entry.status))).toEqual([
      [200],
      [500, 500, 200],
    ])
    expect(listed[1]?.attempts[0]?.error).toBe('The receiver answered with status 500.')
    expect(await read()).toMatchObject({ id: webhook.id, isEnabled: true, isFailing: false })
  })

  it('rule: status 410 disables the webhook, with an event; enabled again, it gets what was pending', async () => {
    const { receiver, domain, webhook, issue, read } = await open(statuses(410, 200))
    await issue('frank')
    await waitUntil('it is disabled', async () => !(await read()).isEnabled)
    expect(await read()).toMatchObject({ disabledReason: 'gone', pending: 1 })
    const events = await service().call('GET', '/byname/v1/events?type=webhook.disabled&limit=1000', {
      headers: { 'x-api-key': service().key },
    })
    expect(JSON.stringify(events.body)).toContain(webhook.id)
    await changeText(domain, 'frank', 'missed')
    expect((await call('POST', `/${webhook.id}/replay`, { until: 'any' })).status).toBe(409)
    expect((await call('PATCH', `/${webhook.id}`, { isEnabled: true })).status).toBe(200)
    await settled(read)
    expect(
      receiver.requests
        .slice(1)
        .map(messageIn)
        .map(({ type }) => type),
    ).toContain('subname.issued')
  })

  it('rule: after the last attempt of the schedule the webhook is disabled', async () => {
    const { receiver, issue, read, deliveries } = await open(status(500))
    await issue('grace')
    for (let attempt = 1; attempt <= 10; attempt++) {
      await received(receiver, attempt)
      await recorded(deliveries, attempt)
      service().clock.offsetMs += 27 * hourMs
    }
    expect(await read()).toMatchObject({ isEnabled: false, disabledReason: 'failed' })
    expect((await deliveries('?state=failed')).data).toHaveLength(1)
    expect(receiver.requests).toHaveLength(10)
  })

  it('rule: one name that always fails does not hold up others, and does not disable the webhook', async () => {
    const { receiver, domain, issue, read, deliveries } = await open((response, _, { body }) =>
      response.writeHead(body.includes('poison.') ? 500 : 200).end(),
    )
    await issue('poison')
    await received(receiver, 1)
    await recorded(deliveries, 1)
    // A receiver that answers another is asked again, once.
    await issue()
    await received(receiver, 3)
    for (let attempt = 3; attempt <= 10; attempt++) {
      await recorded(deliveries, attempt - 1)
      service().clock.offsetMs += 27 * hourMs
      await received(receiver, receiver.requests.length + 1)
      await issue()
      await waitUntil('only the poisonous one is pending', async () => (await read()).pending <= 1)
    }
    await settled(read)
    expect(await read()).toMatchObject({ isEnabled: true, isFailing: false })
    await changeText(domain, 'poison', 'x')
    await waitUntil('its next event is attempted', async () => (await read()).pending === 1)
  })

  it('rule: while a receiver is down, one delivery is attempted at a time; then all arrive', async () => {
    let isDown = true
    const { receiver, issue, read } = await open((response) => response.writeHead(isDown ? 500 : 200).end())
    await Promise.all(Array.from({ length: 40 }, () => issue()))
    await waitUntil('the circuit breaker is open', async () => (await read()).isFailing)
    await waitUntil('all are queued', async () => (await read()).pending === 40)
    const attempted = receiver.requests.length
    expect(attempted).toBeLessThanOrEqual(13)
    const { nextAttemptAt } = await read()
    service().clock.offsetMs += 6 * secondMs
    await waitUntil('the probe is recorded', async () => (await read()).nextAttemptAt !== nextAttemptAt)
    expect(receiver.requests).toHaveLength(attempted + 1)
    isDown = false
    service().clock.offsetMs += 6 * minuteMs
    await settled(read)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
    expect(await read()).toMatchObject({ isFailing: false, isEnabled: true })
  })

  it.each([
    [
      'the event of another name',
      async ({ issue }: Opened) => {
        await issue()
      },
    ],
    [
      'a test',
      async ({ webhook }: Opened) => {
        expect((await call('POST', `/${webhook.id}/test`)).status).toBe(200)
      },
    ],
  ])('rule: what waits for a receiver that was away arrives once it answers %s', async (_title, answer) => {
    let isDown = true
    const opened = await open((response) => response.writeHead(isDown ? 500 : 200).end())
    const { receiver, issue, read, deliveries } = opened
    await issue('away-1')
    await issue('away-2')
    await waitUntil('both are attempted', async () => {
      const { data } = await deliveries()
      return data.length === 2 && data.every(({ attempts }) => attempts.length === 1)
    })
    service().clock.offsetMs += 6 * secondMs
    await waitUntil('both wait for five minutes', async () =>
      (await deliveries()).data.every(({ attempts }) => attempts.length === 2),
    )
    isDown = false
    const count = receiver.requests.length
    await answer(opened)
    await settled(read)
    expect(receiver.requests.length).toBeGreaterThanOrEqual(count + 3)
  })

  it('rule: what failed or was queued while the clock was ahead does not wait until then', async () => {
    let isDown = true
    const { receiver, issue, read, deliveries } = await open((response) =>
      response.writeHead(isDown ? 500 : 200).end(),
    )
    const before = service().clock.offsetMs
    service().clock.offsetMs += 5 * hourMs
    await issue('ahead-1')
    await issue('ahead-2')
    await waitUntil('both are attempted', async () => {
      const { data } = await deliveries()
      return data.length === 2 && data.every(({ attempts }) => attempts.length === 1)
    })
    isDown = false
    const count = receiver.requests.length
    service().clock.offsetMs = before
    await settled(read)
    expect(receiver.requests).toHaveLength(count + 2)
  })

  it('rule: a delivery, or a range of events, can be replayed with the same ids', async () => {
    const { receiver, webhook, issue, read, deliveries } = await open()
    for (const name of ['heidi', 'ivan', 'judy']) await issue(name)
    await settled(read)
    const [, ivan] = (await deliveries()).data
    const first = receiver.requests[0]
    if (!ivan || !first) throw new Error('There are no deliveries.')
    const replayed = await call('POST', `/${webhook.id}/replay`, { delivery: ivan.id })
    expect(dataOf(replayed)).toEqual({ queued: 1, continueAfter: null })
    await settled(read)
    expect(receiver.requests.at(-1)?.headers['webhook-id']).toBe(ivan.request.id)
    const after = messageIn(first).data.cursor
    for (const [range, queued] of [
      [{ after }, 2],
      [{ after, until: ivan.cursor }, 1],
      // Also the event of its domain, from before the webhook.
      [{ until: after }, 2],
    ] as const)
      expect(dataOf(await call('POST', `/${webhook.id}/replay`, range))).toEqual({
        queued,
        continueAfter: null,
      })
    await settled(read)
    expect(receiver.requests).toHaveLength(9)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
    for (const body of [{}, { delivery: ivan.id, after }, { after: '1' }])
      expectError(await call('POST', `/${webhook.id}/replay`, body), 400, 'BadRequestException')
    expectError(
      await call('POST', `/${webhook.id}/replay`, { delivery: 'none' }),
      404,
      'DeliveryNotFoundException',
    )
  })

  it('rule: deliveries are listed in pages, the newest first', async () => {
    const { issue, read, deliveries } = await open()
    for (let name = 0; name < 5; name++) await issue()
    await settled(read)
    const first = await deliveries('?limit=3')
    const second = await deliveries(`?limit=3&after=${first.next}`)
    expect([...first.data, ...second.data]).toHaveLength(5)
    expect(second.next).toBeNull()
    expect((await deliveries('?state=pending')).data).toEqual([])
  })

  it('rule: a change of a webhook is an event, unless it changes nothing', async () => {
    const { webhook } = await open()
    const { id, ...unchanged } = { id: webhook.id, url: webhook.url, isEnabled: true }
    for (const body of [
      {},
      unchanged,
      { description: 'Renamed.' },
      { isEnabled: false },
      { isEnabled: false },
    ])
      expect((await call('PATCH', `/${id}`, body)).status).toBe(200)
    const events = await readEventLog(service().context.store)
    const types = events.flatMap(({ type, changes }) =>
      changes.some(({ after }) => after === id) ? type : [],
    )
    expect(types).toEqual(['webhook.created', 'webhook.changed', 'webhook.disabled'])
  })

  it('rule: a deleted webhook gets nothing, and is not found', async () => {
    const { receiver, webhook, issue } = await open()
    expect((await call('DELETE', `/${webhook.id}`)).status).toBe(200)
    const { receiver: next, read } = await open()
    await issue()
    expectError(await call('GET', `/${webhook.id}`), 404, 'WebhookNotFoundException')
    expectError(await call('POST', `/${webhook.id}/test`), 404, 'WebhookNotFoundException')
    await settled(read)
    expect([receiver.requests, next.requests]).toEqual([[], []])
  })

  it('rule: a workspace has at most 20 webhooks, also when many are created at once', async () => {
    const { key } = await createWorkspaceWithKey(service())
    const url = 'https://hooks.example.com/'
    const responses: readonly ApiResponse[] = await Promise.all(
      Array.from({ length: 25 }, () => call('POST', '', { url }, key)),
    )
    const created = responses.filter(({ status: code }) => code === 201)
    expect(created).toHaveLength(20)
    for (const response of responses.filter(({ status: code }) => code !== 201))
      expectError(response, 409, 'LimitReachedException')
  })

  it('rule: with two processes each event is delivered once', async () => {
    // The other process has the real time.
    service().clock.offsetMs = 0
    const { receiver, issue, read } = await open()
    await service().withSecondService(async () => {
      await Promise.all(Array.from({ length: 100 }, () => issue()))
      await settled(read)
    })
    expect(receiver.requests).toHaveLength(100)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
  })
})
