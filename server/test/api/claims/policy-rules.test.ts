import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { postBatch } from '../../support/entities/batches.ts'
import { checkLabel, postAllowList, postCheck, setPolicy } from '../../support/entities/policies.ts'
import {
  blockOrDelete,
  ethereumAddress,
  expectUnchanged,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const dayMs = 86_400_000

describeOnEachService('The rules of a policy', (service) => {
  const open = async (policy: object = {}) => {
    const domain = await service().onboard()
    await setPolicy(service(), domain, { claims: 'open', ...policy })
    return domain
  }
  const check = (domain: Domain, label: string, address?: string) =>
    checkLabel(service(), domain, label, address)
  const add = (domain: Domain, label: string, address = createWallet().address) =>
    postAdd(service(), {
      headers: { 'x-api-key': service().key },
      body: {
        ...subnameBody(domain, label),
        overrideSignatureCheck: true,
        addresses: [ethereumAddress(address)],
      },
    })
  const reserve = (domain: Domain, label: string, address = createWallet().address) =>
    service().call('POST', '/ens/v1/subname/reserve', {
      headers: { 'x-api-key': service().key },
      body: { ...subnameBody(domain, label), ethAddress: address },
    })
  const available = async (domain: Domain, label: string) =>
    dataOf(
      await service().call(
        'GET',
        `/ens/v1/subname/available?chainId=1&subname=${encodeURIComponent(`${label}.${domain.name}`)}`,
      ),
    )
  const revoke = async (domain: Domain, label: string) =>
    dataOf(
      await service().call('POST', '/ens/v1/subname/admin-revoke', {
        headers: { 'x-api-key': await createAdminKey(service()) },
        body: subnameBody(domain, label),
      }),
    )

  it.each([
    ['not-open-yet', { opensAt: '2999-01-01T00:00:00Z' }, 'alice'],
    ['over', { closesAt: '2001-01-01T00:00:00Z' }, 'alice'],
    ['too-short', { minLength: 3 }, 'éé'],
    ['too-long', { maxLength: 3 }, 'four'],
    ['characters', { characters: 'letters-and-digits' }, 'zoë'],
    ['characters', { characters: 'letters-and-digits' }, '-a'],
    ['characters', { characters: 'letters-and-digits' }, '_a'],
    ['profanity', { refuseProfanity: true }, 'f-u-c-k'],
    ['blocked', { blockedLabels: ['admin'] }, 'ADMIN'],
    ['blocked', { blockedParts: ['official'] }, 'the-official-shop'],
    ['blocked', { blockedParts: ['official'], refuseLookalikes: true }, '0ffi-cial'],
    ['reserved', { reservedLabels: ['support'] }, 'support'],
    ['look-alike', { reservedLabels: ['paypal'], refuseLookalikes: true }, 'pay-pa1'],
    ['look-alike', { blockedLabels: ['root'], refuseLookalikes: true }, 'r00t'],
  ])('rule: %s with %j refuses %j', async (rule, policy, label) => {
    const verdict = await check(await open(policy), label)
    expect(verdict).toEqual({ outcome: 'refused', rule, reason: expect.stringMatching(/^.{10,}\.$/) })
  })

  it('rule: taken, full, and an invitation', async () => {
    const domain = await open()
    const [invited, other] = [createWallet().address, createWallet().address]
    await seedSubname(service(), domain, 'alice')
    dataOf(await reserve(domain, 'bob', invited))
    expect(await check(domain, 'alice')).toMatchObject({ rule: 'taken' })
    expect(await check(domain, 'bob', other)).toMatchObject({ rule: 'taken' })
    expect(await check(domain, 'bob', invited)).toMatchObject({ outcome: 'claimable', rule: null })
    await service().call('POST', '/ens/v1/ens/update-user-chosen-limit', {
      headers: { 'x-api-key': service().key },
      body: { ensId: domain.id, userChosenLimit: 2 },
    })
    expect(await check(domain, 'carol')).toMatchObject({ rule: 'full' })
    expect(await available(domain, 'carol')).toMatchObject({ isAvailable: false, rule: 'full' })
  })

  it('rule: an approval is needed last', async () => {
    const domain = await open({ needsApproval: true, minLength: 3 })
    expect(await check(domain, 'al')).toMatchObject({ outcome: 'refused', rule: 'too-short' })
    expect(await check(domain, 'alice')).toEqual({ outcome: 'needs-approval', rule: null, reason: null })
  })

  it('rule: a removed name is free again after the waiting time', async () => {
    const domain = await open({ waitingDays: 2, appliesToKeys: true })
    dataOf(await add(domain, 'alice'))
    await revoke(domain, 'alice')
    expect(await check(domain, 'alice')).toMatchObject({ rule: 'waiting' })
    for (const refused of [await add(domain, 'alice'), await reserve(domain, 'alice')])
      expectError(refused, 403, 'PolicyRefusedException')
    expect(await check(domain, 'bob')).toMatchObject({ outcome: 'claimable' })
    service().clock.offsetMs += 2 * dayMs + 1000
    expect(await check(domain, 'alice')).toMatchObject({ outcome: 'claimable' })
    dataOf(await add(domain, 'alice'))
    service().clock.offsetMs = 0
  })

  it('rule: only an address of the allow-list can claim', async () => {
    const domain = await open({ isAllowListed: true })
    const [listed, other] = [createWallet().address, createWallet().address]
    dataOf(await postAllowList(service(), domain, `${listed.toLowerCase()}\n`))
    expect(await check(domain, 'alice', listed)).toMatchObject({ outcome: 'claimable' })
    expect(await check(domain, 'alice', other)).toMatchObject({ rule: 'allow-list' })
    expect(await check(domain, 'alice')).toMatchObject({ outcome: 'claimable' })
  })

  it('403 of a check while the domain is blocked; 400 of a label that can never be issued', async () => {
    const domain = await open()
    expectError(await postCheck(service(), domain, 'a.b'), 400, 'InvalidNameException')
    expectError(await postCheck(service(), domain, 'alice', '0x12'), 400, 'BadRequestException')
    await blockOrDelete(service(), domain, 'blocked')
    expectError(await postCheck(service(), domain, 'alice'), 403, 'DomainBlockedException')
  })

  it('rule: keys are bound by rules about labels and wallets, only with `appliesToKeys`', async () => {
    const rules = { minLength: 3, reservedLabels: ['support'], namesPerWallet: 1, refuseLookalikes: true }
    const domain = await open(rules)
    const wallet = createWallet().address
    for (const label of ['al', 'support', 'paypal', 'paypa1']) dataOf(await add(domain, label, wallet))
    await setPolicy(service(), domain, {
      appliesToKeys: true,
      claims: 'closed',
      opensAt: '2999-01-01T00:00:00Z',
    })
    for (const [label, rule] of [
      ['bo', 'too-short'],
      ['supp0rt', 'look-alike'],
      ['pay-pal', 'look-alike'],
    ] as const) {
      const refused = await expectUnchanged(service(), domain, () => add(domain, label))
      expectError(refused, 403, 'PolicyRefusedException')
      expect(refused.body).toMatchObject({ rule })
    }
    expect((await add(domain, 'second', wallet)).body).toMatchObject({ rule: 'names-per-wallet' })
    dataOf(await add(domain, 'second'))
  })

  it('rule: an invitation passes the rules about reserved labels and wallets, not those about labels', async () => {
    const domain = await open({
      appliesToKeys: true,
      minLength: 3,
      namesPerWallet: 1,
      reservedLabels: ['support'],
      blockedLabels: ['admin'],
    })
    const wallet = createWallet()
    dataOf(await add(domain, 'mine', wallet.address))
    dataOf(await reserve(domain, 'support', wallet.address))
    for (const label of ['al', 'admin'])
      expectError(await reserve(domain, label, wallet.address), 403, 'PolicyRefusedException')
    const accept = async () =>
      service().call('POST', '/ens/v1/subname/accept', {
        headers: await signedHeaders(wallet, { chainId: 1 }),
        body: subnameBody(domain, 'support'),
      })
    await setPolicy(service(), domain, { blockedLabels: ['support'] })
    expect((await accept()).body).toMatchObject({ rule: 'blocked' })
    await setPolicy(service(), domain, { blockedLabels: [] })
    dataOf(await accept())
  })

  it('rule: a batch is bound as single requests are, and its items see those before', async () => {
    const domain = await open({
      appliesToKeys: true,
      minLength: 3,
      namesPerWallet: 1,
      refuseLookalikes: true,
      waitingDays: 1,
      reservedLabels: ['support'],
    })
    const [one, two] = [createWallet().address, createWallet().address]
    dataOf(await add(domain, 'paypal'))
    const issue = (label: string, address = createWallet().address) => ({
      action: 'issue',
      label,
      addresses: [ethereumAddress(address)],
    })
    const items = [
      issue('al'),
      issue('mary', one),
      issue('rnary'),
      issue('again', one),
      issue('pay-pal'),
      issue('support'),
      { action: 'reserve', label: 'support', ethAddress: two },
      { action: 'reserve', label: 'xy', ethAddress: two },
      issue('bob', two),
    ]
    const { results } = dataOf<{ results: { label: string; error: { name: string } | null }[] }>(
      await postBatch(service(), domain, items, { mode: 'each' }),
    )
    expect(results.map(({ label, error }) => [label, error?.name ?? 'ok'])).toEqual([
      ['al', 'PolicyRefusedException'],
      ['mary', 'ok'],
      ['rnary', 'PolicyRefusedException'],
      ['again', 'PolicyRefusedException'],
      ['pay-pal', 'PolicyRefusedException'],
      ['support', 'PolicyRefusedException'],
      ['support', 'ok'],
      ['xy', 'PolicyRefusedException'],
      ['bob', 'PolicyRefusedException'],
    ])
    const atomic = await expectUnchanged(service(), domain, () =>
      postBatch(service(), domain, [issue('carol'), issue('cc')]),
    )
    expectError(atomic, 422, 'BatchRejectedException')
  })

  it('rule: `available` answers as before without a policy, then by the rules about labels', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'taken')
    expect(await available(domain, 'al')).toEqual({ isAvailable: true })
    expect(await available(domain, 'taken')).toEqual({ isAvailable: false })
    await setPolicy(service(), domain, { minLength: 3, reservedLabels: ['support'] })
    expect(await available(domain, 'al')).toEqual({ isAvailable: true })
    await setPolicy(service(), domain, { claims: 'open', opensAt: '2999-01-01T00:00:00Z' })
    expect(await available(domain, 'alice')).toEqual({ isAvailable: true })
    expect(await available(domain, 'al')).toEqual({
      isAvailable: false,
      rule: 'too-short',
      reason: `A name of ${domain.name} has at least 3 characters.`,
    })
    expect(await available(domain, 'taken')).toMatchObject({ isAvailable: false, rule: 'taken' })
    expect(await available(domain, 'support')).toMatchObject({ isAvailable: false, rule: 'reserved' })
  })

  it('rule: of 40 concurrent look-alikes one is issued, and a wallet never gets one name too many', async () => {
    const domain = await open({ appliesToKeys: true, refuseLookalikes: true, namesPerWallet: 2 })
    const variants = Array.from({ length: 40 }, (_, index) => `pay${'-'.repeat(index + 1)}pal`)
    const statuses = (await Promise.all(variants.map((label) => add(domain, label)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 403)).toHaveLength(39)
    const wallet = createWallet().address
    const labels = Array.from({ length: 26 }, (_, index) => `wallet${String.fromCharCode(97 + index)}`)
    const mine = await Promise.all(labels.map((label) => add(domain, label, wallet)))
    expect(mine.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  it('rule: a name is issued only under the policy that was checked', async () => {
    const domain = await open({ appliesToKeys: true })
    const adds = Array.from({ length: 30 }, (_, index) => add(domain, `n${index}`))
    const [responses] = await Promise.all([
      Promise.all(adds),
      setPolicy(service(), domain, { minLength: 10 }),
    ])
    expect(new Set(responses.map(({ status }) => status)).size).toBeGreaterThan(0)
    for (const { status } of responses) expect([200, 403, 503]).toContain(status)
    expectError(await add(domain, 'short'), 403, 'PolicyRefusedException')
  })
})
