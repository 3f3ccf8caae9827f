import { sql } from 'kysely'
import type { Subname } from '../../src/model/subname.ts'
import { toAddressRows, toSubnameRow } from '../../src/store/entities/subname-row.ts'
import type { Store } from '../../src/store/store.ts'

const rowsPerStatement = 500

/** Inserts subnames and counts them below every domain, many rows a statement and all in one transaction. */
export function insertSubnames(store: Store, subnames: readonly Subname[]): Promise<void> {
  return store.transaction(async (tx) => {
    for (let start = 0; start < subnames.length; start += rowsPerStatement) {
      const some = subnames.slice(start, start + rowsPerStatement)
      await tx.insertInto('subnames').values(some.map(toSubnameRow)).execute()
      const addresses = some.flatMap(toAddressRows)
      if (addresses.length > 0) await tx.insertInto('subname_addresses').values(addresses).execute()
    }
    await sql`
      update domains set
        subname_count = (select count(*) from subnames where domain_id = domains.id),
        claimed_count = (select count(*) from subnames where domain_id = domains.id and is_claimed = 1)
    `.execute(tx)
  })
}
