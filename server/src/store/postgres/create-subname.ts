import { sql } from 'kysely'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { hasCapacity } from '../entities/domains.ts'
import { toAddressRows, toSubnameRow } from '../entities/subname-row.ts'
import type { StoreWriter, SubnameAddressRow, SubnameRow } from '../tables.ts'

/**
 * One statement in place of a transaction of five: each of those is a message to the server and back, and for two of them
 * the domain's row, which all adds below it need, would be held.
 */
export async function createSubnameInPostgres(
  writer: StoreWriter,
  subname: Subname,
  workspaceId: string,
): Promise<CreateSubnameOutcome> {
  const addressRows = JSON.stringify(toAddressRows(subname))
  const values = { ...toSubnameRow(subname), addressRows, workspaceId }
  try {
    const { rows } = await writer.statement((db) => insertCounted(db, values))
    return rows.length === 1 ? 'issued' : 'taken'
  } catch (error) {
    if (isCapacityViolation(error)) return 'no-capacity'
    throw error
  }
}

/** SQLSTATE check_violation, of a full or closed domain, and foreign_key_violation, of one that was purged. */
function isCapacityViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23514' || error.code === '23503')
}

type InsertCountedValues = SubnameRow & { readonly addressRows: string; readonly workspaceId: string }

/** Named, so that a version that knows no other columns writes these. */
const addressColumns = [
  'subname_id',
  'coin_type',
  'address',
  'chain_id',
  'created_at',
  'domain_id',
  'is_claimed',
] as const satisfies readonly (keyof SubnameAddressRow)[]

/**
 * The name is inserted before it is counted, as everywhere: whoever deletes one holds its row before that of the domain. A
 * domain without a place is given a count that its check refuses, which undoes the whole statement.
 */
const insertCounted = compiled((db, { addressRows, workspaceId, ...row }: Params<InsertCountedValues>) =>
  db
    .with('issued', (statement) =>
      statement
        .insertInto('subnames')
        .values(row)
        .onConflict((conflict) => conflict.columns(['chain_id', 'name']).doNothing())
        .returning(['id', 'domain_id', 'is_claimed']),
    )
    .with('counted', (statement) =>
      statement
        .updateTable('domains')
        .from('issued')
        .whereRef('domains.id', '=', 'issued.domain_id')
        .set(({ eb }) => ({
          subname_count: eb
            .case()
            .when(hasCapacity(eb, { workspaceId, createdAt: row.created_at }))
            .then(eb('subname_count', '+', 1))
            .else(eb.lit(-1))
            .end(),
          claimed_count: eb('claimed_count', '+', eb.ref('issued.is_claimed')),
        })),
    )
    .with('addressed', (statement) =>
      statement
        .insertInto('subname_addresses')
        .columns(addressColumns)
        .expression(
          sql`select ${sql.join(addressColumns.map((column) => sql.ref(`rows.${column}`)))}
            from issued cross join json_populate_recordset(null::subname_addresses, ${addressRows}) as rows`,
        ),
    )
    .selectFrom('issued')
    .select('id'),
)
