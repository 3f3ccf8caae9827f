import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listSubnames } from '../../src/store/subname-listing.ts'
import { claimSubname, deleteSubname } from '../../src/store/subnames.ts'
import { describeOnEachStore } from '../support/stores.ts'
import { issueMany } from './bulk.ts'
import { storedDomain } from './compare.ts'
import { addSubname, newSubname, onboardDomain, randomHex } from './entities.ts'

describeOnEachStore('the blocks of a chain', (store) => {
  it('rule: their counts follow names that are added, claimed and removed inside them', async () => {
    const { domain } = await onboardDomain(store())
    const subnames = Array.from({ length: 25_000 }, (_, index) =>
      newSubname(domain, `n${index}`, { createdAt: 10 + index, isClaimed: index % 10 !== 0 }),
    )
    await issueMany(store(), subnames)
    await addSubname(store(), newSubname(domain, 'oldest', { createdAt: 1 }))
    for (const { id } of [...subnames.slice(5, 8), ...subnames.slice(-2)]) await deleteSubname(store().db, id)
    for (const { id } of [...subnames.slice(20, 21), ...subnames.slice(-10)])
      await store().transaction((tx) => claimSubname(tx, { id, holder: randomHex(20), claimedAt: 5 }))

    const { rows } = await sql<{ kept: number; names: number; kept_claimed: number; claimed: number }>`
      select subname_count as kept, claimed_count as kept_claimed, (
        select count(*) from subnames where chain_id = 1 and created_at <= subname_blocks.created_at
      ) as names, (
        select count(*) from subnames
        where chain_id = 1 and is_claimed = 1 and created_at <= subname_blocks.created_at
      ) as claimed
      from subname_block_counts join subname_blocks on subname_blocks.number = subname_block_counts.number
      where domain_id = ${domain.id} and chain_id = 1
    `.execute(store().db)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ kept: 9998, names: 9998, kept_claimed: rows[0]?.claimed })

    const slice = { orderBy: 'createdAt', direction: 'asc', offset: 12_000, limit: 1 } as const
    const filter = { chainId: 1, domains: [await storedDomain(store(), domain)] }
    const [found] = await listSubnames(store().db, filter, slice)
    expect(found?.label).toBe('n12002')
  })
})
