import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ownHost, purposeOf } from '../../support/credentials/single-use.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import {
  claim,
  claimsPath,
  endTakenClaims,
  openClaims,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { type MailServer, readMail, startMailServer } from '../../support/events/mail-server.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

interface PendingClaim {
  readonly domain: Domain
  readonly id: string
  readonly name: string
  readonly token: string
}

const publicUrl = 'http://localhost:3333'
const hourMs = 3_600_000

describeOnEachDatabase('Notices of claims', (databases) => {
  let mailServer: MailServer
  let service: TestService
  beforeAll(async () => {
    mailServer = await startMailServer()
    service = await startTestService(await databases.createMigrated(), {
      SMTP_URL: mailServer.url,
      SMTP_FROM: 'Names <names@names.example>',
      PUBLIC_URL: publicUrl,
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    })
  })
  afterAll(async () => {
    await service.stop()
    await mailServer.close()
  })

  let recipients = 0
  const newAddress = () => `member${++recipients}@inbox.example`

  const request = async (label = 'ada', wallet: Signer = createWallet()): Promise<PendingClaim> => {
    const domain = await service.onboard()
    await openClaims(service, domain, { needsApproval: true })
    return requestAt(domain, label, wallet)
  }

  const requestAt = async (domain: Domain, label: string, wallet: Signer = createWallet()) => {
    const response = await claim(service, domain, label, wallet)
    const { id, noticeToken } = dataOf<WireClaimOutcome & { noticeToken: string | null }>(response, 201)
    if (id === null || noticeToken === null) throw new Error('The claim is pending.')
    return { domain, id, name: `${label}.${domain.name}`, token: noticeToken }
  }

  const noticePath = ({ domain, id }: PendingClaim, end = '') =>
    `${claimsPath(domain)}/${id}/notice${end}?chainId=1`

  const leave = (pending: PendingClaim, email: unknown, fields: object = {}) =>
    service.call('PUT', noticePath(pending), {
      body: { token: pending.token, email, language: 'en', ...fields },
    })

  const check = async (pending: PendingClaim) =>
    dataOf(await service.call('POST', noticePath(pending, '/check'), { body: { token: pending.token } }))

  const decide = (pending: PendingClaim, verb: 'approve' | 'decline', comment?: string) =>
    service.call('POST', `${claimsPath(pending.domain)}/${pending.id}/${verb}?chainId=1`, {
      headers: { 'x-api-key': service.key },
      ...(comment !== undefined && { body: { comment } }),
    })

  const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address))

  const mailTo = async (address: string) => {
    await waitUntil(`a mail to ${address} arrives`, () => mailsTo(address).length > 0)
    const [mail] = mailsTo(address)
    if (!mail) throw new Error('It has arrived.')
    return readMail(mail)
  }

  const storedNotices = () => service.context.store.db.selectFrom('claimNotices').selectAll().execute()

  /** As if the time of the next attempt had come. */
  const retryNow = () =>
    service.context.store.db
      .updateTable('claimNotices')
      .set({ dueAt: 0 })
      .where('dueAt', 'is not', null)
      .execute()

  /** As if a day had passed. */
  const forgetDay = () => service.context.store.db.deleteFrom('rateCounts').execute()

  const untilTold = () =>
    waitUntil('no notice is due', async () => (await storedNotices()).every(({ dueAt }) => dueAt === null))

  it('rule: one mail says how a claim has ended, and the address is deleted', async () => {
    for (const [verb, title] of [
      ['approve', 'ada.DOMAIN is yours'],
      ['decline', 'Your request for ada.DOMAIN was declined'],
    ] as const) {
      const pending = await request()
      const address = newAddress()
      const masked = { offersEmail: true, email: 'm…@i….example' }
      expect(dataOf(await leave(pending, ` ${address.toUpperCase()} `))).toMatchObject(masked)
      expect(await check(pending)).toMatchObject(masked)
      dataOf(await decide(pending, verb, 'Welcome <b>& more</b>'))
      const { field, text, html } = await mailTo(address)
      await untilTold()
      expect(field('subject')).toBe(title.replace('DOMAIN', pending.domain.name))
      expect(field('from')).toBe('Names <names@names.example>')
      expect(field('to')).toBe(address)
      expect(field('message-id')).toBe(`<${pending.id}@localhost>`)
      expect(field('auto-submitted')).toBe('auto-generated')
      expect(text).toContain('Comment of the owner: “Welcome <b>& more</b>”')
      expect(text).toContain(`${publicUrl}/me?lang=en`)
      expect(html).toContain('Welcome &lt;b&gt;&amp; more&lt;/b&gt;')
      expect(html).not.toContain('<b>')
      expect(mailsTo(address)).toHaveLength(1)
      expect(await check(pending)).toMatchObject({ offersEmail: true, email: null })
    }
  })

  it('rule: a claim whose name is given to another wallet has a message with this reason, and not that the owner declined it', async () => {
    const pending = await request()
    const address = newAddress()
    dataOf(await leave(pending, address))
    await seedSubname(service, pending.domain, 'ada')
    await endTakenClaims(service.context)
    const { field, text } = await mailTo(address)
    expect(field('subject')).toBe(`${pending.name} was given to another wallet`)
    expect(text).toContain(`You can ask for another name of ${pending.domain.name}.`)
    expect(text).not.toMatch(/declined|free again/)
    await untilTold()
  })

  it('rule: an expiry is sent, a withdrawn or erased claim has no message', async () => {
    const wallet = createWallet()
    const [expiring, withdrawn, erased] = [await request(), await request('bob', wallet), await request()]
    const addresses = [newAddress(), newAddress(), newAddress()] as const
    dataOf(await leave(expiring, addresses[0]))
    dataOf(await leave(withdrawn, addresses[1]))
    dataOf(await leave(erased, addresses[2]))
    const resources = purposeOf('withdraw-claim', { claim: withdrawn.id })
    const headers = { ...ownHost, ...(await signedHeaders(wallet, { chainId: 1, resources })) }
    dataOf(
      await service.call('DELETE', `${claimsPath(withdrawn.domain)}/${withdrawn.id}?chainId=1`, { headers }),
    )
    await eraseName(service.context, { chainId: 1, name: normalizeName(erased.name) })
    expect(await storedNotices()).toHaveLength(1)
    const { db } = service.context.store
    const past = service.context.clock() - 1
    await db.updateTable('claims').set({ expiresAt: past }).where('id', '=', expiring.id).execute()
    const { purgeExpired } = await import('../../../src/core/retention.ts')
    await purgeExpired(service.context, { events: 0, deliveries: hourMs, lookupCounts: 0 })
    expect((await mailTo(addresses[0])).field('subject')).toContain('was not decided')
    await untilTold()
    expect([...mailsTo(addresses[1]), ...mailsTo(addresses[2])]).toEqual([])
  })

  it('rule: a decline of many tells each of its claimants', async () => {
    const first = await request('a')
    const second = await requestAt(first.domain, 'b')
    const addresses = [newAddress(), newAddress()] as const
    dataOf(await leave(first, addresses[0]))
    dataOf(await leave(second, addresses[1], { language: 'ar' }))
    dataOf(
      await service.call('POST', `${claimsPath(first.domain)}/decline?chainId=1`, {
        headers: { 'x-api-key': service.key },
        body: { all: true, comment: 'The list is full.' },
      }),
    )
    expect((await mailTo(addresses[0])).text).toContain('The list is full.')
    const { text, html, field } = await mailTo(addresses[1])
    expect(text).toContain('تعليق المالك')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(field('content-language')).toBe('ar')
  })

  it('rule: the last address alone gets the message, and none that was deleted', async () => {
    const [changed, deleted] = [await request(), await request()]
    const [before, after, gone] = [newAddress(), newAddress(), newAddress()]
    dataOf(await leave(changed, before))
    dataOf(await leave(changed, after))
    dataOf(await leave(deleted, gone))
    const removed = await service.call('DELETE', noticePath(deleted), { body: { token: deleted.token } })
    expect(dataOf(removed)).toMatchObject({ offersEmail: true, email: null })
    dataOf(await decide(deleted, 'approve'))
    dataOf(await decide(changed, 'approve'))
    await mailTo(after)
    await untilTold()
    expect([...mailsTo(before), ...mailsTo(gone)]).toEqual([])
  })

  it('404 for a token of another claim or none, which shows and changes nothing', async () => {
    const [pending, other] = [await request(), await request()]
    dataOf(await leave(pending, newAddress()))
    for (const token of [other.token, 'A'.repeat(43), pending.token.split('').reverse().join('')]) {
      const wrong = { ...pending, token }
      for (const [method, end] of [
        ['PUT', ''],
        ['POST', '/check'],
        ['DELETE', ''],
      ] as const) {
        const body = { token, ...(method === 'PUT' && { email: newAddress(), language: 'en' }) }
        expectError(
          await service.call(method, noticePath(wrong, end), { body }),
          404,
          'ClaimNotFoundException',
        )
      }
    }
    expect(await check(pending)).toMatchObject({ email: 'm…@i….example' })
  })

  it('400 for what is no e-mail address, which no header gets', async () => {
    const pending = await request()
    for (const email of [
      ...[
        '',
        'ada',
        'ada@',
        '@inbox.example',
        'ada@inbox',
        'a b@inbox.example',
        'ada@inbox.example,b@c.example',
      ],
      ...[
        'ada@inbox.example\r\nBcc: b@c.example',
        '<ada@inbox.example>',
        '"a\nb"@inbox.example',
        7,
        null,
        ['a@b.example'],
      ],
      `${'a'.repeat(250)}@inbox.example`,
    ])
      expectError(await leave(pending, email), 400, 'BadRequestException')
    for (const language of ['xx', '', null])
      expectError(await leave(pending, newAddress(), { language }), 400, 'BadRequestException')
    expect(await check(pending)).toMatchObject({ email: null })
  })

  it('409 once the claim is decided', async () => {
    const pending = await request()
    dataOf(await decide(pending, 'decline'))
    expectError(await leave(pending, newAddress()), 409, 'ClaimNotPendingException')
  })

  it('403 for a domain that is blocked, whose outcomes are not told', async () => {
    const pending = await request()
    const address = newAddress()
    dataOf(await leave(pending, address))
    const { db } = service.context.store
    const block = (isBlocked: boolean) =>
      db.updateTable('domains').set({ isBlocked }).where('key', '=', pending.domain.key).execute()
    mailServer.faults.recipient = 451
    const attempts = mailServer.attempts()
    dataOf(await decide(pending, 'approve'))
    await waitUntil('an attempt has failed', () => mailServer.attempts() > attempts)
    await block(true)
    expectError(await leave(pending, address), 403, 'DomainBlockedException')
    mailServer.faults.recipient = undefined
    await retryNow()
    await waitUntil('the notice is deleted', async () =>
      (await storedNotices()).every(({ dueAt }) => dueAt === null),
    )
    await block(false)
    expect(mailsTo(address)).toEqual([])
  })

  it('rule: a server that is down for a while is asked again, and told once; what it refuses for good ends', async () => {
    const [later, never] = [await request(), await request()]
    const addresses = [newAddress(), newAddress()] as const
    dataOf(await leave(later, addresses[0]))
    dataOf(await leave(never, addresses[1]))
    mailServer.faults.message = 451
    dataOf(await decide(later, 'approve'))
    await waitUntil('an attempt has failed', () => mailsTo(addresses[0]).length > 0)
    mailServer.faults.message = undefined
    mailServer.faults.recipient = 550
    const attempts = mailServer.attempts()
    dataOf(await decide(never, 'approve'))
    await waitUntil('it is refused', () => mailServer.attempts() > attempts)
    await waitUntil(
      'one notice is left',
      async () => (await storedNotices()).filter(({ dueAt }) => dueAt !== null).length === 1,
    )
    mailServer.faults.recipient = undefined
    const [left] = (await storedNotices()).filter(({ dueAt }) => dueAt !== null)
    expect(left?.attempts).toBe(1)
    await retryNow()
    await untilTold()
    expect(mailsTo(addresses[0])).toHaveLength(2)
    const ids = mailsTo(addresses[0]).map((mail) => readMail(mail).field('message-id'))
    expect(new Set(ids).size).toBe(1)
    expect(mailsTo(addresses[1])).toEqual([])
  })

  it('rule: two processes tell each outcome once', async () => {
    await service.withSecondService(async () => {
      const { domain } = await request('first')
      const told: string[] = []
      for (let number = 0; number < 8; number++) {
        const pending = await requestAt(domain, `name-${number}`)
        const address = newAddress()
        told.push(address)
        dataOf(await leave(pending, address))
      }
      dataOf(
        await service.call('POST', `${claimsPath(domain)}/decline?chainId=1`, {
          headers: { 'x-api-key': service.key },
          body: { all: true },
        }),
      )
      await waitUntil('all have a mail', () => told.every((address) => mailsTo(address).length > 0))
      await untilTold()
      expect(told.map((address) => mailsTo(address).length)).toEqual(told.map(() => 1))
    })
  })

  it('409 for an address that got five in a day, that ten claims wait with, or that has stopped them', async () => {
    const address = newAddress()
    const { domain } = await request('first')
    const pending = await Promise.all(
      Array.from({ length: 11 }, (_, number) => requestAt(domain, `name-${number}`)),
    )
    for (const [index, one] of pending.slice(0, 10).entries()) {
      if (index === 5) {
        expectError(await leave(one, address), 409, 'LimitReachedException')
        await forgetDay()
      }
      dataOf(await leave(one, address))
    }
    const [first, , , , , , , , , , last] = pending
    if (!first || !last) throw new Error('There are eleven.')
    await forgetDay()
    const refused = await leave(last, address)
    expectError(refused, 409, 'LimitReachedException')
    dataOf(await decide(first, 'approve'))
    const { field } = await mailTo(address)
    await untilTold()
    const stop = new URL(field('list-unsubscribe')?.slice(1, -1) ?? '')
    expect(stop.origin).toBe(publicUrl)
    expect(stop.search).not.toContain('member')
    const own = `${service.url}${stop.pathname}${stop.search}`
    await forgetDay()
    expect(await (await fetch(own, { headers: { accept: 'text/html' } })).text()).toMatch(
      /<form [^>]*method="post"/,
    )
    dataOf(await leave(last, address))
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect(await fetch(own, { method: 'POST', body })).toMatchObject({ status: 200 })
    expect(await check(last)).toMatchObject({ email: null })
    await forgetDay()
    expectError(await leave(last, address), 409, 'LimitReachedException')
    const wrong = own.replace(/token=(.)/, (_, first) => `token=${first === '-' ? '_' : '-'}`)
    expect(await fetch(wrong, { method: 'POST', body })).toMatchObject({ status: 404 })
  })

  it('rule: no output of the service has the address', async () => {
    const pending = await request()
    const address = newAddress()
    const [user = ''] = address.split('@')
    dataOf(await leave(pending, address))
    const withKey = { headers: { 'x-api-key': service.key } }
    const outputs = await Promise.all(
      [
        `${claimsPath(pending.domain)}?chainId=1`,
        `${claimsPath(pending.domain)}/${pending.id}?chainId=1`,
        `/byname/v1/events?name=${pending.name}`,
        `/byname/v1/domains/${pending.domain.name}?chainId=1`,
        `/byname/v1/domains/${pending.domain.name}/export?chainId=1`,
      ].map((path) => service.call('GET', path, withKey)),
    )
    dataOf(await decide(pending, 'approve', 'Welcome'))
    await mailTo(address)
    outputs.push(await service.call('GET', `/byname/v1/events?name=${pending.name}`, withKey))
    expect(JSON.stringify(outputs)).not.toContain(user)
    const rows = await Promise.all([
      storedNotices(),
      service.context.store.db.selectFrom('rateCounts').selectAll().execute(),
    ])
    expect(JSON.stringify(rows)).not.toContain(user)
  })
})
