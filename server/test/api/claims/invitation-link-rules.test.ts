import { expect, it } from 'vitest'
import { setDomainPlan } from '../../../src/core/domains/change.ts'
import { createWorkspace } from '../../../src/core/workspaces.ts'
import type { ErrorName } from '../../../src/errors.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { claim, openClaims } from '../../support/entities/claims.ts'
import {
  checkSecret,
  claimWithLink,
  createLink,
  postLink,
  postLinks,
  readLink,
  revokeLink,
  type WireLink,
  type WireNewLink,
} from '../../support/entities/invitation-links.ts'
import { domainPath, expectRule, setPolicy } from '../../support/entities/policies.ts'
import { subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const noLimits = { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0', RATE_LIMIT_PER_IP: '0' } }

describeService(
  'The rules of an invitation link',
  (service) => {
    it.each<[rule: string, policy: object]>([
      ['closed', { claims: 'closed' }],
      ['not-open-yet', { claims: 'open', opensAt: '2100-01-01T00:00:00Z' }],
      ['over', { claims: 'open', closesAt: '2000-01-01T00:00:00Z' }],
      ['allow-list', { claims: 'open', isAllowListed: true }],
      [
        'token',
        {
          claims: 'open',
          tokenGate: {
            ...{ chainId: 1, standard: 'ERC-721', contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3' },
            ...{ tokenId: null, minimum: '1', isOncePerToken: true },
          },
        },
      ],
    ])('rule: a link lifts %s', async (rule, policy) => {
      const domain = await service().onboard()
      await setPolicy(service(), domain, policy)
      expectRule(await claim(service(), domain, 'alice', createWallet()), rule)
      const link = await createLink(service(), domain)
      dataOf(await claimWithLink(service(), domain, 'alice', createWallet(), link), 201)
    })

    it('rule: a link lifts the approval', async () => {
      const domain = await service().onboard()
      await openClaims(service(), domain, { needsApproval: true })
      const link = await createLink(service(), domain)
      const response = await claimWithLink(service(), domain, 'alice', createWallet(), link)
      expect(dataOf<{ state: string }>(response, 201).state).toBe('issued')
    })

    it.each<[rule: string, label: string, policy: object]>([
      ['too-short', 'ab', { minLength: 3 }],
      ['too-long', 'abcd', { maxLength: 3 }],
      ['characters', 'zoë', { characters: 'letters-and-digits' }],
      ['profanity', 'shit', { refuseProfanity: true }],
      ['blocked', 'admin', { blockedLabels: ['admin'] }],
      ['blocked', 'my-admin', { blockedParts: ['admin'] }],
      ['reserved', 'support', { reservedLabels: ['support'] }],
      ['look-alike', 'paypa1', { refuseLookalikes: true, blockedLabels: ['paypal'] }],
    ])('rule: a link of free choice does not lift %s', async (rule, label, policy) => {
      const domain = await service().onboard()
      await openClaims(service(), domain, policy)
      const link = await createLink(service(), domain)
      expectRule(await claimWithLink(service(), domain, label, createWallet(), link), rule)
      expect(await readLink(service(), domain, link.id)).toMatchObject({ uses: 0 })
      if (rule !== 'reserved' && rule !== 'look-alike')
        expectRule(await postLink(service(), domain, { label }), rule)
    })

    it('rule: a link never lifts the names of a wallet, the limit of the domain, or its plan', async () => {
      const domain = await service().onboard()
      const { call, key } = service()
      await openClaims(service(), domain, { namesPerWallet: 1 })
      const link = await createLink(service(), domain, { maxUses: 5 })
      const wallet = createWallet()
      dataOf(await claimWithLink(service(), domain, 'one', wallet, link), 201)
      expectRule(await claimWithLink(service(), domain, 'two', wallet, link), 'names-per-wallet')
      const limit = { ensId: domain.id, userChosenLimit: 1 }
      const limitPath = '/ens/v1/ens/update-user-chosen-limit'
      dataOf(await call('POST', limitPath, { headers: { 'x-api-key': key }, body: limit }))
      const full = await claimWithLink(service(), domain, 'two', createWallet(), link)
      expectError(full, 409, 'LimitReachedException')
      await setDomainPlan(service().context, { chainId: 1, name: domain.name, plan: { expiresAt: 1 } })
      const lapsed = await claimWithLink(service(), domain, 'two', createWallet(), link)
      expectError(lapsed, 403, 'SubscriptionLapsedException')
      expect(await readLink(service(), domain, link.id)).toMatchObject({ uses: 1 })
    })

    it('rule: a link for a label reserves it for its bearer, and lifts that the label is reserved', async () => {
      const domain = await service().onboard()
      await openClaims(service(), domain, { reservedLabels: ['team'], refuseLookalikes: true })
      const [team, paypal, free] = [
        await createLink(service(), domain, { label: 'TEAM' }),
        await createLink(service(), domain, { label: 'paypal' }),
        await createLink(service(), domain),
      ]
      expect(team.label).toBe('team')
      expectRule(await claim(service(), domain, 'paypal', createWallet()), 'reserved')
      expectRule(await claimWithLink(service(), domain, 'paypal', createWallet(), free), 'reserved')
      expectRule(await claim(service(), domain, 'paypa1', createWallet()), 'look-alike')
      const other = await claimWithLink(service(), domain, 'other', createWallet(), paypal)
      expectError(other, 400, 'BadRequestException')
      dataOf(await claimWithLink(service(), domain, 'team', createWallet(), team), 201)
      dataOf(await claimWithLink(service(), domain, 'paypal', createWallet(), paypal), 201)
    })

    it('rule: a link that has ended reserves its label no longer', async () => {
      const domain = await service().onboard()
      await openClaims(service(), domain)
      const link = await createLink(service(), domain, { label: 'alice' })
      expectRule(await claim(service(), domain, 'alice', createWallet()), 'reserved')
      dataOf(await revokeLink(service(), domain, link.id))
      dataOf(await claim(service(), domain, 'alice', createWallet()), 201)
    })

    it('rule: a name that is reserved for the wallet is accepted without a use', async () => {
      const domain = await service().onboard()
      const [wallet, link] = [createWallet(), await createLink(service(), domain)]
      dataOf(
        await service().call('POST', '/ens/v1/subname/reserve', {
          headers: { 'x-api-key': service().key },
          body: { ...subnameBody(domain, 'alice'), ethAddress: wallet.address },
        }),
      )
      dataOf(await claimWithLink(service(), domain, 'alice', wallet, link), 201)
      expect(await readLink(service(), domain, link.id)).toMatchObject({ uses: 0 })
    })

    it('rule: the check of the policy answers by the rules of the link', async () => {
      const domain = await service().onboard()
      await setPolicy(service(), domain, { reservedLabels: ['team'], needsApproval: true })
      const { call } = service()
      const check = async (body: object) =>
        dataOf<{ outcome: string; rule: string | null }>(
          await call('POST', domainPath(domain, 'policy/check'), { body }),
        )
      const { secret: invitation } = await createLink(service(), domain)
      expect(await check({ label: 'alice' })).toMatchObject({ outcome: 'refused', rule: 'closed' })
      expect(await check({ label: 'alice', invitation })).toMatchObject({ outcome: 'claimable' })
      expect(await check({ label: 'team', invitation })).toMatchObject({
        outcome: 'refused',
        rule: 'reserved',
      })
    })

    it.each<[string, object, number, ErrorName]>([
      ['an expiry in the past', { expiresAt: '2000-01-01T00:00:00Z' }, 400, 'BadRequestException'],
      ['a label with several uses', { label: 'alice', maxUses: 2 }, 400, 'BadRequestException'],
      ['an invalid label', { label: 'al ice' }, 400, 'InvalidNameException'],
      ['a taken label', { label: 'taken' }, 409, 'SubdomainAlreadyExistsException'],
      ['no use', { maxUses: 0 }, 400, 'BadRequestException'],
      ['a note of 201 characters', { note: 'x'.repeat(201) }, 400, 'BadRequestException'],
      ['an unknown member', { lable: 'alice' }, 400, 'BadRequestException'],
    ])('rule: no link is created with %s', async (_, body, status, error) => {
      const domain = await service().onboard()
      await openClaims(service(), domain)
      dataOf(await claim(service(), domain, 'taken', createWallet()), 201)
      expectError(await postLink(service(), domain, body), status, error)
      const { db } = service().context.store
      expect(
        await db.selectFrom('invitationLinks').select('id').where('domainKey', '=', domain.key).execute(),
      ).toEqual([])
    })

    it('rule: many links are created at once, all or none', async () => {
      const domain = await service().onboard()
      const terms = { expiresAt: '2100-01-01T00:00:00Z' }
      const equal = await postLinks(service(), domain, { count: 50, maxUses: 3, note: 'Badge', ...terms })
      const { links } = dataOf<{ links: WireNewLink[] }>(equal, 201)
      expect(links).toHaveLength(50)
      expect(new Set(links.map(({ secret }) => secret)).size).toBe(50)
      expect(links[49]).toMatchObject({ maxUses: 3, note: 'Badge', expiresAt: '2100-01-01T00:00:00.000Z' })

      const items = [{ label: 'alice', note: 'Alice' }, { label: 'bob' }]
      const named = dataOf<{ links: WireNewLink[] }>(await postLinks(service(), domain, { items }), 201).links
      expect(named.map(({ label, note }) => [label, note])).toEqual([
        ['alice', 'Alice'],
        ['bob', ''],
      ])
      for (const [label, link] of [['alice', named[0]] as const, ['bob', named[1]] as const])
        if (link) dataOf(await claimWithLink(service(), domain, label, createWallet(), link), 201)

      for (const body of [
        { items: [{ label: 'carol' }, { label: 'alice' }] },
        { items: [{ label: 'carol' }, { label: 'CAROL' }] },
        { count: 1, items: [{ label: 'carol' }] },
        { count: 1001 },
        {},
      ])
        expect([400, 409]).toContain((await postLinks(service(), domain, body)).status)
      const { db } = service().context.store
      const { count } = await db
        .selectFrom('invitationLinks')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('domainKey', '=', domain.key)
        .executeTakeFirstOrThrow()
      expect(count).toBe(52)
    })

    it('409 for more links than a domain can have', async () => {
      const domain = await service().onboard()
      const { db } = service().context.store
      const { hash: _, ...row } = {
        ...{ domainKey: domain.key, workspaceId: domain.workspaceId, hash: '', label: null, skeleton: null },
        ...{ maxUses: 1, uses: 0, note: '', createdAt: 1, expiresAt: null, revokedAt: null, endsAt: null },
      }
      const rows = Array.from({ length: 49_999 }, (_, index) => ({
        ...row,
        id: `${domain.id} ${index}`,
        hash: `0x${domain.id}${index}` as const,
      }))
      for (let start = 0; start < rows.length; start += 1000)
        await db
          .insertInto('invitationLinks')
          .values(rows.slice(start, start + 1000))
          .execute()
      await createLink(service(), domain)
      expectError(await postLink(service(), domain), 409, 'LimitReachedException')
      const batch = await postLinks(service(), domain, { count: 1 })
      expectError(batch, 409, 'LimitReachedException')
    })

    it('rule: the creation and the revocation are events without the note and the secret', async () => {
      const domain = await service().onboard()
      const link = await createLink(service(), domain, { label: 'alice', note: 'Private words' })
      dataOf(await revokeLink(service(), domain, link.id))
      expect(dataOf<WireLink>(await revokeLink(service(), domain, link.id)).state).toBe('revoked')
      const response = await service().call('GET', '/byname/v1/events?limit=1000&order=newest', {
        headers: { 'x-api-key': service().key },
      })
      const events = dataOf<{
        data: { type: string; actor: { keyId: string }; name: string; changes: object[] }[]
      }>(response).data.filter(({ name }) => name === domain.name)
      const ofLink = events.filter(({ type }) => type.startsWith('invitation_link.'))
      expect(ofLink.map(({ type }) => type).toSorted()).toEqual([
        'invitation_link.created',
        'invitation_link.revoked',
      ])
      for (const { actor } of ofLink) expect(actor.keyId).toBe(service().apiKey.id)
      const created = ofLink.find(({ type }) => type === 'invitation_link.created')
      expect(created?.changes).toContainEqual({ field: 'label', key: link.id, before: null, after: 'alice' })
      const text = JSON.stringify(response.body)
      for (const secret of [link.secret, 'Private words']) expect(text).not.toContain(secret)
    })

    it('rule: a link of a workspace ends when the domain moves to another one', async () => {
      const domain = await service().onboard()
      await openClaims(service(), domain)
      const [link, named] = [
        await createLink(service(), domain),
        await createLink(service(), domain, { label: 'alice' }),
      ]
      const { context, call, key } = service()
      const { id: newWorkspaceId } = await createWorkspace(context, { name: 'Next' })
      const rights = {
        workspaceId: newWorkspaceId,
        name: 'next',
        scopes: ['domains:write', 'names:write'],
      } as const
      const { key: newWorkspaceKey } = await createApiKey(context, rights)
      const body = { ensId: domain.id, newWorkspaceId, newWorkspaceKey }
      dataOf(await call('POST', '/ens/v1/ens/update-workspace-id', { headers: { 'x-api-key': key }, body }))
      expectError(await checkSecret(service(), domain, link.secret), 404, 'InvitationLinkNotFoundException')
      const used = await claimWithLink(service(), domain, 'bob', createWallet(), link)
      expectError(used, 404, 'InvitationLinkNotFoundException')
      dataOf(await claim(service(), domain, 'alice', createWallet()), 201)
      const next = { call, key: newWorkspaceKey }
      expectError(await revokeLink(next, domain, named.id), 404, 'InvitationLinkNotFoundException')
      dataOf(
        await claimWithLink(service(), domain, 'bob', createWallet(), await createLink(next, domain)),
        201,
      )
    })
  },
  { ...noLimits, withNodes: true },
)
