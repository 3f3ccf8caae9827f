import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { readableEvents, readEventLog } from '../../support/events/event-log.ts'
import { messageIn, type Respond, status, statuses } from '../../support/events/webhook-receiver.ts'
import {
  hourMs,
  minuteMs,
  useWebhooks,
  type WireDelivery,
  type WireWebhook,
} from '../../support/events/webhooks.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { waitUntil } from '../../support/wait-until.ts'

describe('Receivers and rights of webhooks', () => {
  const { service, call, open, received, settled, changeText } = useWebhooks()

  it.each<readonly [string, Respond]>([
    ['status 429', status(429, { 'retry-after': '1800' })],
    [
      'status 504 with a date',
      (response) => {
        const until = new Date(Date.now() + service().clock.offsetMs + hourMs)
        response.writeHead(504, { 'retry-after': until.toUTCString() }).end()
      },
    ],
  ])('rule: %s slows the deliveries down for as long as Retry-After asks', async (_, respond) => {
    const { receiver, issue, read } = await open(respond)
    await Promise.all(Array.from({ length: 20 }, () => issue()))
    await waitUntil('it is slowed down', async () => (await read()).isFailing)
    const attempted = receiver.requests.length
    service().clock.offsetMs += 10 * minuteMs
    await issue()
    await waitUntil('all are queued', async () => (await read()).pending === 21)
    expect(receiver.requests).toHaveLength(attempted)
    service().clock.offsetMs += 3 * hourMs
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
    await waitUntil('it was attempted', async () => (await deliveries()).data[0]?.attempts.length === 1)
    const [delivery] = (await deliveries()).data
    expect(delivery).toMatchObject({ state: 'due', nextAttemptAt: expect.any(String) })
    expect(delivery?.attempts[0]?.error).toContain(error)
    expect(await read()).toMatchObject({ pending: 1, isEnabled: true })
  })

  it('rule: a receiver that is away for a day is asked now and then, gets all in order, and delays no other', async () => {
    let isAway = true
    const away = await open((response) => response.writeHead(isAway ? 503 : 200).end())
    const other = await open(status(200))
    await away.issue('day')
    const hours = 24
    for (let hour = 0; hour < hours; hour++) {
      await changeText(away.domain, 'day', `hour ${hour}`)
      await away.issue()
      await other.issue()
      await received(other.receiver, hour + 1)
      service().clock.offsetMs += hourMs
    }
    const { pending, isEnabled } = await away.read()
    expect([pending, isEnabled]).toEqual([1 + 2 * hours, true])
    expect(away.receiver.requests.length).toBeLessThan(4 * hours)
    isAway = false
    const before = away.receiver.requests.length
    service().clock.offsetMs += 24 * hourMs
    await settled(away.read)
    const delivered = away.receiver.requests.slice(before)
    expect(new Set(delivered.map(({ headers }) => headers['webhook-id'])).size).toBe(1 + 2 * hours)
    const cursors = delivered
      .map((request) => messageIn(request).data)
      .filter(({ name }) => name === `day.${away.domain.name}`)
      .map(({ cursor }) => cursor)
    const { store } = service().context
    const log = await readableEvents(store, await readEventLog(store))
    const ofName = log.filter(({ name }) => name === `day.${away.domain.name}`)
    expect([...new Set(cursors)]).toEqual(ofName.map(({ cursor }) => cursor))
    expect(await away.read()).toMatchObject({ isEnabled: true, isFailing: false, pending: 0 })
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
    expect((await deliveries()).data).toMatchObject([
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
    service().clock.offsetMs += 2 * minuteMs
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
    expect(first).toMatchObject({ type: 'webhook.test', cursor: null, state: 'delivered' })
    const second = dataOf<WireDelivery>(await call('POST', `/${webhook.id}/test`))
    expect(second).toMatchObject({ state: 'failed', attempts: [{ status: 418 }] })
    expect(receiver.requests.map(messageIn)).toMatchObject([
      { type: 'webhook.test', data: { webhookId: webhook.id } },
      { type: 'webhook.test', data: { webhookId: webhook.id } },
    ])
    expect((await deliveries()).data.map(({ id }) => id)).toEqual([second.id, first.id])
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
    const other = await createWorkspaceWithKey(service())
    const ownDomain = await service().onboard()
    const keys = {
      other: other.key,
      namesOnly: (await createKey(service(), { scopes: ['names:write'] })).key,
      otherDomain: (await createKey(service(), { domainIds: [ownDomain.id] })).key,
    }
    const requests: readonly (readonly [Parameters<typeof call>[0], string, unknown])[] = [
      ['GET', '', undefined],
      ['PATCH', '', { isEnabled: false }],
      ['DELETE', '', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', '/replay', { until: 'any' }],
      ['POST', '/replay-since', { since: new Date().toISOString() }],
      ['POST', '/test', undefined],
      ['POST', '/rotate-secret', {}],
    ]
    for (const key of Object.values(keys))
      for (const [method, path, body] of requests)
        expectError(await call(method, `/${webhook.id}${path}`, body, key), 403, 'ForbiddenException')
    const list = async (key: string) =>
      dataOf<{ data: readonly WireWebhook[] }>(await call('GET', '', undefined, key)).data
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
    expect((await list(await createAdminKey(service()))).length).toBe(0)
  })

  it('rule: secrets are in the response that creates them and nowhere else', async () => {
    const { webhook, deliveries, issue, read } = await open()
    await issue()
    await settled(read)
    const events = await service().call('GET', '/byname/v1/events?limit=1000', {
      headers: { 'x-api-key': service().key },
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
})
