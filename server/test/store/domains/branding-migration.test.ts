import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findDomain } from '../../../src/store/entities/domains.ts'
import { openStore } from '../../../src/store/store.ts'
import { onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'

describeOnEachDatabase('The branding from before migration 19', (databases) => {
  it('rule: it is kept, and has the defaults of later fields', async () => {
    const url = await databases.create()
    const earlier = await openStore({ url })
    const stored = { accent: '#1a56db', title: 'Acme', words: 'Ours', links: [] }
    const branding = { ...stored, offersPasskey: true, directory: 'off' as const }
    const { domain } = await onboardDomain(earlier, { branding })
    await sql`update domains set branding = ${JSON.stringify(stored)}`.execute(earlier.db)
    await sql`alter table domains rename column branding to look`.execute(earlier.db)
    await sql`delete from migrations where name = '0019-domain-branding'`.execute(earlier.db)
    await earlier.close()

    const store = await openStore({ url })
    expect(await findDomain(store.db, domain.chainId, domain.name)).toMatchObject({ branding })
    await store.close()
  })
})
