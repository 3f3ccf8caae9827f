import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { claim } from '../../support/entities/claims.ts'
import { checkLabel, postCheck, setPolicy } from '../../support/entities/policies.ts'
import { ethereumAddress, postAdd, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('Names in place of one that is refused', (service) => {
  const open = async (policy: object = {}) => {
    const domain = await service().onboard()
    await setPolicy(service(), domain, { claims: 'open', ...policy })
    return domain
  }
  const check = (domain: Domain, label: string) => checkLabel(service(), domain, label)
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
  const suggestions = async (domain: Domain, label: string, count = 3) => {
    const query = new URLSearchParams({
      chainId: '1',
      subname: `${label}.${domain.name}`,
      suggestions: `${count}`,
    })
    return dataOf<{ state?: string; rule?: string; suggestions: string[] }>(
      await service().call('GET', `/ens/v1/subname/available?${query}`),
    )
  }

  it('rule: suggestions for a taken name can be claimed, are the same again, and the next ones once they are taken', async () => {
    const domain = await open({ blockedParts: ['hq'], maxLength: 12 })
    const names = (...labels: string[]) => labels.map((label) => `${label}.${domain.name}`)
    expect(await suggestions(domain, 'alice')).toEqual({ isAvailable: true, suggestions: [] })
    await seedSubname(service(), domain, 'alice')
    const first = { state: 'claimed', suggestions: names('itsalice', 'thealice', 'heyalice') }
    for (const found of [await suggestions(domain, 'alice'), await suggestions(domain, 'ALICE')])
      expect(found).toMatchObject(first)
    for (const name of first.suggestions)
      expect(await check(domain, name.slice(0, -domain.name.length - 1))).toMatchObject({
        outcome: 'claimable',
      })
    expect((await suggestions(domain, 'alice', 1)).suggestions).toEqual(names('itsalice'))
    dataOf(await reserve(domain, 'itsalice'))
    await setPolicy(service(), domain, { reservedLabels: ['heyalice'] })
    expect((await suggestions(domain, 'alice')).suggestions).toEqual(names('thealice', 'alice1', 'alice2'))
    expect(await suggestions(domain, 'itsalice')).toMatchObject({ state: 'reserved' })
  })

  it.each([
    ['too-short', { minLength: 6 }, 'al', ['al1234']],
    ['too-long', { maxLength: 8 }, 'ada-lovelace', ['adal']],
    ['characters', {}, 'Ada Lovelace', ['ada-lovelace', 'adalovelace']],
    ['characters', {}, 'p\u0430ypal', ['paypal']],
    ['characters', { characters: 'letters-and-digits' }, 'zoë', ['zoe']],
    ['too-long', {}, 'x'.repeat(70), ['x'.repeat(63)]],
    ['profanity', { refuseProfanity: true }, 'shit-ada', ['ada']],
    ['blocked', { blockedLabels: ['admin'] }, 'admin', ['itsadmin']],
    ['blocked', { blockedParts: ['official'] }, 'official-shop', ['shop']],
    ['reserved', { reservedLabels: ['support'] }, 'support', ['itssupport']],
    ['look-alike', { reservedLabels: ['paypal'], refuseLookalikes: true }, 'pay-pa1', ['itspay-pa1']],
  ])('rule: a refusal by %s with %j comes with names: %j', async (rule, policy, label, expected) => {
    const domain = await open(policy)
    const found = await suggestions(domain, label)
    expect(found).toMatchObject({ isAvailable: false, rule, reason: expect.stringMatching(/.{10,}/) })
    expect(found.suggestions).toEqual(
      expect.arrayContaining(expected.map((each) => `${each}.${domain.name}`)),
    )
    for (const name of found.suggestions)
      expect(await check(domain, name.slice(0, -domain.name.length - 1))).toMatchObject({ rule: null })
  })

  it('rule: a name that another wallet has asked for comes with names', async () => {
    const domain = await open({ needsApproval: true })
    dataOf(await claim(service(), domain, 'alice', createWallet()), 201)
    const found = await suggestions(domain, 'alice')
    expect(found).toMatchObject({ isAvailable: false, rule: 'pending' })
    expect(found.suggestions).toHaveLength(3)
  })

  it('rule: a refusal of more than the one label comes without suggestions', async () => {
    const domain = await open({ claims: 'closed' })
    await seedSubname(service(), domain, 'alice')
    for (const label of ['alice', 'al ice'])
      expect((await suggestions(domain, label)).suggestions).toEqual([])
    const without = await service().onboard()
    await seedSubname(service(), without, 'alice')
    expect(await suggestions(without, 'alice')).toMatchObject({ state: 'claimed', suggestions: [] })
    expect((await suggestions(without, 'al ice')).suggestions).toEqual([])
  })

  it('400 for a label without a normal form where no suggestions are requested', async () => {
    const domain = await open()
    const query = new URLSearchParams({ chainId: '1', subname: `a b.${domain.name}` })
    expectError(
      await service().call('GET', `/ens/v1/subname/available?${query}`),
      400,
      'InvalidNameException',
    )
    expectError(await postCheck(service(), domain, 'a b'), 400, 'InvalidNameException')
  })

  it('rule: the check of a wallet suggests only what this wallet can claim', async () => {
    const domain = await open({ namesPerWallet: 1, appliesToKeys: true })
    const [holder, other] = [createWallet().address, createWallet().address]
    dataOf(await add(domain, 'alice', holder))
    const checked = async (label: string, address: string) =>
      dataOf<{ rule: string; suggestions: readonly string[] }>(
        await service().call('POST', `/byname/v1/domains/${domain.name}/policy/check?chainId=1`, {
          body: { label, address, suggestions: 2 },
        }),
      )
    for (const [label, rule] of [
      ['alice', 'taken'],
      ['al ice', 'characters'],
    ] as const) {
      expect(await checked(label, holder)).toMatchObject({ rule, suggestions: [] })
      expect(await checked(label, other)).toMatchObject({
        rule,
        suggestions: [expect.any(String), expect.any(String)],
      })
    }
    expect(await checked('bob', other)).toMatchObject({ outcome: 'claimable', suggestions: [] })
  })

  it('property: what is suggested for any text is not refused for the label when it is claimed', async () => {
    const domain = await open({
      ...{ minLength: 3, maxLength: 14, refuseProfanity: true, refuseLookalikes: true },
      ...{
        blockedParts: ['official'],
        blockedLabels: ['admin', 'thebob'],
        reservedLabels: ['itsbob', 'support'],
      },
    })
    for (const label of ['bob', 'alice', 'bob1']) await seedSubname(service(), domain, label)
    const piece = fc.constantFrom(
      ...['bob', 'al', 'ice', 'official', 'shit', 'admin', 'support', 'a', '0', '1'],
      ...[' ', '-', '_', '.', "'", 'é', '\u0430', 'мир', '日本', '👩‍🚀', '\u200c', 'lovelace-of-london'],
    )
    const texts = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
    let count = 0
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const label = text.replaceAll('.', ' ')
        const found = (await suggestions(domain, label)).suggestions.map((name) =>
          name.slice(0, -domain.name.length - 1),
        )
        for (const each of found) expect(await check(domain, each)).toMatchObject({ rule: null })
        const chosen = found[count % Math.max(found.length, 1)]
        if (chosen === undefined) return
        dataOf(await claim(service(), domain, chosen, createWallet()), 201)
        count++
      }),
      { numRuns: 40 },
    )
    expect(count).toBeGreaterThan(10)
  })
})
