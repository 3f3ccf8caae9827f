import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Domain } from '../../src/model/domain.ts'
import { readEventCursor } from '../../src/store/entities/event-cursors.ts'
import { readEventBounds, sequenceEvents } from '../../src/store/entities/event-log.ts'
import { type ApiResponse, dataOf, expectError } from '../support/api-client.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../support/api-keys.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../support/subnames.ts'
import { waitUntil } from '../support/wait-until.ts'
import {
  messageIn,
  type Receiver,
  type ReceiverServer,
  type Respond,
  startReceivers,
  status,
  statuses,
} from '../support/webhook-receiver.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

interface WireWebhook {
  readonly id: string
  readonly secret: string
  readonly isEnabled: boolean
  readonly isFailing: boolean
  readonly disabledReason: string | null
  readonly pending: number
  readonly nextAttemptAt: string | null
}

interface WireDelivery {
  readonly id: number
  readonly sequence: number
  readonly type: string
  readonly name: string
  readonly state: string
  readonly nextAttemptAt: string | null
  readonly attempts: readonly {
    readonly status: number | null
    readonly error: string | null
    readonly response: string
    readonly latencyMs: number
  }[]
  readonly request: { readonly url: string; readonly id: string; readonly body: string }
}

let label = 0
const holder = createWallet()

describeOnEachDatabase('Webhooks', (databases) => {
  let receivers: ReceiverServer
  let service: TestService
  const opened: string[] = []

  beforeAll(async () => {
    receivers = await startReceivers()
    service = await startTestService(await databases.createMigrated(), {
      OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
      WEBHOOK_TIMEOUT: '1',
    })
  })
  afterAll(async () => {
    await service.stop()
    await receivers.close()
  })
  // A workspace has a limited number.
  afterEach(async () => {
    for (const id of opened.splice(0)) await call('DELETE', `/${id}`)
  })

  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    key = service.key,
  ) =>
    service.call(method, `/byname/v1/webhooks${path}`, {
      headers: { 'x-api-key': key },
      ...(body !== undefined && { body }),
    })

  /** A webhook for a domain of its own. */
  const open = async (respond?: Respond, fields: Readonly<Record<string, unknown>> = {}) => {
    const receiver = receivers.open(respond)
    const domain = await service.onboard()
    const response = await call('POST', '', { url: receiver.url, domains: [domain.id], ...fields })
    expect(response.status).toBe(201)
    const webhook = dataOf<WireWebhook>(response, 201)
    opened.push(webhook.id)
    const issue = (name = `n${label++}`) =>
      seedSubname(service, domain, name, { addresses: [ethereumAddress(holder.address)] })
    const read = async () => dataOf<WireWebhook>(await call('GET', `/${webhook.id}`))
    const deliveries = async (query = '') =>
      dataOf<{ deliveries: readonly WireDelivery[]; next: number | null }>(
        await call('GET', `/${webhook.id}/deliveries${query}`),
      )
    return { receiver, domain, webhook, issue, read, deliveries }
  }

  const received = (receiver: Receiver, count: number) =>
    waitUntil(`${count} requests have arrived`, () => receiver.requests.length >= count)

  /** All events are queued and delivered. */
  const settled = async (read: () => Promise<WireWebhook>) => {
    const { store } = service.context
    await sequenceEvents(store)
    const { newest } = await readEventBounds(store.db)
    await waitUntil('all events are queued', async () => {
      return (await readEventCursor(store.db, 'webhooks')) >= newest
    })
    await waitUntil('nothing is pending', async () => (await read()).pending === 0)
  }

  const changeText = async (domain: Domain, name: string, value: string) => {
    const issuedAt = new Date(service.context.clock())
    const response = await service.call('POST', '/ens/v1/subname/update', {
      headers: await signedHeaders(holder, { chainId: 1, issuedAt }),
      body: { ...subnameBody(domain, name), text: [{ key: 'url', value }] },
    })
    expect(response.status).toBe(200)
  }

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
        sequence: expect.any(Number),
        chainId: 1,
        name: `alice.${domain.name}`,
        domainId: domain.id,
        workspaceId: service.workspaceId,
        requestId: expect.any(String),
        changed: expect.arrayContaining([{ field: 'addresses', key: 60 }]),
        isTruncated: false,
      },
    })
    expect(request.headers).toMatchObject({ 'content-type': 'application/json' })
    const { deliveries: listed, next } = await deliveries()
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

  it('rule: events of a name arrive in order, each once, with 200 changes of five names', async () => {
    const { receiver, domain, issue, read } = await open()
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}${label++}`)
    await Promise.all(names.map(issue))
    for (let value = 1; value <= 40; value++)
      await Promise.all(names.map((name) => changeText(domain, name, `v${value}`)))
    await settled(read)
    const messages = receiver.requests.map(messageIn)
    expect(messages).toHaveLength(205)
    for (const name of names) {
      const sequences = messages.flatMap(({ data }) =>
        data.name === `${name}.${domain.name}` ? data.sequence : [],
      )
      expect(sequences).toHaveLength(41)
      expect(sequences).toEqual([...sequences].sort((one, other) => one - other))
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(205)
  })

  it('rule: types and domains select the events', async () => {
    const other = await service.onboard()
    const { receiver, domain, issue, read } = await open(undefined, { types: ['subname.changed'] })
    await issue('carol')
    await seedSubname(service, other, 'dave')
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
    await waitUntil('both are listed', async () => (await deliveries()).deliveries.length === 2)
    expect((await deliveries()).deliveries.map(({ state }) => state)).toEqual(['waiting', 'due'])
    for (const delay of [6 * secondMs, 6 * minuteMs]) {
      service.clock.offsetMs += delay
      const count = receiver.requests.length
      await received(receiver, count + 1)
    }
    await settled(read)
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]])
    expect(ids).toHaveLength(4)
    expect(
      new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size,
    ).toBeGreaterThan(2)
    const { deliveries: listed } = await deliveries()
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
    const events = await service.call('GET', '/byname/v1/events?type=webhook.disabled&limit=1000', {
      headers: { 'x-api-key': service.key },
    })
    expect(JSON.stringify(events.body)).toContain(webhook.id)
    await changeText(domain, 'frank', 'missed')
    expect((await call('POST', `/${webhook.id}/replay`, { after: 0 })).status).toBe(409)
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
      await waitUntil('the attempt is recorded', async () => {
        const [delivery] = (await deliveries()).deliveries
        return delivery?.attempts.length === attempt
      })
      service.clock.offsetMs += 27 * hourMs
    }
    expect(await read()).toMatchObject({ isEnabled: false, disabledReason: 'failed' })
    expect((await deliveries('?state=failed')).deliveries).toHaveLength(1)
    expect(receiver.requests).toHaveLength(10)
  })

  it('rule: one name that always fails does not hold up others, and does not disable the webhook', async () => {
    const { receiver, domain, issue, read } = await open((response, _, { body }) =>
      response.writeHead(body.includes('poison.') ? 500 : 200).end(),
    )
    await issue('poison')
    await received(receiver, 1)
    for (let attempt = 2; attempt <= 10; attempt++) {
      service.clock.offsetMs += 27 * hourMs
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
    service.clock.offsetMs += 6 * secondMs
    await waitUntil('the probe is recorded', async () => (await read()).nextAttemptAt !== nextAttemptAt)
    expect(receiver.requests).toHaveLength(attempted + 1)
    isDown = false
    service.clock.offsetMs += 6 * minuteMs
    await settled(read)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
    expect(await read()).toMatchObject({ isFailing: false, isEnabled: true })
  })

  it.each<readonly [string, Respond]>([
    ['status 429', status(429, { 'retry-after': '1800' })],
    [
      'status 504 with a date',
      (response) => {
        const until = new Date(Date.now() + service.clock.offsetMs + hourMs)
        response.writeHead(504, { 'retry-after': until.toUTCString() }).end()
      },
    ],
  ])('rule: %s slows the deliveries down for as long as Retry-After asks', async (_, respond) => {
    const { receiver, issue, read } = await open(respond)
    await Promise.all(Array.from({ length: 20 }, () => issue()))
    await waitUntil('it is slowed down', async () => (await read()).isFailing)
    const attempted = receiver.requests.length
    service.clock.offsetMs += 10 * minuteMs
    await issue()
    await waitUntil('all are queued', async () => (await read()).pending === 21)
    expect(receiver.requests).toHaveLength(attempted)
    service.clock.offsetMs += 3 * hourMs
    await received(receiver, attempted + 1)
  })

  it.each<readonly [string, Respond, string]>([
    ['hangs', () => {}, 'The receiver did not answer in 1000 ms.'],
    ['closes the connection', (response) => response.destroy(), 'The receiver cannot be reached'],
    [
      'redirects',
      status(302, { location: 'http://169.254.169.254/' }),
      'The receiver answered with status 302.',
    ],
    [
      'never ends its headers',
      (response) => response.socket?.write('HTTP/1.1 200 OK\r\nx-endless: '),
      'The receiver did not answer in 1000 ms.',
    ],
  ])('rule: a receiver that %s has not received the event', async (_, respond, error) => {
    const { issue, read, deliveries } = await open(respond)
    await issue()
    await waitUntil('it was attempted', async () => (await deliveries()).deliveries[0]?.attempts.length === 1)
    const [delivery] = (await deliveries()).deliveries
    expect(delivery).toMatchObject({ state: 'due', nextAttemptAt: expect.any(String) })
    expect(delivery?.attempts[0]?.error).toContain(error)
    expect(await read()).toMatchObject({ pending: 1, isEnabled: true })
  })

  it('rule: of an endless response the first 512 bytes are kept, and 2xx counts', async () => {
    const { issue, read, deliveries } = await open((response) => {
      const write = () => {
        if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(write)
      }
      response.on('drain', write)
      write()
    })
    await issue()
    await settled(read)
    expect((await deliveries()).deliveries).toMatchObject([
      { state: 'delivered', attempts: [{ status: 200, response: 'x'.repeat(512) }] },
    ])
  })

  it('rule: a rotated secret signs at once; the old one signs as well until the overlap ends', async () => {
    const { receiver, webhook, issue, read } = await open()
    const rotated = dataOf<WireWebhook>(await call('POST', `/${webhook.id}/rotate-secret`, { overlap: 120 }))
    expect(rotated.secret).not.toBe(webhook.secret)
    await issue()
    await settled(read)
    const verifies = (secret: string, number: number) => {
      const { headers, body } = receiver.requests[number] ?? { headers: {}, body: '' }
      const [signedAt, timestampHeader] = [Number(headers['webhook-timestamp']), 'webhook-timestamp']
      expect(headers[timestampHeader]).toBe(String(signedAt))
      const verifier = new Verifier(secret)
      const signature = verifier.sign(String(headers['webhook-id']), new Date(signedAt * 1000), body)
      return String(headers['webhook-signature']).split(' ').includes(signature)
    }
    expect(verifies(rotated.secret, 0)).toBe(true)
    expect(verifies(webhook.secret, 0)).toBe(true)
    service.clock.offsetMs += 2 * minuteMs
    await issue()
    await settled(read)
    expect(verifies(rotated.secret, 1)).toBe(true)
    expect(verifies(webhook.secret, 1)).toBe(false)
  })

  it('rule: a test is sent at once, also to a disabled webhook, and listed', async () => {
    const { receiver, webhook, read, deliveries } = await open(statuses(200, 418))
    await call('PATCH', `/${webhook.id}`, { isEnabled: false })
    expect(await read()).toMatchObject({ isEnabled: false, disabledReason: 'request' })
    const first = dataOf<WireDelivery>(await call('POST', `/${webhook.id}/test`))
    expect(first).toMatchObject({ type: 'webhook.test', sequence: null, state: 'delivered' })
    const second = dataOf<WireDelivery>(await call('POST', `/${webhook.id}/test`))
    expect(second).toMatchObject({ state: 'failed', attempts: [{ status: 418 }] })
    expect(receiver.requests.map(messageIn)).toMatchObject([
      { type: 'webhook.test', data: { webhookId: webhook.id } },
      { type: 'webhook.test', data: { webhookId: webhook.id } },
    ])
    expect((await deliveries()).deliveries.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('rule: a delivery, or a range of events, can be replayed with the same ids', async () => {
    const { receiver, webhook, issue, read, deliveries } = await open()
    for (const name of ['heidi', 'ivan', 'judy']) await issue(name)
    await settled(read)
    const [, ivan] = (await deliveries()).deliveries
    const first = receiver.requests[0]
    if (!ivan || !first) throw new Error('There are no deliveries.')
    const replayed = await call('POST', `/${webhook.id}/replay`, { delivery: ivan.id })
    expect(dataOf(replayed)).toEqual({ queued: 1, next: null })
    await settled(read)
    expect(receiver.requests.at(-1)?.headers['webhook-id']).toBe(ivan.request.id)
    const after = messageIn(first).data.sequence - 1
    expect(dataOf(await call('POST', `/${webhook.id}/replay`, { after }))).toEqual({ queued: 3, next: null })
    await settled(read)
    expect(receiver.requests).toHaveLength(7)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    for (const body of [{}, { delivery: 1, after: 1 }])
      expectError(await call('POST', `/${webhook.id}/replay`, body), 400, 'BadRequestException')
    expectError(
      await call('POST', `/${webhook.id}/replay`, { delivery: 999_999 }),
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
    expect([...first.deliveries, ...second.deliveries]).toHaveLength(5)
    expect(second.next).toBeNull()
    expect((await deliveries('?state=pending')).deliveries).toEqual([])
  })

  it.each([
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://user:secret@hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
  ])('rule: the URL %s is rejected', async (url) => {
    expectError(await call('POST', '', { url }), 400, 'BadRequestException')
    const { webhook } = await open()
    expectError(await call('PATCH', `/${webhook.id}`, { url }), 400, 'BadRequestException')
  })

  it('rule: a name that resolves to a private address is not contacted', async () => {
    const { domain } = await open()
    const response = await call('POST', '', { url: 'https://localhost/', domains: [domain.id] })
    const { id } = dataOf<WireWebhook>(response, 201)
    const delivery = dataOf<WireDelivery>(await call('POST', `/${id}/test`))
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ status: null }] })
    expect(delivery.attempts[0]?.error).toContain('not public')
  })

  it('rule: a key has access to webhooks of its workspace and its domains, with scope domains:write', async () => {
    const { webhook, domain } = await open()
    const other = await createWorkspaceWithKey(service)
    const ownDomain = await service.onboard()
    const keys = {
      other: other.key,
      namesOnly: (await createKey(service, { scopes: ['names:write'] })).key,
      otherDomain: (await createKey(service, { domainIds: [ownDomain.id] })).key,
    }
    const requests: readonly (readonly [Parameters<typeof call>[0], string, unknown])[] = [
      ['GET', '', undefined],
      ['PATCH', '', { isEnabled: false }],
      ['DELETE', '', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', '/replay', { after: 0 }],
      ['POST', '/test', undefined],
      ['POST', '/rotate-secret', {}],
    ]
    for (const key of Object.values(keys))
      for (const [method, path, body] of requests)
        expectError(await call(method, `/${webhook.id}${path}`, body, key), 403, 'ForbiddenException')
    const list = async (key: string) =>
      dataOf<{ webhooks: readonly WireWebhook[] }>(await call('GET', '', undefined, key)).webhooks
    expect(await list(keys.other)).toEqual([])
    expect(await list(keys.otherDomain)).toEqual([])
    const url = 'https://hooks.example.com/'
    for (const body of [{ url }, { url, domains: [domain.id] }])
      expectError(await call('POST', '', body, keys.otherDomain), 403, 'ForbiddenException')
    expectError(await call('POST', '', { url, domains: [domain.id] }, keys.other), 404, 'EnsNotFound')
    const own = await call('POST', '', { url, domains: [ownDomain.id] }, keys.otherDomain)
    expect(own.status).toBe(201)
    const ownId = dataOf<WireWebhook>(own, 201).id
    for (const domains of [null, [domain.id]])
      expectError(await call('PATCH', `/${ownId}`, { domains }, keys.otherDomain), 403, 'ForbiddenException')
    expect((await list(await createAdminKey(service))).length).toBe(0)
  })

  it('rule: secrets are in the response that creates them and nowhere else', async () => {
    const { webhook, deliveries, issue, read } = await open()
    await issue()
    await settled(read)
    const events = await service.call('GET', '/byname/v1/events?limit=1000', {
      headers: { 'x-api-key': service.key },
    })
    const texts = [
      JSON.stringify(await read()),
      JSON.stringify(await deliveries()),
      JSON.stringify(events.body),
      JSON.stringify((await call('GET', '')).body),
    ]
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    for (const shown of texts) expect(shown).not.toContain('whsec_')
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
    const { key } = await createWorkspaceWithKey(service)
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
    service.clock.offsetMs = 0
    const { receiver, issue, read } = await open()
    await service.withSecondService(async () => {
      await Promise.all(Array.from({ length: 100 }, () => issue()))
      await settled(read)
    })
    expect(receiver.requests).toHaveLength(100)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
  })
})
