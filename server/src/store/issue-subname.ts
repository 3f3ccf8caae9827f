import { sql } from 'kysely'
import { hasPlace, takeSubnameSlot } from './domains.ts'
import type { Store } from './open.ts'
import { type Given, prepared } from './prepared.ts'
import { type Subname, toAddressRows, toSubnameRow } from './subname-row.ts'
import { insertSubname } from './subnames.ts'
import type { SubnameAddressRow, SubnameRow } from './tables.ts'

/** What became of a subname that was to be issued; `no place`: its domain is full, blocked or deleted by now. */
export type Issuing = 'issued' | 'taken' | 'no place'

/** Writes a new subname with its addresses and counts it: all of it or nothing. The database decides every race. */
export const issueSubname = (store: Store, subname: Subname): Promise<Issuing> =>
  store.dialect === 'postgres' ? issueAtOnce(store, subname) : issueInSteps(store, subname)

const noPlace = new Error('The domain has no place for another subname.')

const issueInSteps = async (store: Store, subname: Subname): Promise<Issuing> => {
  try {
    return await store.transaction(async (tx) => {
      if (!(await insertSubname(tx, subname))) return 'taken'
      if (!(await takeSubnameSlot(tx, subname))) throw noPlace
      return 'issued'
    })
  } catch (error) {
    if (error === noPlace || isForeignKeyViolation(error)) return 'no place'
    throw error
  }
}

/**
 * One statement in place of a transaction of five: each of those is a message to the server and back, and for two of them
 * the domain's row, which all adds below it need, would be held.
 */
const issueAtOnce = async (store: Store, subname: Subname): Promise<Issuing> => {
  const values = { ...toSubnameRow(subname), addressRows: JSON.stringify(toAddressRows(subname)) }
  try {
    const { rows } = await store.statement((db) => issuing(db, values))
    return rows.length === 1 ? 'issued' : 'taken'
  } catch (error) {
    if (isCheckViolation(error) || isForeignKeyViolation(error)) return 'no place'
    throw error
  }
}

/** SQLSTATE check_violation. */
const isCheckViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514'

/** The domain itself is gone: it was purged. Both databases say so in these words. */
const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && /violates foreign key|FOREIGN KEY constraint failed/.test(error.message)

type Values = SubnameRow & { readonly addressRows: string }

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
const issuing = prepared((db, { addressRows, ...row }: Given<Values>) =>
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
            .when(hasPlace(eb))
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
