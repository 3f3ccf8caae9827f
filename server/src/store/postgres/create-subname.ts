import { sql } from 'kysely'
import { errorCode } from '../../error-code.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { indexedAddresses } from '../entities/address-index.ts'
import { hasCapacity } from '../entities/domains.ts'
import { type NewSubnameRow, toSubnameRow } from '../entities/subname-row.ts'
import { keyOfDomain } from '../entities/subnames.ts'
import type { StoreWriter } from '../tables.ts'

/**
 * One statement in place of a transaction of five: each of those is a round trip to the server, and two of them would hold the
 * lock on the domain's row, which all adds below it need.
 */
export async function createSubnameInPostgres(
  writer: StoreWriter,
  subname: Subname,
  workspaceId: string,
): Promise<CreateSubnameOutcome> {
  const addresses = indexedAddresses(subname.records.addresses)
  const values = {
    ...toSubnameRow(subname),
    domainId: subname.domainId,
    hashes: addresses.map(({ hash }) => hash),
    coinTypes: addresses.map(({ coinType }) => coinType),
    workspaceId,
  }
  try {
    const { rows } = await writer.statement((db) => insertCounted(db, values))
    return rows.length === 1 ? 'issued' : 'taken'
  } catch (error) {
    if (isCapacityViolation(error)) return 'no-capacity'
    throw error
  }
}

/** SQLSTATE check_violation, of a full or closed domain, and those of a purged one: not_null_ and foreign_key_violation. */
const capacitySqlStates: readonly (string | undefined)[] = ['23514', '23502', '23503']

function isCapacityViolation(error: unknown): boolean {
  return capacitySqlStates.includes(errorCode(error))
}

type InsertCountedValues = NewSubnameRow & {
  readonly domainId: string
  readonly workspaceId: string
  /** Of its addresses, as `IndexedAddress` has them. */
  readonly hashes: readonly string[]
  readonly coinTypes: readonly number[]
}

/**
 * The name is inserted before it is counted, as everywhere: a delete locks its row before that of the domain. A domain without
 * capacity gets a count that its check constraint rejects, which rolls back the whole statement.
 */
const insertCounted = compiled(
  (db, { domainId, workspaceId, hashes, coinTypes, ...row }: Params<InsertCountedValues>) =>
    db
      .with('issued', (statement) =>
        statement
          .insertInto('subnames')
          .values({ ...row, domainKey: keyOfDomain(domainId) })
          .onConflict((conflict) => conflict.columns(['label', 'domainKey']).doNothing())
          .returning(['key', 'domainKey', 'isClaimed']),
      )
      .with('counted', (statement) =>
        statement
          .updateTable('domains')
          .from('issued')
          .whereRef('domains.key', '=', 'issued.domainKey')
          .set(({ eb }) => ({
            subnameCount: eb
              .case()
              .when(hasCapacity(eb, { workspaceId, createdAt: row.createdAt }))
              .then(eb('subnameCount', '+', 1))
              .else(eb.lit(-1))
              .end(),
            claimedCount: eb('claimedCount', '+', sql<number>`issued.is_claimed`),
          })),
      )
      .with('addressed', (statement) =>
        statement
          .insertInto('subnameAddresses')
          .columns(['addressHash', 'coinType', 'subnameKey', 'domainKey', 'isClaimed'])
          .expression(
            sql`select hash, coin_type, issued.key, issued.domain_key, issued.is_claimed
            from issued cross join unnest(${hashes}::bigint[], ${coinTypes}::oid[]) as addresses (hash, coin_type)`,
          ),
      )
      .selectFrom('issued')
      .select('key'),
)
