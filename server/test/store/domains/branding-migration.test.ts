import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { parseDatabaseUrl } from '../../../src/store/database-url.ts'
import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import { findDomain, insertDomain } from '../../../src/store/entities/domains.ts'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { insertResolver } from '../../../src/store/entities/resolvers.ts'
import { applyMigrations, missingMigrations } from '../../../src/store/migrate.ts'
import { withColumnCodec } from '../../../src/store/plain-database.ts'
import { openStore } from '../../../src/store/store.ts'
import { newDomain, newResolver, newWorkspace, writeUnserved } from '../../support/databases/entities.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'

const earlier = missingMigrations([]).filter((name) => name < '0019')

describeOnEachDatabase('The branding from before migration 19', (databases) => {
  it('rule: it is kept', async () => {
    const url = await databases.create()
    const { db: plain, close } = await parseDatabaseUrl(url).open(10_000)
    await plain.transaction().execute((tx) => applyMigrations(tx, dialectOf(tx), earlier))
    const [workspace, resolver] = [newWorkspace(), newResolver()]
    const domain = newDomain(workspace.id, resolver.id)
    const db = withColumnCodec(plain)
    await insertWorkspace(db, workspace)
    await writeUnserved(db, async (tx) => {
      await insertResolver(tx, resolver)
      await insertDomain(tx, domain)
    })
    const branding = { accent: '#1a56db', title: 'Acme', words: 'Ours', links: [] }
    await sql`update domains set look = ${JSON.stringify(branding)}`.execute(plain)
    await close()

    const store = await openStore({ url })
    expect(await findDomain(store.db, domain.chainId, domain.name)).toMatchObject({ branding })
    await store.close()
  })
})
