import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { claimHeaders, claimsPath, openClaims, sendClaim } from '../../support/entities/claims.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const hourMs = 3_600_000

describeOnEachService('Pending claims of one address of the network', (service) => {
  const open = async () => {
    const domain = await service().onboard()
    await openClaims(service(), domain, { needsApproval: true })
    return domain
  }

  const expectRefused = (response: ApiResponse) => {
    expectError(response, 429, 'TooManyRequestsException')
    expect(response.body).toMatchObject({
      result: {
        error:
          'TooManyRequestsException: Your address has claimed 30 names of this domain within an hour, which wait for approval.',
      },
    })
  }

  it('429 for the 31st of a domain within an hour, by any wallet; other domains have their own', async () => {
    const domain = await open()
    const claimAs = async (label: string, of = domain) => {
      const issuedAt = new Date(service().context.clock())
      return sendClaim(service(), of, label, await claimHeaders(createWallet(), of, label, { issuedAt }))
    }
    dataOf(await claimAs('first'), 201)
    const { db } = service().context.store
    const counted = db.updateTable('rateCounts').set({ count: 29 })
    const { numUpdatedRows } = await counted
      .where('id', '=', `claims ${domain.id} 127.0.0.1`)
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)

    dataOf(await claimAs('thirtieth'), 201)
    const refused = await claimAs('refused')
    expectRefused(refused)
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(hourMs / 1000 - 60)
    expect(retryAfter).toBeLessThanOrEqual(hourMs / 1000)
    dataOf(await claimAs('elsewhere', await open()), 201)

    service().clock.offsetMs += retryAfter * 1000
    dataOf(await claimAs('refused'), 201)
  })
})

const smtp = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_FROM: 'names@names.example',
  PUBLIC_URL: 'http://localhost:3333',
}

/** The keys of RFC 8291 §5. */
const subscription = {
  endpoint: 'https://push.example.com/send/1',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

describeOnEachService(
  'Recipients that one address of the network leaves',
  (service) => {
    it('429 for the 21st within an hour, of mails and browsers together', async () => {
      const domain = await service().onboard()
      await openClaims(service(), domain, { needsApproval: true })
      const issuedAt = new Date(service().context.clock())
      const headers = await claimHeaders(createWallet(), domain, 'ada', { issuedAt })
      const { id, noticeToken: token } = dataOf<{ id: string; noticeToken: string }>(
        await sendClaim(service(), domain, 'ada', headers),
        201,
      )
      const leave = (user: string) =>
        service().call('PUT', `${claimsPath(domain)}/${id}/notice?chainId=1`, {
          body: { token, email: `${user}@inbox.example`, language: 'en' },
        })
      dataOf(await leave('first'))
      const { db } = service().context.store
      const counted = db.updateTable('rateCounts').set({ count: 19 })
      const { numUpdatedRows } = await counted.where('id', '=', 'notices of 127.0.0.1').executeTakeFirst()
      expect(numUpdatedRows).toBe(1n)
      dataOf(await leave('twentieth'))
      const refused = await leave('refused')
      expectError(refused, 429, 'TooManyRequestsException')
      expect(refused.body).toMatchObject({
        result: {
          error: 'TooManyRequestsException: Your address has left 20 recipients of messages within an hour.',
        },
      })
      const browser = service().call('PUT', `${claimsPath(domain)}/${id}/notice/push?chainId=1`, {
        body: { token, subscription, language: 'en' },
      })
      expectError(await browser, 429, 'TooManyRequestsException')
      service().clock.offsetMs += Number(refused.headers.get('retry-after')) * 1000
      dataOf(await leave('refused'))
    })
  },
  { settings: smtp },
)
