import { afterEach, expect, it } from 'vitest'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { claimHeaders, openClaims } from '../../support/entities/claims.ts'
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
} from '../../support/entities/invitation-links.ts'
import { domainPath, patchPolicy } from '../../support/entities/policies.ts'
import { subnameBody } from '../../support/entities/subnames.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { createClient, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const unknownSecret = 'A'.repeat(32)

describeService('The secret of an invitation link', (service) => {
  /** Each test has its own budget of guesses. */
  afterEach(() => {
    service().clock.offsetMs += 61_000
  })

  const fillBudget = async (domain: Domain) => {
    for (let guess = 0; guess < 10; guess++) {
      const response = await checkSecret(service(), domain, `guess-${guess}`)
      expectError(response, 404, 'InvitationLinkNotFoundException')
    }
  }

  it('429 after ten unknown secrets in a minute, for a right one too; a minute later it works', async () => {
    const domain = await service().onboard()
    const link = await createLink(service(), domain)
    await fillBudget(domain)
    const refused = await checkSecret(service(), domain, link.secret)
    expectError(refused, 429, 'TooManyRequestsException')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const claimed = await claimWithLink(service(), domain, 'alice', createWallet(), link)
    expectError(claimed, 429, 'TooManyRequestsException')
    const body = { label: 'alice', invitation: link.secret }
    const checked = await service().call('POST', domainPath(domain, 'policy/check'), { body })
    expectError(checked, 429, 'TooManyRequestsException')
    service().clock.offsetMs += 61_000
    dataOf(await checkSecret(service(), domain, link.secret))
  })

  it('table: what the bearer of each secret gets, with the same headers, and without a label, note or id of the link', async () => {
    const domain = await service().onboard()
    const note = 'Only for the workspace'
    const make = (label: string, terms = {}) => createLink(service(), domain, { label, note, ...terms })
    const expiresAt = new Date(service().context.clock() + 60_000).toISOString()
    const expired = await make('expired', { expiresAt })
    service().clock.offsetMs += 61_000
    const [revoked, used] = [await make('revoked'), await make('used')]
    dataOf(await revokeLink(service(), domain, revoked.id))
    const signed = await linkClaimHeaders(createWallet(), domain, 'used', used.id, freshFields(service()))
    const claim = { label: 'used', invitation: used.secret }
    dataOf(await sendLinkClaim(service(), domain, claim, signed), 201)
    const other = await createLink(service(), await service().onboard())
    const table = [
      [unknownSecret, 404, 'InvitationLinkNotFoundException'],
      [other.secret, 404, 'InvitationLinkNotFoundException'],
      [revoked.secret, 410, 'InvitationLinkRevokedException'],
      [used.secret, 410, 'InvitationLinkUsedUpException'],
      [expired.secret, 410, 'InvitationLinkExpiredException'],
    ] as const
    const headers = new Set<string>()
    for (const [secret, status, error] of table) {
      const response = await checkSecret(service(), domain, secret)
      expectError(response, status, error)
      headers.add([...response.headers.keys()].sort().join())
      const text = JSON.stringify(response.body)
      for (const { label, id } of [revoked, used, expired]) {
        expect(text).not.toContain(id)
        expect(text).not.toContain(`${label}.`)
      }
      expect(text).not.toContain(note)
    }
    expect(headers.size).toBe(1)
  })

  it('rule: a secret is good for its domain and chain only', async () => {
    const [domain, other] = [await service().onboard(), await service().onboard()]
    const elsewhere = await service().onboard({ name: domain.name, chainId: 11155111 })
    const link = await createLink(service(), domain)
    for (const one of [other, elsewhere]) {
      const response = await checkSecret(service(), one, link.secret)
      expectError(response, 404, 'InvitationLinkNotFoundException')
      const headers = await linkClaimHeaders(createWallet(), one, 'alice', link.id, freshFields(service()))
      const body = { label: 'alice', invitation: link.secret }
      expectError(await sendLinkClaim(service(), one, body, headers), 404, 'InvitationLinkNotFoundException')
    }
  })

  it('401 for a message of another link, of none, or of another site, and for a used one', async () => {
    const domain = await service().onboard()
    await openClaims(service(), domain)
    const [one, other] = [
      await createLink(service(), domain, { maxUses: 3 }),
      await createLink(service(), domain, { maxUses: 3 }),
    ]
    const wallet = createWallet()
    const fields = freshFields(service())
    const body = { label: 'alice', invitation: one.secret }
    const wrong = [
      await linkClaimHeaders(wallet, domain, 'alice', other.id, fields),
      await linkClaimHeaders(wallet, domain, 'bob', one.id, fields),
      await linkClaimHeaders(wallet, domain, 'alice', one.id, { ...fields, domain: 'evil.example' }),
      await claimHeaders(wallet, domain, 'alice', fields),
    ]
    for (const headers of wrong)
      expectError(await sendLinkClaim(service(), domain, body, headers), 401, 'InvalidSignatureException')
    const headers = await linkClaimHeaders(wallet, domain, 'alice', one.id, fields)
    const withoutSecret = await service().call('POST', domainPath(domain, 'claims'), {
      headers: { host: 'localhost:3333', ...headers },
      body: { label: 'alice' },
    })
    expectError(withoutSecret, 401, 'InvalidSignatureException')
    const fromElsewhere = { ...headers, origin: 'https://evil.example' }
    const foreign = await sendLinkClaim(service(), domain, body, fromElsewhere)
    expectError(foreign, 403, 'OriginNotAllowedException')
    dataOf(await sendLinkClaim(service(), domain, body, headers), 201)
    dataOf(
      await service().call('POST', '/ens/v1/subname/admin-revoke', {
        headers: { 'x-api-key': await adminKey() },
        body: subnameBody(domain, 'alice'),
      }),
    )
    expectError(await sendLinkClaim(service(), domain, body, headers), 401, 'ChallengeExpiredException')
    expect(await readLink(service(), domain, one.id)).toMatchObject({ uses: 1 })
  })

  const adminKey = async () => {
    const { context, workspaceId } = service()
    return (await createApiKey(context, { workspaceId, name: 'admin', scopes: ['admin'] })).key
  }

  it('rule: the row of a link has no secret, and an erasure of its name deletes it', async () => {
    const domain = await service().onboard()
    const link = await createLink(service(), domain, { label: 'alice', note: 'Alice' })
    const select = () =>
      service()
        .context.store.db.selectFrom('invitationLinks')
        .selectAll()
        .where('domainKey', '=', domain.key)
        .execute()
    const rows = await select()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(link.secret)
    const signed = await linkClaimHeaders(createWallet(), domain, 'alice', link.id, freshFields(service()))
    dataOf(await sendLinkClaim(service(), domain, { label: 'alice', invitation: link.secret }, signed), 201)
    await eraseName(service().context, { chainId: 1, name: normalizeName(`alice.${domain.name}`) })
    expect(await select()).toEqual([])
  })

  it('409 when the creation is repeated with its Idempotency-Key: the secret is not kept', async () => {
    const domain = await service().onboard()
    const { call, key } = service()
    const headers = { 'x-api-key': key, 'idempotency-key': 'link-1' }
    const send = () => call('POST', linksPath(domain), { headers, body: { note: 'once' } })
    dataOf(await send(), 201)
    expectError(await send(), 409, 'ResponseNotKeptException')
    const { db } = service().context.store
    const rows = await db
      .selectFrom('invitationLinks')
      .select('id')
      .where('domainKey', '=', domain.key)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('rule: a claim that is repeated with its Idempotency-Key uses the link once', async () => {
    const domain = await service().onboard()
    const link = await createLink(service(), domain, { maxUses: 5 })
    const signed = await linkClaimHeaders(createWallet(), domain, 'alice', link.id, freshFields(service()))
    const headers = { ...signed, 'idempotency-key': 'claim-1' }
    const send = () => sendLinkClaim(service(), domain, { label: 'alice', invitation: link.secret }, headers)
    const [first, again] = [await send(), await send()]
    expect(dataOf(again, 201)).toEqual(dataOf(first, 201))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await readLink(service(), domain, link.id)).toMatchObject({ uses: 1 })
  })

  it('rule: a change of the policy is not refused by a link, and keeps it', async () => {
    const domain = await service().onboard()
    const link = await createLink(service(), domain, { label: 'alice' })
    dataOf(await patchPolicy(service(), domain, { claims: 'open' }))
    dataOf(await checkSecret(service(), domain, link.secret))
  })
})

it('rule: no line of the log and no later response has the secret', async () => {
  const environment = testEnvironment(await temporaryFolder(), undefined)
  const { demo, key } = await withContext(environment, createTenant)
  const domain = demo[1]
  const service = await startServeProcess({ ...environment, LOG_REQUESTS: 'true' })
  const owner = { call: await createClient(service.url), key }
  const link = await createLink(owner, domain, { maxUses: 1 })
  dataOf(await checkSecret(owner, domain, link.secret))
  const claimed = await claimWithLink(owner, domain, 'alice', createWallet(), link)
  dataOf(claimed, 201)
  const late = await claimWithLink(owner, domain, 'bob', createWallet(), link)
  expectError(late, 410, 'InvitationLinkUsedUpException')
  const responses = [claimed, late, await readLink(owner, domain, link.id)]
  const requests = () => service.readOutput().match(/"route":"[^"]*\/claims"/g) ?? []
  await waitUntil('the lines of both claims have arrived', () => requests().length === 2)
  const output = service.readOutput()
  for (const text of [output, JSON.stringify(responses)]) expect(text).not.toContain(link.secret)
})
