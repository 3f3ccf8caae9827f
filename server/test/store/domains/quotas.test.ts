import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import type { ClaimedToken } from '../../../src/model/policy.ts'
import type { Subname } from '../../../src/model/subname.ts'
import {
  countNamesOfWallet,
  countRelease,
  freeClaimedTokens,
  insertClaimedToken,
  isTokenClaimed,
  moveClaimedToken,
} from '../../../src/store/entities/quotas.ts'
import { insertSubname, newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('Quotas', (store) => {
  const insert = (subname: Subname) =>
    store().transaction((tx) => insertSubname(tx, subname, { policyVersion: 1 }))
  const release = (subname: Subname) => store().transaction((tx) => countRelease(tx, subname))

  it('rule: names of a wallet are those it holds up to a limit, and each that was released', async () => {
    const { domain } = await onboardDomain(store())
    const { domain: other } = await onboardDomain(store())
    const holder = randomHex(20)
    const names = ['a', 'b', 'c'].map((label) => newSubname(domain, label, { holder }))
    for (const subname of [...names, newSubname(domain, 'd'), newSubname(other, 'a', { holder })])
      expect(await insert(subname)).toBe(true)
    const count = (limit: number) => countNamesOfWallet(store().db, domain, holder, limit)
    expect(await count(9)).toBe(3)
    expect(await count(2)).toBe(2)
    const released: number[] = []
    for (const subname of names) {
      await release(subname)
      released.push(await countNamesOfWallet(store().db, domain, holder, 0))
    }
    expect(released).toEqual([1, 2, 3])
    expect(await countNamesOfWallet(store().db, other, holder, 9)).toBe(1)
    expect(await countNamesOfWallet(store().db, domain, randomHex(20), 9)).toBe(0)
  })

  it('rule: wallets whose addresses begin alike are counted apart', async () => {
    const { domain } = await onboardDomain(store())
    const [one, other] = [`0x${'ab'.repeat(19)}01`, `0x${'ab'.repeat(19)}02`] as const
    await insert(newSubname(domain, 'a', { holder: one }))
    expect(await countNamesOfWallet(store().db, domain, one, 9)).toBe(1)
    expect(await countNamesOfWallet(store().db, domain, other, 9)).toBe(0)
  })

  it('rule: a token is used by one claim of a domain, until the claim or its name is undone', async () => {
    const { domain } = await onboardDomain(store())
    const { domain: other } = await onboardDomain(store())
    const token: ClaimedToken = { chainId: 1, contract: randomHex(20), tokenId: '7' }
    const [claim, subname] = [newId(), newId()]
    const use = (owner: string, used = token) =>
      store().transaction((tx) => insertClaimedToken(tx, domain, used, owner))
    expect(await isTokenClaimed(store().db, domain, token)).toBe(false)
    expect(await use(claim)).toBe(true)
    expect(await use(newId())).toBe(false)
    expect(await isTokenClaimed(store().db, domain, token)).toBe(true)

    const others: readonly ClaimedToken[] = [
      { ...token, tokenId: '8' },
      { ...token, chainId: 11155111 },
      { ...token, contract: randomHex(20) },
    ]
    for (const one of others) expect(await isTokenClaimed(store().db, domain, one)).toBe(false)
    expect(await isTokenClaimed(store().db, other, token)).toBe(false)

    const free = (owner: string) => store().transaction((tx) => freeClaimedTokens(tx, [owner]))
    await store().transaction((tx) => moveClaimedToken(tx, claim, subname))
    await free(claim)
    expect(await isTokenClaimed(store().db, domain, token)).toBe(true)
    await free(subname)
    expect(await isTokenClaimed(store().db, domain, token)).toBe(false)
    expect(await use(newId())).toBe(true)
  })
})
