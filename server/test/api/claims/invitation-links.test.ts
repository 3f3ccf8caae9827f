import { expect, it } from 'vitest'
import { purgeExpired } from '../../../src/core/retention.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { claim } from '../../support/entities/claims.ts'
import {
  checkSecret,
  claimWithLink,
  createLink,
  freshFields,
  linkClaimHeaders,
  linksPath,
  readLink,
  revokeLink,
  sendLinkClaim,
  type WireLink,
  type WireNewLink,
} from '../../support/entities/invitation-links.ts'
import { domainPath, expectRule } from '../../support/entities/policies.ts'
import { getSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const dayMs = 86_400_000
const noLimits = { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0', RATE_LIMIT_PER_IP: '0' } }

describeOnEachService(
  'A claim with an invitation link',
  (service) => {
    it('rule: its bearer gets a name with any wallet though claims are closed; the event names the link', async () => {
      const domain = await service().onboard()
      const link = await createLink(service(), domain, { maxUses: 2, note: 'For the meetup' })
      expect(link).toMatchObject({ state: 'open', label: null, maxUses: 2, uses: 0, note: 'For the meetup' })
      expect(link.secret).toMatch(/^[\w-]{32}$/)
      expect(new URL(link.url).hash).toBe(`#invite=${link.secret}`)
      expect(new URL(link.url).pathname).toBe(`/claim/${domain.name}`)

      const wallet = createWallet()
      expectRule(await claim(service(), domain, 'alice', wallet), 'closed')
      const claimed = await claimWithLink(service(), domain, 'alice', wallet, link)
      expect(dataOf<{ state: string }>(claimed, 201).state).toBe('issued')
      expect(dataOf(await getSubname(service(), domain, 'alice'))).toMatchObject({ isClaimed: true })
      expect(await readLink(service(), domain, link.id)).toMatchObject({ state: 'open', uses: 1 })

      const path = `/byname/v1/names/alice.${domain.name}/history?chainId=1`
      const history = await service().call('GET', path, { headers: { 'x-api-key': service().key } })
      const [issued] = dataOf<{ data: { type: string; actor: object; changes: object[] }[] }>(history).data
      expect(issued).toMatchObject({
        type: 'subname.issued',
        actor: { type: 'wallet', address: wallet.address },
      })
      expect(issued?.changes).toContainEqual({
        field: 'invitationLinkId',
        key: null,
        before: null,
        after: link.id,
      })
    })

    it('410 for each ending of a link, to the bearer of its secret only', async () => {
      const domain = await service().onboard()
      const expiresAt = new Date(service().context.clock() + 60_000).toISOString()
      const [usedUp, revoked, expired] = [
        await createLink(service(), domain),
        await createLink(service(), domain),
        await createLink(service(), domain, { expiresAt }),
      ]
      dataOf(await claimWithLink(service(), domain, 'first', createWallet(), usedUp), 201)
      dataOf(await revokeLink(service(), domain, revoked.id))
      const advance = service().clock.offsetMs
      service().clock.offsetMs += 60_000
      for (const [link, error, state] of [
        [usedUp, 'InvitationLinkUsedUpException', 'used-up'],
        [revoked, 'InvitationLinkRevokedException', 'revoked'],
        [expired, 'InvitationLinkExpiredException', 'expired'],
      ] as const) {
        const headers = await linkClaimHeaders(
          createWallet(),
          domain,
          'late',
          link.id,
          freshFields(service()),
        )
        const body = { label: 'late', invitation: link.secret }
        expectError(await sendLinkClaim(service(), domain, body, headers), 410, error)
        expectError(await checkSecret(service(), domain, link.secret), 410, error)
        const check = domainPath(domain, 'policy/check')
        expectError(await service().call('POST', check, { body }), 410, error)
        expect(await readLink(service(), domain, link.id)).toMatchObject({ state })
      }
      service().clock.offsetMs = advance
      expectError(await getSubname(service(), domain, 'late'), 404, 'SubnameNotFoundException')
    })

    it('rule: an expiry ends a link at its millisecond', async () => {
      const domain = await service().onboard()
      const { db } = service().context.store
      const link = await createLink(service(), domain, {
        expiresAt: new Date(Date.now() + dayMs).toISOString(),
      })
      const { endsAt } = await db
        .selectFrom('invitationLinks')
        .select('endsAt')
        .where('id', '=', link.id)
        .executeTakeFirstOrThrow()
      expect(new Date(endsAt ?? 0).toISOString()).toBe(link.expiresAt)
    })

    it('rule: links of a domain are listed by cursor, the newest first, open ones or ended ones', async () => {
      const domain = await service().onboard()
      const links: WireNewLink[] = []
      for (const note of ['a', 'b', 'c', 'd']) links.push(await createLink(service(), domain, { note }))
      const [first, second] = links
      for (const link of [first, second]) dataOf(await revokeLink(service(), domain, link?.id ?? ''))
      const list = async (query: string) => {
        const path = `${linksPath(domain)}${query}`
        return dataOf<{ data: WireLink[]; next: string | null }>(
          await service().call('GET', path, { headers: { 'x-api-key': service().key } }),
        )
      }
      const one = await list('&limit=3')
      expect(one.data.map(({ note }) => note)).toEqual(['d', 'c', 'b'])
      const two = await list(`&limit=3&after=${one.next}`)
      expect([two.data.map(({ note }) => note), two.next]).toEqual([['a'], null])
      expect((await list('&isOpen=true')).data.map(({ note }) => note)).toEqual(['d', 'c'])
      expect((await list('&isOpen=false')).data.map(({ note }) => note)).toEqual(['b', 'a'])
      expect(JSON.stringify([one, two])).not.toContain(first?.secret)
    })

    it('rule: links that ended 30 days ago are deleted, others stay', async () => {
      const domain = await service().onboard()
      const [ended, open] = [await createLink(service(), domain), await createLink(service(), domain)]
      dataOf(await revokeLink(service(), domain, ended.id))
      const before = service().clock.offsetMs
      const retention = { events: 0, deliveries: dayMs, lookupCounts: 0 }
      service().clock.offsetMs += 30 * dayMs - 60_000
      await purgeExpired(service().context, retention)
      expect(await readLink(service(), domain, ended.id)).toMatchObject({ state: 'revoked' })
      service().clock.offsetMs += 120_000
      await purgeExpired(service().context, retention)
      service().clock.offsetMs = before
      expectError(await revokeLink(service(), domain, ended.id), 404, 'InvitationLinkNotFoundException')
      expect(await readLink(service(), domain, open.id)).toMatchObject({ state: 'open' })
    })
  },
  noLimits,
)
