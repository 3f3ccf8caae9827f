import { type Expression, type QueryResult, type RawBuilder, sql } from 'kysely'
import { errorCode } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import { bulkColumns, columnNames } from '../columns.ts'
import type { ColumnTypes } from '../driver/sql-dialect.ts'
import { compiledWith } from '../driver/statements.ts'
import { type IndexedAddress, indexedAddresses } from '../entities/address-index.ts'
import { type CapacityRequest, hasCapacity } from '../entities/domains.ts'
import { toEventRow } from '../entities/event-row.ts'
import { type NewSubnameRow, toSubnameRow } from '../entities/subnames.ts'
import type { EventRow, StoreWriter, VersionedStatement } from '../tables.ts'

/** As `writeSubnames`: one statement instead of five round trips, two of which would hold the domain's row. */
export async function createSubnameInPostgres(
  writer: StoreWriter,
  subname: Subname,
  domain: Pick<Domain, 'key' | 'workspaceId' | 'policyVersion'>,
  event: NewEvent,
): Promise<CreateSubnameOutcome> {
  const { workspaceId, policyVersion } = domain
  const created: CreatedSubname = {
    row: toSubnameRow(subname, domain),
    addresses: indexedAddresses(subname.records.addresses),
    event: toEventRow(event),
    request: { workspaceId, policyVersion, createdAt: subname.createdAt },
  }
  try {
    const { rows } = await writer.statement((db) => insertCounted(db, created))
    return rows.length === 1 ? 'issued' : 'taken'
  } catch (error) {
    if (isCapacityViolation(error)) return 'no-capacity'
    throw error
  }
}

/** check_violation: full or closed domain; foreign_key_violation: purged domain. */
const capacitySqlStates: readonly (string | undefined)[] = ['23514', '23503']

function isCapacityViolation(error: unknown): boolean {
  return capacitySqlStates.includes(errorCode(error))
}

interface CreatedSubname {
  readonly row: NewSubnameRow
  readonly addresses: readonly IndexedAddress[]
  readonly event: EventRow
  readonly request: CapacityRequest
}

/**
 * Inserts before it counts, because deletes lock the name's row first. Without capacity it sets a count that the
 * check constraint rejects.
 */
const insertCounted: (
  db: VersionedStatement,
  created: CreatedSubname,
) => Promise<QueryResult<{ key: number }>> = compiledWith((db, param) => {
  const request = {
    workspaceId: param(({ request }) => request.workspaceId),
    policyVersion: param(({ request }) => request.policyVersion),
    createdAt: param(({ request }) => request.createdAt),
  }
  const hashes = param(({ addresses }) => addresses.map(({ hash }) => hash))
  const coinTypes = param(({ addresses }) => addresses.map(({ coinType }) => coinType))
  const subname = typed(bulkColumns.subnames, (name) => param(({ row }) => row[name]))
  const event = typed(bulkColumns.pendingEvents, (name) => param(({ event }) => event[name]))
  return db
    .with('issued', (statement) =>
      statement
        .insertInto('subnames')
        .columns(columnNames(bulkColumns.subnames))
        .expression(sql`select ${subname}`)
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
            .when(hasCapacity(eb, request, eb.lit(1)))
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
    .with('logged', (statement) =>
      statement
        .insertInto('pendingEvents')
        .columns(columnNames(bulkColumns.pendingEvents))
        .expression(sql`select ${event} from issued`),
    )
    .selectFrom('issued')
    .select('key')
})

const types = { text: 'text', integer: 'bigint', bytes: 'bytea' } as const

/** The values of a row with these columns. */
function typed<Name extends string>(
  columns: Readonly<Record<Name, ColumnTypes[string]>>,
  paramOf: (name: Name) => Expression<unknown>,
): RawBuilder<unknown> {
  return sql.join(columnNames(columns).map((name) => sql`${paramOf(name)}::${sql.raw(types[columns[name]])}`))
}
