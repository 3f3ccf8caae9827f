import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { parseLabel } from '../../../src/ens/names.ts'
import type { Claim, ClaimDecision } from '../../../src/model/claim.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { expireClaims, purgeClaims, purgeSurplusClaims } from '../../../src/store/entities/claim-retention.ts'
import {
  type DecidedPosition,
  decideClaim,
  findClaim,
  insertClaim,
  selectDecidedClaims,
} from '../../../src/store/entities/claims.ts'
import { newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('Claims', (store) => {
  const insert = async (domain: Domain, label: string, expiresAt = 1000) => {
    const { records } = newSubname(domain, label)
    const claim = await store().transaction((tx) =>
      insertClaim(tx, {
        ...{
          id: newId(),
          domainKey: domain.key,
          label: parseLabel(label),
          skeleton: 1,
          claimant: randomHex(20),
        },
        ...{ records, createdAt: 1, expiresAt },
      }),
    )
    if (!claim) throw new Error(`The label ${label} has a pending claim.`)
    return claim
  }

  const expire = (now: number, limit = 9) => store().transaction((tx) => expireClaims(tx, now, limit))

  const decisionAt = (decidedAt: number, state: ClaimDecision['state']): ClaimDecision => ({
    ...{ state, decidedAt, comment: null },
    decidedBy: { type: 'administrator', keyId: null },
  })

  /** A domain with claims of the labels `a`, `b` and so on, and their states as they are then. */
  const scene = async (expirations: readonly number[]) => {
    await store().db.deleteFrom('claims').execute()
    const { domain } = await onboardDomain(store())
    const claims: Claim[] = []
    for (const [index, expiresAt] of expirations.entries())
      claims.push(await insert(domain, 'abcdef'.charAt(index), expiresAt))
    const states = async () =>
      Promise.all(
        claims.map(async ({ id }) => {
          const claim = await findClaim(store().db, domain, id)
          return claim && [claim.state, claim.decidedAt]
        }),
      )
    return { claims, states, domain }
  }

  it('rule: a claim is pending until the millisecond before it expires', async () => {
    const { claims, states } = await scene([100, 101])
    expect(await expire(100)).toEqual([claims[0]?.id])
    expect(await states()).toEqual([
      ['expired', 100],
      ['pending', null],
    ])
  })

  it('rule: the claims that expired first end first, up to a limit, and each once', async () => {
    const { claims, states } = await scene([30, 10, 20])
    const [last, first, second] = claims.map(({ id }) => id)
    expect(new Set(await expire(50, 2))).toEqual(new Set([first, second]))
    expect(await expire(60, 2)).toEqual([last])
    expect(await expire(70, 2)).toEqual([])
    expect(await states()).toEqual([
      ['expired', 60],
      ['expired', 50],
      ['expired', 50],
    ])
  })

  it('rule: a claim that was decided does not expire, nor count towards the limit', async () => {
    const { claims, states } = await scene([10, 20])
    const [decided, pending] = claims
    if (decided) await store().transaction((tx) => decideClaim(tx, decided, decisionAt(5, 'approved')))
    expect(await expire(50, 1)).toEqual([pending?.id])
    expect(await states()).toEqual([
      ['approved', 5],
      ['expired', 50],
    ])
  })

  it('rule: those that were decided before a time are deleted, the oldest first, up to a limit', async () => {
    const { claims, states } = await scene([1000, 1000, 1000, 1000])
    for (const [index, decidedAt] of [6, 5, 7].entries()) {
      const claim = claims[index]
      if (claim) await store().transaction((tx) => decideClaim(tx, claim, decisionAt(decidedAt, 'declined')))
    }
    expect(await purgeClaims(store().db, 7, 1)).toBe(1)
    expect((await states()).map((state) => state?.[1])).toEqual([6, undefined, 7, null])
    expect(await purgeClaims(store().db, 7, 9)).toBe(1)
    expect((await states()).map((state) => state?.[1])).toEqual([undefined, undefined, 7, null])
  })

  it('rule: of each domain and state the newest stay, and pending ones always', async () => {
    const { claims, states, domain } = await scene([1000, 1000, 1000, 1000, 1000])
    const { domain: other } = await onboardDomain(store())
    const ends = ['declined', 'approved', 'declined', 'declined'] as const
    for (const [index, state] of ends.entries()) {
      const claim = claims[index]
      if (claim) await store().transaction((tx) => decideClaim(tx, claim, decisionAt(9 - index, state)))
    }
    const foreign = await insert(other, 'a')
    await store().transaction((tx) => decideClaim(tx, foreign, decisionAt(1, 'declined')))
    expect(await purgeSurplusClaims(store().db, 1, 1)).toBe(1)
    expect(await purgeSurplusClaims(store().db, 1, 1)).toBe(1)
    expect(await purgeSurplusClaims(store().db, 1, 1)).toBe(0)
    expect((await states()).map((state) => state?.[0])).toEqual([
      ...[undefined, 'approved', undefined],
      ...['declined', 'pending'],
    ])
    expect((await findClaim(store().db, other, foreign.id))?.state).toBe('declined')
    expect((await selectDecidedClaims(store().db, domain, { limit: 9 })).map(({ label }) => label)).toEqual([
      'b',
      'd',
    ])
  })

  it('rule: decided claims are listed by their decision, the last first, also those of one moment', async () => {
    const { claims, domain } = await scene([1000, 1000, 1000, 1000])
    for (const [index, decidedAt] of [5, 7, 5].entries()) {
      const claim = claims[index]
      if (claim) await store().transaction((tx) => decideClaim(tx, claim, decisionAt(decidedAt, 'declined')))
    }
    const labels: string[] = []
    let after: DecidedPosition | undefined
    for (;;) {
      const [claim] = await selectDecidedClaims(store().db, domain, { after, limit: 1 })
      if (!claim) break
      labels.push(claim.label)
      after = { decidedAt: claim.decidedAt ?? 0, key: claim.key }
      expect(claim.decidedBy).toEqual({ type: 'administrator', keyId: null })
    }
    expect(labels).toEqual(['b', 'c', 'a'])
  })
})
