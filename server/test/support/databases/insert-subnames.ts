import { sql } from 'kysely'
import type { Subname } from '../../../src/model/subname.ts'
import { insertAddresses } from '../../../src/store/entities/address-index.ts'
import { keyOfDomain, toSubnameRow } from '../../../src/store/entities/subnames.ts'
import type { Store } from '../../../src/store/store.ts'

const rowsPerStatement = 500

/** Inserts subnames and counts them below every domain, many rows a statement and all in one transaction. */
export function insertSubnames(store: Store, subnames: readonly Subname[]): Promise<void> {
  return store.transaction(async (tx) => {
    for (let start = 0; start < subnames.length; start += rowsPerStatement) {
      const some = subnames.slice(start, start + rowsPerStatement)
      const rows = await tx
        .insertInto('subnames')
        .values(
          some.map((subname) => ({
            ...toSubnameRow(subname, { key: 0, policyVersion: 0 }),
            domainKey: keyOfDomain(subname.domainId),
          })),
        )
        .returning(['key', 'domainKey', 'isClaimed'])
        .execute()
      await insertAddresses(
        tx,
        rows.map((row, index) => ({ ...row, addresses: some[index]?.records.addresses ?? [] })),
      )
    }
    await sql`
      update domains set
        subname_count = (select count(*) from subnames where domain_key = domains.key),
        claimed_count = (select count(*) from subnames where domain_key = domains.key and is_claimed = 1)
    `.execute(tx)
  })
}
