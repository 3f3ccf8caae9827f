import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { indexNames } from '../../../src/core/policies/update.ts'
import { hashSkeleton, skeletonOf } from '../../../src/ens/skeleton.ts'
import { defaultPolicySettings } from '../../../src/model/policy.ts'
import {
  findLabelsBySkeleton,
  findPolicy,
  findUnindexedDomains,
  indexNextNames,
  indexStart,
  writePolicy,
} from '../../../src/store/entities/policies.ts'
import { countNamesOfWallet } from '../../../src/store/entities/quotas.ts'
import { claimSubname } from '../../../src/store/entities/subnames.ts'
import { newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('The index of a policy', (store) => {
  const fill = async (count: number) => {
    const { domain } = await onboardDomain(store())
    const holder = randomHex(20)
    const subnames = Array.from({ length: count }, (_, index) =>
      newSubname(domain, `n${index}`, {
        isClaimed: index % 3 > 0,
        claimedAt: index % 3 > 0 ? index : null,
        ...(index % 2 === 0 && { holder }),
      }),
    )
    await insertSubnames(store(), subnames)
    const settings = { ...defaultPolicySettings, version: 1 }
    await store().transaction((tx) => writePolicy(tx, domain, { settings, isIndexed: false }, 1))
    return { domain, subnames, holder }
  }
  const countIndexed = async (domainKey: number) => {
    const { count } = await store()
      .db.selectFrom('subnames')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('domainKey', '=', domainKey)
      .where('skeleton', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  it('rule: every name of the domain, and no other, is indexed in parts, by several processes at once', async () => {
    const { domain, holder } = await fill(1300)
    const { domain: other } = await fill(10)
    expect(await findUnindexedDomains(store().db)).toEqual(expect.arrayContaining([domain.key, other.key]))
    await Promise.all([1, 2, 3].map(() => indexNames({ store: store() }, domain.key, () => false)))
    expect([await countIndexed(domain.key), await countIndexed(other.key)]).toEqual([1300, 0])
    expect(await findUnindexedDomains(store().db)).not.toContain(domain.key)
    expect(await findPolicy(store().db, domain)).toMatchObject({ isIndexed: true })
    const hash = hashSkeleton(skeletonOf('n1l0'))
    expect(await findLabelsBySkeleton(store().db, domain, [hash])).toEqual(['n110'])
    expect(await countNamesOfWallet(store().db, domain, holder, 5)).toBe(5)
    expect(await countNamesOfWallet(store().db, domain, holder, 1000)).toBe(650)
    expect(await countNamesOfWallet(store().db, domain, randomHex(20), 5)).toBe(0)
  })

  it('rule: a reservation that is accepted meanwhile is indexed too, and an interrupted run is repeated', async () => {
    const { domain, subnames } = await fill(30)
    const reserved = subnames.filter(({ isClaimed }) => !isClaimed)
    const [, , , , , late] = reserved
    if (!late) throw new Error('There are reservations.')
    const position = await store().transaction((tx) => indexNextNames(tx, domain.key, indexStart, 2))
    expect(await countIndexed(domain.key)).toBe(2)
    await store().transaction((tx) => claimSubname(tx, { subname: late, holder: late.holder, claimedAt: 1 }))
    let next = position
    while (next) {
      const from: typeof indexStart = next
      next = await store().transaction((tx) => indexNextNames(tx, domain.key, from, 2))
    }
    expect(await countIndexed(domain.key)).toBe(30)
    await indexNames({ store: store() }, domain.key, () => true)
    expect(await findUnindexedDomains(store().db)).toContain(domain.key)
    await indexNames({ store: store() }, domain.key, () => false)
    expect(await findUnindexedDomains(store().db)).not.toContain(domain.key)
  })

  it('rule: names without a policy take no room in the indexes', async () => {
    const { domain } = await onboardDomain(store())
    await insertSubnames(store(), [newSubname(domain, 'alice')])
    const { rows } = await sql<{ skeleton: number | null }>`
      select skeleton from subnames where domain_key = ${domain.key}
    `.execute(store().db)
    expect(rows).toEqual([{ skeleton: null }])
  })
})
