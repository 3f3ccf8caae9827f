import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { claim, openClaims } from '../../support/entities/claims.ts'
import {
  checkSecret,
  claimWithLink,
  createLink,
  linkClaimHeaders,
  postLink,
  readLink,
  revokeLink,
  sendLinkClaim,
  type WireNewLink,
} from '../../support/entities/invitation-links.ts'
import { domainPath } from '../../support/entities/policies.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService(
  'Concurrent claims with invitation links',
  (service) => {
    it('rule: of two hundred wallets with a link for 37 names exactly 37 get one', async () => {
      const domain = await service().onboard()
      const [link, maxUses] = [await createLink(service(), domain, { maxUses: 37 }), 37]
      const responses = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          claimWithLink(service(), domain, `name-${index}`, createWallet(), link),
        ),
      )
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(maxUses)
      for (const response of responses.filter(({ status }) => status !== 201))
        expectError(response, 410, 'InvitationLinkUsedUpException')
      expect(await readLink(service(), domain, link.id)).toMatchObject({ state: 'used-up', uses: maxUses })
      const counts = await service()
        .context.store.db.selectFrom('domains')
        .select(['subnameCount', 'claimedCount'])
        .where('id', '=', domain.id)
        .executeTakeFirstOrThrow()
      expect(counts).toEqual({ subnameCount: maxUses, claimedCount: maxUses })
    })

    it('rule: a refused claim gives its use back: as many names as uses, though half of the labels are taken', async () => {
      const domain = await service().onboard()
      await openClaims(service(), domain)
      for (let index = 0; index < 5; index++)
        dataOf(await claim(service(), domain, `name-${index}`, createWallet()), 201)
      const link = await createLink(service(), domain, { maxUses: 5 })
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          claimWithLink(service(), domain, `name-${index % 10}`, createWallet(), link),
        ),
      )
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
      for (const { status } of responses) expect([201, 409, 410]).toContain(status)
      expect(await readLink(service(), domain, link.id)).toMatchObject({ uses: 5 })
    })

    it('rule: after a revocation was confirmed, no claim of it succeeds; uses are names', async () => {
      const domain = await service().onboard()
      const link = await createLink(service(), domain, { maxUses: 100 })
      const claims = Array.from({ length: 60 }, (_, index) =>
        claimWithLink(service(), domain, `name-${index}`, createWallet(), link),
      )
      const revoked = dataOf<WireNewLink>(await revokeLink(service(), domain, link.id))
      const late = await claimWithLink(service(), domain, 'late', createWallet(), link)
      expectError(late, 410, 'InvitationLinkRevokedException')
      const issued = (await Promise.all(claims)).filter(({ status }) => status === 201).length
      expect(revoked).toMatchObject({ state: 'revoked', uses: issued })
      expect(await readLink(service(), domain, link.id)).toMatchObject({ uses: issued })
    })

    it('rule: a message is used once, by fifty requests at once with one link', async () => {
      const [domain, wallet] = [await service().onboard(), createWallet()]
      const link = await createLink(service(), domain, { maxUses: 50 })
      const headers = await linkClaimHeaders(wallet, domain, 'alice', link.id)
      const body = { label: 'alice', invitation: link.secret }
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => sendLinkClaim(service(), domain, body, headers)),
      )
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const { status } of responses) expect([201, 401, 409]).toContain(status)
      expect(await readLink(service(), domain, link.id)).toMatchObject({ uses: 1 })
    })

    it('rule: of a link for a label and claims of it at once, the label has one holder', async () => {
      const domain = await service().onboard()
      await openClaims(service(), domain)
      for (let round = 0; round < 5; round++) {
        const label = `name-${round}`
        const [created, ...claims] = await Promise.all([
          postLink(service(), domain, { label }),
          ...Array.from({ length: 5 }, () => claim(service(), domain, label, createWallet())),
        ])
        const issued = claims.filter(({ status }) => status === 201)
        expect(issued.length + (created.status === 201 ? 1 : 0)).toBe(1)
        if (created.status !== 201) continue
        const link = dataOf<WireNewLink>(created, 201)
        dataOf(await claimWithLink(service(), domain, label, createWallet(), link), 201)
      }
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0', RATE_LIMIT_PER_IP: '0' } },
)

describeOnEachService('Concurrent guesses of the secrets of invitation links', (service) => {
  it('bound: right secrets at once are no guesses, and of unknown ones at once, in any operation, an address has ten in a minute', async () => {
    const domain = await service().onboard()
    const links = await Promise.all(Array.from({ length: 30 }, () => createLink(service(), domain)))
    const check = (secret: string) => checkSecret(service(), domain, secret)
    for (const response of await Promise.all(links.map(({ secret }) => check(secret)))) dataOf(response)
    const checkPolicy = (invitation: string) =>
      service().call('POST', domainPath(domain, 'policy/check'), { body: { label: 'alice', invitation } })
    const [{ id, secret: right }] = [await createLink(service(), domain)]
    const claimBy = (secret: string) =>
      claimWithLink(service(), domain, 'alice', createWallet(), { id, secret })
    const sends = [check, checkPolicy, claimBy]
    const responses = await Promise.all(
      sends.flatMap((send) => Array.from({ length: 20 }, (_, index) => send(`guess-${index}`))),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(404), ...Array(50).fill(429)])
    for (const send of sends) expectError(await send(right), 429, 'TooManyRequestsException')
  })
})
