import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { claimHeaders, openClaims, sendClaim } from '../../support/entities/claims.ts'
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
