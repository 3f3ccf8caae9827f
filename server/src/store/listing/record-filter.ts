import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Records } from '../../ens/records.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { endWithoutContenthash, storedTextKey } from '../entities/records-codec.ts'
import type { Queryable } from '../tables.ts'

/** Names that have such a record. */
export type RecordFilter =
  | { readonly kind: 'address'; readonly coinType: number }
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'contenthash' }

/**
 * Condition on a row of `subnames`. For a text it also matches rows with `large_texts`, which are too large to search,
 * and some values equal to the key: check the records with `hasRecord`.
 */
export function mayHaveRecord(db: Queryable, filter: RecordFilter): RawBuilder<SqlBool> {
  const { positionOf } = dialectOf(db)
  switch (filter.kind) {
    case 'address':
      // A scalar subquery: PostgreSQL would join `exists` with all addresses of the domain.
      return sql`(
        select 1 from subname_addresses where subname_addresses.domain_key = subnames.domain_key
          and subname_addresses.coin_type = ${filter.coinType} and subname_addresses.subname_key = subnames.key limit 1
      ) is not null`
    case 'text':
      return sql`(
        subnames.large_texts is not null or ${positionOf(sql`subnames.records`, storedTextKey(filter.key))} > 0
      )`
    case 'contenthash':
      return sql`subnames.records not like ${`%${endWithoutContenthash}`}`
  }
}

export function hasRecord({ texts, addresses, contenthash }: Records, filter: RecordFilter): boolean {
  switch (filter.kind) {
    case 'address':
      return addresses.some(({ coinType }) => coinType === filter.coinType)
    case 'text':
      return texts.some(({ key }) => key === filter.key)
    case 'contenthash':
      return contenthash !== null
  }
}
