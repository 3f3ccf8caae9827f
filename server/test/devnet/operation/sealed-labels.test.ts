import { padHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { setDomainPlan } from '../../../src/core/domains/change.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { deployHostileContract } from '../../support/chain/hostile-contract.ts'
import { sealByTree } from '../../support/chain/seal-labels.ts'
import { newMember, type SealedDomain, startSealedDomain } from '../../support/chain/sealed-members.ts'
import { presentSequence, sealName, sendAsOwner, textRecord } from '../../support/chain/sealed-names.ts'
import { claim as claimByMessage } from '../../support/entities/claims.ts'
import { createLink, revokeLink } from '../../support/entities/invitation-links.ts'
import { checkLabel, expectRule } from '../../support/entities/policies.ts'
import { setFormerGateway, startFormerService } from '../../support/gateway/former.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox
let sealed: SealedDomain

const stranger = privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sealed = await startSealedDomain(sandbox, 'labels', 24)
})
afterAll(() => sandbox.stop())

const owner = () => ({ call: sandbox.call, key: sandbox.file.apiKey })
const nameOf = (label: string) => normalizeName(`${label}.${sealed.domain.name}`)
const check = (label: string, address?: string) => checkLabel(sandbox, onChain(), label, address)
const onChain = () => ({ ...sealed.domain, chainId: 1 }) as const
const policyFor = async (body: object, after: object) => {
  await sealed.setPolicy(body)
  onTestFinished(() => sealed.setPolicy(after))
}

interface Availability {
  readonly isAvailable: boolean
  readonly suggestions?: readonly string[]
}

const available = async (name: string, query = '') =>
  dataOf<Availability>(
    await sandbox.call('GET', `/ens/v1/subname/available?subname=${name}&chainId=1${query}`),
  )

describe('A label that is sealed and not issued', () => {
  test('is reserved, whatever asks, and nothing says for whom', async () => {
    const { name } = sealed.nextMember()
    const reason = `${name} is sealed on chain for its holder, who alone can claim it.`
    expect(await available(name)).toEqual({ isAvailable: false, rule: 'reserved', reason })
    const full = await available(name, '&suggestions=3')
    expect(full).toMatchObject({ isAvailable: false, rule: 'reserved', state: 'reserved' })
    expect(full.suggestions).toHaveLength(3)
    await policyFor({ claims: 'closed' }, { claims: 'open' })
    expect(await available(name)).toMatchObject({ isAvailable: false, rule: 'reserved' })
  })

  test('is not suggested in place of another', async () => {
    await sealByTree(sandbox, sealed.domain, [
      { name: nameOf('itsbooked'), holder: stranger.address },
      { name: nameOf('free-after-all'), holder: stranger.address },
    ])
    const { claim, sign } = newMember(sandbox, sealed.domain, 'free-after-all', stranger)
    dataOf(await claim(await sign()), 201)
    dataOf(await claimByMessage(sandbox, onChain(), 'booked', stranger), 201)
    const { suggestions = [] } = await available(nameOf('booked'), '&suggestions=3')
    expect(suggestions).toHaveLength(3)
    expect(suggestions).not.toContain(nameOf('itsbooked'))
  })

  test('can be claimed by its holder alone, to whom the check says for which contract', async () => {
    const { label, holder } = sealed.nextMember()
    const seal = { chainId: 1, contract: sealed.domain.resolver, passkey: null }
    const refused = { outcome: 'refused', rule: 'reserved', sealed: seal }
    expect(await check(label)).toMatchObject(refused)
    expect(await check(label, stranger.address)).toMatchObject(refused)
    expect(JSON.stringify(await check(label, stranger.address))).not.toContain(holder.address)
    expect(await check(label, holder.address)).toEqual({
      outcome: 'claimable',
      rule: null,
      reason: null,
      sealed: seal,
    })
    expect(await check('not-sealed', holder.address)).toEqual({
      outcome: 'claimable',
      rule: null,
      reason: null,
    })
  })

  test('has a page that leads its holder to the claim', async () => {
    const { name, label } = sealed.nextMember()
    const response = await fetch(`${sandbox.file.url}/n/${name}?chainId=1`, {
      headers: { accept: 'text/html' },
    })
    const page = await response.text()
    expect(response.status).toBe(404)
    expect(page).toContain('sealed on chain for its holder')
    expect(page).toContain(`label=${label}`)
  })

  test('cannot be claimed by the message of another wallet, nor kept from its holder by one that waits for approval', async () => {
    const { label, claim, sign } = sealed.nextMember()
    expectError(await claimByMessage(sandbox, onChain(), label, stranger), 409, 'SealedNameException')
    await policyFor({ needsApproval: true }, { needsApproval: false })
    expectError(await claimByMessage(sandbox, onChain(), label, stranger), 409, 'SealedNameException')
    const { state, noticeToken } = dataOf<Record<string, string>>(await claim(await sign()), 201)
    expect(state).toBe('pending')
    expect(noticeToken).toMatch(/^\S{20,}$/)
  })
})

describe('The claim of a sealed name', () => {
  test('follows each rule of the policy', async () => {
    const { label, holder, claim, sign } = sealed.nextMember()
    for (const [rule, policy, usual] of [
      ['allow-list', { isAllowListed: true }, { isAllowListed: false }],
      ['reserved', { reservedLabels: [label] }, { reservedLabels: [] }],
      ['too-short', { minLength: 20 }, { minLength: 1 }],
      ['not-open-yet', { opensAt: '2100-01-01T00:00:00Z' }, { opensAt: null }],
    ] as const) {
      await sealed.setPolicy(policy)
      expect(await check(label, holder.address)).toMatchObject({ outcome: 'refused', rule })
      expectRule(await claim(await sign()), rule)
      await sealed.setPolicy(usual)
    }
    dataOf(await claim(await sign()), 201)
    await policyFor({ namesPerWallet: 1 }, { namesPerWallet: null })
    await sealByTree(sandbox, sealed.domain, [{ name: nameOf('second'), holder: holder.address }])
    const second = newMember(sandbox, sealed.domain, 'second', holder)
    expect(await check('second', holder.address)).toMatchObject({ rule: 'names-per-wallet' })
    expectRule(await second.claim(await second.sign()), 'names-per-wallet')
  })

  test('uses up a token, which the holder owns', async () => {
    const rpcUrl = sandbox.devnet.rpcUrl(1)
    const [token, member] = [await deployHostileContract(rpcUrl), sealed.nextMember()]
    const tokenGate = {
      chainId: 1,
      standard: 'ERC-721',
      contract: token.address,
      minimum: '1',
      isOncePerToken: true,
    }
    await policyFor({ tokenGate }, { tokenGate: null })
    const owned = { kind: 'return', data: padHex(member.holder.address) } as const
    await token.answer('ownerOf(uint256)', { ...owned, data: padHex(stranger.address) })
    expectRule(await member.claim(await member.sign()), 'token')
    expectRule(await member.claim(await member.sign(), { tokenId: '7' }), 'token')
    await token.answer('ownerOf(uint256)', owned)
    dataOf(await member.claim(await member.sign(), { tokenId: '7' }), 201)
    const next = sealed.nextMember()
    expectRule(await next.claim(await next.sign(), { tokenId: '7' }), 'token-used')
  })

  test('is made with an invitation link where claims are closed, by the holder alone', async () => {
    const [{ label, claim, sign }, other] = [sealed.nextMember(), sealed.nextMember()]
    await policyFor({ claims: 'closed' }, { claims: 'open' })
    expectRule(await claim(await sign()), 'closed')
    const { secret, id } = await createLink(owner(), onChain(), { label })
    expectError(
      await claim(await sign({ by: stranger }), { invitation: secret }),
      401,
      'InvalidSignatureException',
    )
    expectError(await other.claim(await other.sign(), { invitation: secret }), 400, 'BadRequestException')
    dataOf(await claim(await sign(), { invitation: secret }), 201)
    const uses = await sandbox.call(
      'GET',
      `/byname/v1/domains/${sealed.domain.name}/invitation-links/${id}?chainId=1`,
      {
        headers: { 'x-api-key': sandbox.file.apiKey },
      },
    )
    expect(dataOf(uses)).toMatchObject({ state: 'used-up', uses: 1 })
  })

  test('says why a link does not count', async () => {
    const [member, other] = [sealed.nextMember(), sealed.nextMember()]
    const [used, revoked, expired] = await Promise.all([1, 2, 3].map(() => createLink(owner(), onChain())))
    if (!used || !revoked || !expired) throw new Error('Three links were made.')
    dataOf(await other.claim(await other.sign(), { invitation: used.secret }), 201)
    dataOf(await revokeLink(owner(), onChain(), revoked.id))
    const { db } = sandbox.context.store
    await db.updateTable('invitationLinks').set({ expiresAt: 1 }).where('id', '=', expired.id).execute()
    for (const [invitation, status, error] of [
      ['unknown', 404, 'InvitationLinkNotFoundException'],
      [used.secret, 410, 'InvitationLinkUsedUpException'],
      [revoked.secret, 410, 'InvitationLinkRevokedException'],
      [expired.secret, 410, 'InvitationLinkExpiredException'],
    ] as const)
      expectError(await member.claim(await member.sign(), { invitation }), status, error)
  })

  test('accepts a reservation for the holder of the seal, and one for another that is older than the seal', async () => {
    const [own, foreign] = [sealed.nextMember(), sealed.nextMember()]
    const reserve = async (username: string, ethAddress: string) =>
      sandbox.call('POST', '/ens/v1/subname/reserve', {
        headers: { 'x-api-key': sandbox.file.apiKey },
        body: { username, ensDomain: sealed.domain.name, chainId: 1, ethAddress },
      })
    dataOf(await reserve(own.label, own.holder.address))
    expect(await check(own.label, own.holder.address)).toMatchObject({
      outcome: 'claimable',
      sealed: { chainId: 1 },
    })
    dataOf(await own.claim(await own.sign()), 201)
    expectError(await reserve(foreign.label, stranger.address), 409, 'SealedNameException')
    // Reserved first, and sealed for another then.
    dataOf(await reserve('reserved-first', stranger.address))
    const holder = privateKeyToAccount(generatePrivateKey())
    await sealByTree(sandbox, sealed.domain, [{ name: nameOf('reserved-first'), holder: holder.address }])
    const later = newMember(sandbox, sealed.domain, 'reserved-first', holder)
    expect(await check(later.label, stranger.address)).toMatchObject({ outcome: 'refused' })
    expectError(await claimByMessage(sandbox, onChain(), later.label, stranger), 409, 'SealedNameException')
    const byMessage = await claimByMessage(sandbox, onChain(), later.label, holder)
    expectError(byMessage, 409, 'SubdomainAlreadyExistsException')
    expect(JSON.stringify(byMessage.body)).toContain(`POST /byname/v1/names/${later.name}/sealed-set`)
    expect(await check(later.label, holder.address)).toMatchObject({ outcome: 'claimable' })
    expect(await available(later.name)).toMatchObject({ isAvailable: false, rule: 'reserved' })
    expectError(await later.claim(await later.sign({ by: stranger })), 401, 'InvalidSignatureException')
    dataOf(await later.claim(await later.sign()), 201)
    const read = await sandbox.call('GET', `/byname/v1/names/${later.name}?chainId=1`)
    expect(dataOf(read)).toMatchObject({ holder: holder.address, sealed: { state: 'signed' } })
    expectError(await later.claim(await later.sign()), 409, 'SubdomainAlreadyExistsException')
  })

  test('is made once by an idempotency key, and no other request by the same', async () => {
    const { claim, sign } = sealed.nextMember()
    const headers = { 'idempotency-key': 'claimed-once' }
    const response = await sign()
    const first = dataOf(await claim(response, {}, headers), 201)
    expect(dataOf(await claim(response, {}, headers), 201)).toEqual(first)
    expectError(
      await claim(await sign({ sequence: presentSequence() + 1n }), {}, headers),
      ...([422, 'IdempotencyKeyReusedException'] as const),
    )
  })

  test('is of one of many that come at once', async () => {
    const { claim, sign } = sealed.nextMember()
    const sets = await Promise.all(
      Array.from({ length: 6 }, (_, index) => sign({ sequence: presentSequence() - BigInt(index) })),
    )
    const outcomes = await Promise.all(sets.map(async (response) => (await claim(response)).status))
    expect(outcomes.toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('is refused for records that no name may have, a name elsewhere, and a number below that of the seal', async () => {
    const { claim, sign } = sealed.nextMember()
    const records = [textRecord('a'.repeat(300), 'x')]
    expectError(await claim(await sign({ records })), 400, 'InvalidRecordException')
    const elsewhere = { ...sealed.domain, name: 'absent-labels.eth' }
    const other = newMember(sandbox, elsewhere, 'any', stranger)
    expectError(await other.claim(await other.sign()), 404, 'EnsNotFound')
    const contract = { chainId: 1, resolver: sandbox.file.chains['1'].resolver } as const
    const issuer = privateKeyToAccount(generatePrivateKey())
    await sendAsOwner(sandbox, contract, { functionName: 'setIssuer', args: [issuer.address] })
    const sequence = presentSequence() + 86_400n
    await sealName(sandbox, { ...contract, name: 'ahead.demo.eth', issuer, holder: stranger, sequence })
    const ahead = newMember(sandbox, { ...sealed.domain, ...contract, name: 'demo.eth' }, 'ahead', stranger)
    expectError(await ahead.claim(await ahead.sign()), 409, 'SequenceTooLowException')
  })

  test('needs a domain with room, that is paid for and not blocked', async () => {
    const { claim, sign } = sealed.nextMember()
    const name = normalizeName(sealed.domain.name)
    const ofDomain = { chainId: 1, name } as const
    await setDomainPlan(sandbox.context, { ...ofDomain, plan: { maxNames: 0 } })
    expectError(await claim(await sign()), 409, 'LimitReachedException')
    await setDomainPlan(sandbox.context, { ...ofDomain, plan: { maxNames: null, expiresAt: 1 } })
    expectError(await claim(await sign()), 403, 'SubscriptionLapsedException')
    await setDomainPlan(sandbox.context, { ...ofDomain, plan: { expiresAt: null } })
    const { store } = sandbox.context
    const setBlocked = (isBlocked: boolean) =>
      store.transaction((tx) =>
        tx.updateTable('domains').set({ isBlocked }).where('name', '=', name).execute(),
      )
    await setBlocked(true)
    expectError(await claim(await sign()), 403, 'DomainBlockedException')
    await setBlocked(false)
    dataOf(await claim(await sign()), 201)
  })

  test('is refused for a name that the former gateway of the domain holds', async () => {
    const { label, holder, claim, sign } = sealed.nextMember()
    const former = await startFormerService(sandbox, sealed.domain.name)
    onTestFinished(() => former.service.stop())
    await former.addName(label, { addresses: [{ coinType: 60, address: stranger.address }] })
    await setFormerGateway(sandbox, sealed.domain, former)
    expect(await check(label, holder.address)).toMatchObject({ outcome: 'refused', rule: 'taken' })
    expectError(await claim(await sign()), 409, 'SubdomainAlreadyExistsException')
  })
})
