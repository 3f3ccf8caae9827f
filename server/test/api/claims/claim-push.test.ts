import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sealRecipient } from '../../../src/core/claims/notice-recipient.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import {
  claimHeaders,
  claimsPath,
  openClaims,
  sendClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { type MailServer, startMailServer } from '../../support/events/mail-server.ts'
import { type PushBrowser, type PushService, startPushService } from '../../support/events/push-service.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

interface PendingClaim {
  readonly domain: Domain
  readonly id: string
  readonly name: string
  readonly token: string
}

describeOnEachDatabase('Notifications about claims', (databases) => {
  let pushService: PushService
  let mailServer: MailServer
  let service: TestService
  const startService = async (settings: Readonly<Record<string, string>> = {}) =>
    startTestService(await databases.createMigrated(), {
      OUTBOUND_ALLOWED_ORIGINS: pushService.origin,
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
      ...settings,
    })
  beforeAll(async () => {
    pushService = await startPushService()
    mailServer = await startMailServer()
    const mail = { SMTP_URL: mailServer.url, SMTP_FROM: 'names@names.example' }
    service = await startService({ ...mail, PUBLIC_URL: 'https://names.example' })
  })
  afterAll(async () => {
    await service.stop()
    await pushService.close()
    await mailServer.close()
  })

  const request = async (label = 'ada', at = service): Promise<PendingClaim> => {
    const domain = await at.onboard()
    await openClaims(at, domain, { needsApproval: true })
    return requestAt(domain, label, at)
  }

  const claimAt = async (domain: Domain, label: string, at: TestService) => {
    const headers = await claimHeaders(createWallet(), domain, label, { domain: 'names.example' })
    const response = await sendClaim(at, domain, label, headers)
    return dataOf<WireClaimOutcome & { noticeToken: string | null }>(response, 201)
  }

  const requestAt = async (domain: Domain, label: string, at = service) => {
    const { id, noticeToken } = await claimAt(domain, label, at)
    if (id === null || noticeToken === null) throw new Error('The claim is pending.')
    return { domain, id, name: `${label}.${domain.name}`, token: noticeToken }
  }

  const noticePath = ({ domain, id }: PendingClaim, end = '') =>
    `${claimsPath(domain)}/${id}/notice${end}?chainId=1`

  const leave = (pending: PendingClaim, subscription: unknown, fields: object = {}, at = service) =>
    at.call('PUT', noticePath(pending, '/push'), {
      body: { token: pending.token, subscription, language: 'en', ...fields },
    })

  const leaveEmail = (pending: PendingClaim, email: string) =>
    service.call('PUT', noticePath(pending), { body: { token: pending.token, email, language: 'en' } })

  const check = async (pending: PendingClaim, at = service) =>
    dataOf<{ readonly pushKey: string | null; readonly hasPush: boolean }>(
      await at.call('POST', noticePath(pending, '/check'), { body: { token: pending.token } }),
    )

  const remove = async (pending: PendingClaim, fields: object = {}) =>
    dataOf(await service.call('DELETE', noticePath(pending), { body: { token: pending.token, ...fields } }))

  const decide = async (pending: PendingClaim, verb: 'approve' | 'decline', comment?: string) =>
    dataOf(
      await service.call('POST', `${claimsPath(pending.domain)}/${pending.id}/${verb}?chainId=1`, {
        headers: { 'x-api-key': service.key },
        ...(comment !== undefined && { body: { comment } }),
      }),
    )

  const storedNotices = (at = service) => at.context.store.db.selectFrom('claimNotices').selectAll().execute()

  const untilTold = () =>
    waitUntil('no notice is due', async () => (await storedNotices()).every(({ dueAt }) => dueAt === null))

  const untilAttempted = (pending: PendingClaim, attempts: number) =>
    waitUntil(`attempt ${attempts} has ended`, async () => {
      const { db } = service.context.store
      const { key } = await db
        .selectFrom('claims')
        .select('key')
        .where('id', '=', pending.id)
        .executeTakeFirstOrThrow()
      const notices = await storedNotices()
      return notices.some((notice) => notice.claimKey === key && notice.attempts === attempts)
    })

  const retryNow = () =>
    service.context.store.db
      .updateTable('claimNotices')
      .set({ dueAt: 0 })
      .where('dueAt', 'is not', null)
      .execute()

  const forgetDay = () => service.context.store.db.deleteFrom('rateCounts').execute()

  const onlyPush = ({ pushes }: PushBrowser) => {
    const [push, ...others] = pushes
    if (!push || others.length > 0) throw new Error(`There are ${pushes.length}.`)
    return push
  }

  it('rule: one notification says how a claim has ended, and the subscription is deleted', async () => {
    for (const [verb, message] of [
      ['approve', { title: 'ada.DOMAIN is yours', path: '/n/ada.DOMAIN?chainId=1&lang=en' }],
      ['decline', { title: 'Your request for ada.DOMAIN was declined', path: '/me?lang=en' }],
    ] as const) {
      const pending = await request()
      const browser = pushService.subscribe()
      expect(await check(pending)).toEqual({
        ...{ offersEmail: true, email: null, hasPush: false },
        pushKey: expect.stringMatching(/^B[\w-]{86}$/),
      })
      expect(dataOf(await leave(pending, browser.subscription))).toMatchObject({ hasPush: true })
      await decide(pending, verb, 'Welcome <b>& more</b>')
      await waitUntil('a notification arrives', () => browser.pushes.length > 0)
      await untilTold()
      const { headers, message: received, bytes } = onlyPush(browser)
      const { name: domain } = pending.domain
      expect(received).toEqual({
        ...{ title: message.title.replace('DOMAIN', domain), path: message.path.replace('DOMAIN', domain) },
        ...{ language: 'en', direction: 'ltr', tag: pending.id },
        body: expect.stringMatching(/\nComment of the owner: “Welcome <b>& more<\/b>”$/),
      })
      const { pushKey } = await check(pending)
      expect(headers).toMatchObject({
        ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream', ttl: '2419200' },
        topic: expect.stringMatching(/^[\w-]{32}$/),
        authorization: expect.stringMatching(
          new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${pushKey}$`),
        ),
      })
      const [, claims = ''] = `${headers.authorization}`.split('.')
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        aud: pushService.origin,
        sub: 'https://names.example',
      })
      expect(bytes).toBeLessThanOrEqual(4096)
      expect(await check(pending)).toMatchObject({ hasPush: false })
    }
  })

  it('rule: an e-mail address and a browser are left beside each other, and deleted alone or together', async () => {
    const pending = await request()
    const { subscription } = pushService.subscribe()
    dataOf(await leave(pending, subscription))
    dataOf(await leaveEmail(pending, 'both@inbox.example'))
    expect(await check(pending)).toMatchObject({ email: 'b…@i….example', hasPush: true })
    expect(await remove(pending, { channel: 'email' })).toMatchObject({ email: null, hasPush: true })
    dataOf(await leaveEmail(pending, 'both@inbox.example'))
    expect(await remove(pending, { channel: 'push' })).toMatchObject({
      ...{ email: 'b…@i….example', hasPush: false },
    })
    dataOf(await leave(pending, subscription))
    expect(await remove(pending)).toMatchObject({ email: null, hasPush: false })
    expect(await storedNotices()).toEqual([])
  })

  it('rule: the last browser alone gets the notification, and none that was deleted', async () => {
    const [changed, deleted] = [await request(), await request()]
    const [before, after, gone] = [pushService.subscribe(), pushService.subscribe(), pushService.subscribe()]
    dataOf(await leave(changed, before.subscription))
    dataOf(await leave(changed, after.subscription, { language: 'ar' }))
    dataOf(await leave(deleted, gone.subscription))
    await remove(deleted)
    await decide(deleted, 'approve')
    await decide(changed, 'decline')
    await waitUntil('a notification arrives', () => after.pushes.length > 0)
    await untilTold()
    expect(onlyPush(after).message).toMatchObject({ language: 'ar', direction: 'rtl', path: '/me?lang=ar' })
    expect([before.pushes, gone.pushes]).toEqual([[], []])
  })

  it('rule: a subscription that is gone is not tried again; a push service that fails is, and told once', async () => {
    for (const status of [404, 410]) {
      const pending = await request()
      const browser = pushService.subscribe()
      browser.faults.status = status
      dataOf(await leave(pending, browser.subscription))
      await decide(pending, 'approve')
      await waitUntil('an attempt arrives', () => browser.pushes.length > 0)
      await untilTold()
      expect(browser.pushes).toHaveLength(1)
    }
    const pending = await request()
    const browser = pushService.subscribe()
    dataOf(await leave(pending, browser.subscription))
    const statuses = [500, 429, 302, 403]
    for (const [index, status] of statuses.entries()) {
      browser.faults.status = status
      await (index === 0 ? decide(pending, 'approve') : retryNow())
      await waitUntil(`it answers ${status}`, () => browser.pushes.length > index)
      await untilAttempted(pending, index + 1)
    }
    browser.faults.status = undefined
    await retryNow()
    await untilTold()
    expect(browser.pushes).toHaveLength(statuses.length + 1)
    expect(new Set(browser.pushes.map(({ headers }) => headers['topic'])).size).toBe(1)
  })

  it('rule: the eighth attempt is the last', async () => {
    const pending = await request()
    const browser = pushService.subscribe()
    browser.faults.status = 500
    dataOf(await leave(pending, browser.subscription))
    const { db } = service.context.store
    await db.updateTable('claimNotices').set({ attempts: 7 }).execute()
    await decide(pending, 'approve')
    await waitUntil('an attempt arrives', () => browser.pushes.length > 0)
    await waitUntil('the notice is deleted', async () => (await storedNotices()).length === 0)
    expect(browser.pushes).toHaveLength(1)
  })

  it('400 for an endpoint that is not at a public https URL, which is not stored', async () => {
    const pending = await request()
    const { subscription } = pushService.subscribe()
    for (const endpoint of [
      ...['http://push.example/send', 'ftp://push.example/send', 'push.example', '', 'https://'],
      ...['https://user:secret@push.example/send', `https://push.example/${'a'.repeat(1000)}`],
      ...[
        'https://127.0.0.1/send',
        'https://[::1]/send',
        'https://10.0.0.1/send',
        'https://169.254.169.254/',
      ],
      ...['https://2130706433/send', 'https://0x7f.1/send', 'https://[::ffff:10.0.0.1]/send'],
      ...[
        'https://localhost/send',
        'https://metadata.internal/',
        'https://router/',
        'https://printer.local/',
      ],
    ])
      expectError(await leave(pending, { ...subscription, endpoint }), 400, 'BadRequestException')
    expect(await check(pending)).toMatchObject({ hasPush: false })
  })

  it('400 for keys that encrypt nothing, and for no subscription', async () => {
    const pending = await request()
    const { subscription } = pushService.subscribe()
    const { p256dh, auth } = subscription.keys
    for (const keys of [
      { p256dh: `B${'A'.repeat(86)}`, auth },
      { p256dh: p256dh.slice(1), auth },
      { p256dh: `${p256dh}A`, auth },
      { p256dh, auth: auth.slice(1) },
      { p256dh, auth: `${auth.slice(0, -1)}B` },
      { p256dh },
      null,
    ])
      expectError(await leave(pending, { ...subscription, keys }), 400, 'BadRequestException')
    for (const other of [null, 'https://push.example', [], {}])
      expectError(await leave(pending, other), 400, 'BadRequestException')
    expectError(await leave(pending, subscription, { language: 'xx' }), 400, 'BadRequestException')
    expectError(
      await service.call('DELETE', noticePath(pending), {
        body: { token: pending.token, channel: 'sms' },
      }),
      400,
      'BadRequestException',
    )
    expect(await check(pending)).toMatchObject({ hasPush: false })
  })

  it('rule: a private address is refused at sending too, and nothing is sent', async () => {
    let connections = 0
    const secret = createServer((socket) => {
      connections++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(secret, 'listening')
    onTestFinished(() => void secret.close())
    const address = secret.address()
    if (typeof address !== 'object' || address === null) throw new Error('It listens.')
    for (const host of ['127.0.0.1', 'localhost']) {
      const pending = await request()
      const { endpoint: _, ...subscription } = pushService.subscribe().subscription
      dataOf(await leave(pending, { ...subscription, endpoint: `${pushService.origin}/send` }))
      // As when a name leads elsewhere since it was stored.
      const stored = JSON.stringify({ ...subscription.keys, endpoint: `https://${host}:${address.port}/` })
      const recipient = sealRecipient(service.context, pending, 'push', stored)
      await service.context.store.db.updateTable('claimNotices').set({ recipient }).execute()
      await decide(pending, 'approve')
      await untilAttempted(pending, 1)
      await remove(pending)
    }
    expect(connections).toBe(0)
  })

  it('404 for a token of another claim, 409 once it is decided, 403 for a blocked domain', async () => {
    const [pending, other] = [await request(), await request()]
    const { subscription } = pushService.subscribe()
    expectError(await leave({ ...pending, token: other.token }, subscription), 404, 'ClaimNotFoundException')
    await decide(pending, 'decline')
    expectError(await leave(pending, subscription), 409, 'ClaimNotPendingException')
    const { db } = service.context.store
    await db.updateTable('domains').set({ isBlocked: true }).where('key', '=', other.domain.key).execute()
    expectError(await leave(other, subscription), 403, 'DomainBlockedException')
  })

  it('409 for a browser that five requests in a day name, or that ten claims wait with', async () => {
    const { subscription } = pushService.subscribe()
    const { domain } = await request('first')
    for (let number = 0; number < 10; number++) {
      const pending = await requestAt(domain, `name-${number}`)
      if (number === 5) {
        expectError(await leave(pending, subscription), 409, 'LimitReachedException')
        await forgetDay()
      }
      dataOf(await leave(pending, subscription))
    }
    await forgetDay()
    expectError(await leave(await requestAt(domain, 'last'), subscription), 409, 'LimitReachedException')
  })

  it('rule: no output of the service has the subscription', async () => {
    const pending = await request()
    const browser = pushService.subscribe()
    dataOf(await leave(pending, browser.subscription))
    const withKey = { headers: { 'x-api-key': service.key } }
    const paths = [
      `${claimsPath(pending.domain)}?chainId=1`,
      `${claimsPath(pending.domain)}/${pending.id}?chainId=1`,
      `/byname/v1/domains/${pending.domain.name}/export?chainId=1`,
    ]
    const outputs: unknown[] = await Promise.all(paths.map((path) => service.call('GET', path, withKey)))
    const rows = [
      await storedNotices(),
      await service.context.store.db.selectFrom('rateCounts').selectAll().execute(),
    ]
    await decide(pending, 'approve', 'Welcome')
    await waitUntil('a notification arrives', () => browser.pushes.length > 0)
    outputs.push(await service.call('GET', `/byname/v1/events?name=${pending.name}`, withKey))
    const all = JSON.stringify([outputs, rows, await check(pending)])
    const { endpoint, keys } = browser.subscription
    for (const secret of [new URL(endpoint).pathname, keys.p256dh, keys.auth])
      expect(all).not.toContain(secret)
  })

  it('400 at a service without https, and no token where it sends no mails either', async () => {
    const mail = { SMTP_URL: mailServer.url, SMTP_FROM: 'names@names.example' }
    const mailing = await startService({ PUBLIC_URL: 'http://names.example', ...mail })
    onTestFinished(mailing.stop)
    const pending = await request('ada', mailing)
    expect(await check(pending, mailing)).toMatchObject({ offersEmail: true, pushKey: null })
    const { subscription } = pushService.subscribe()
    expectError(await leave(pending, subscription, {}, mailing), 400, 'BadRequestException')
    const silent = await startService({ PUBLIC_URL: 'http://names.example' })
    onTestFinished(silent.stop)
    const domain = await silent.onboard()
    await openClaims(silent, domain, { needsApproval: true })
    expect(await claimAt(domain, 'ada', silent)).toMatchObject({ state: 'pending', noticeToken: null })
  })

  it('rule: the key outlives a restart', async () => {
    const pending = await request()
    const { pushKey } = await check(pending)
    await service.withSecondService(async ({ call }) => {
      const other = await call('POST', noticePath(pending, '/check'), { body: { token: pending.token } })
      expect(dataOf(other)).toMatchObject({ pushKey })
    })
  })
})
