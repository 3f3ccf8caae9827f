import { type QueryResult, sql } from 'kysely'
import { errorCode } from '../../errors.ts'
import { bulkColumns, columnNames } from '../columns.ts'
import {
  type CountedDomain,
  type CreatedSubname,
  type CreateSubnamesOutcome,
  latestCreation,
} from '../created-subname.ts'
import { columnList } from '../driver/columns.ts'
import { type ColumnTypes, dialectOf, type UnnestedRow } from '../driver/sql-dialect.ts'
import { compiledWith } from '../driver/statements.ts'
import { indexedAddresses } from '../entities/address-index.ts'
import { type CapacityRequest, hasCapacity } from '../entities/domains.ts'
import { toEventRows } from '../entities/event-row.ts'
import { toSubnameRow } from '../entities/subnames.ts'
import type { StoreWriter, VersionedStatement } from '../tables.ts'

/** As `createSubnamesInTransaction`: one statement instead of five round trips, two of which would hold the domain's row. */
export async function createSubnamesInPostgres(
  writer: StoreWriter,
  domain: CountedDomain,
  created: readonly CreatedSubname[],
): Promise<CreateSubnamesOutcome> {
  const { workspaceId, policyVersion } = domain
  const request = { workspaceId, policyVersion, createdAt: latestCreation(created) }
  const rows = { ...toRows(domain, created), request }
  try {
    const { rows: issued } = await writer.statement((db) => insertCounted(db, rows))
    return new Set(issued.map(({ label }) => label))
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

interface NewRows {
  readonly subnames: readonly UnnestedRow[]
  readonly addresses: readonly UnnestedRow[]
  readonly events: readonly UnnestedRow[]
  readonly request: CapacityRequest
}

/** Those of addresses and events name the label whose key they get, or without which they are left out. */
function toRows(domain: CountedDomain, created: readonly CreatedSubname[]): Omit<NewRows, 'request'> {
  return {
    subnames: created.map(({ subname }) => ({ ...toSubnameRow(subname, domain) })),
    addresses: created.flatMap(({ subname: { label, records } }) =>
      indexedAddresses(records.addresses).map(({ hash, coinType }) => ({ label, hash, coinType })),
    ),
    events: toEventRows(created.map(({ event }) => event)).map((row, position) => ({
      ...row,
      label: created[position]?.subname.label ?? null,
      position,
    })),
  }
}

const addressColumns = { label: 'text', hash: 'integer', coinType: 'integer' } as const

const eventColumns = { ...bulkColumns.pendingEvents, label: 'text', position: 'integer' } as const

/**
 * Inserts before it counts, because deletes lock the name's row first, and in the order of labels, so that two processes
 * wait for each other's names in one order. Without capacity it sets a count that the check constraint rejects.
 */
const insertCounted: (db: VersionedStatement, rows: NewRows) => Promise<QueryResult<{ label: string }>> =
  compiledWith((db, param) => {
    const request = {
      workspaceId: param(({ request }) => request.workspaceId),
      policyVersion: param(({ request }) => request.policyVersion),
      createdAt: param(({ request }) => request.createdAt),
    }
    const unnest = (columns: ColumnTypes, table: 'subnames' | 'addresses' | 'events') =>
      dialectOf(db).unnestRows(columns, (pack) => param((rows) => pack(rows[table])))
    const subnameColumns = columnNames(bulkColumns.subnames)
    const loggedColumns = columnNames(bulkColumns.pendingEvents)
    return db
      .with('issued', (statement) =>
        statement
          .insertInto('subnames')
          .columns(subnameColumns)
          .expression(
            sql`select ${columnList(subnameColumns)} from ${unnest(bulkColumns.subnames, 'subnames')} as added
              order by label`,
          )
          .onConflict((conflict) => conflict.columns(['label', 'domainKey']).doNothing())
          .returning(['key', 'domainKey', 'label', 'isClaimed']),
      )
      .with('total', (statement) =>
        statement
          .selectFrom('issued')
          .groupBy('domainKey')
          .select([
            'domainKey',
            sql<number>`count(*)`.as('names'),
            sql<number>`sum(is_claimed)`.as('claimed'),
          ]),
      )
      .with('counted', (statement) =>
        statement
          .updateTable('domains')
          .from('total')
          .whereRef('domains.key', '=', 'total.domainKey')
          .set(({ eb }) => ({
            subnameCount: eb
              .case()
              .when(hasCapacity(eb, request, sql<number>`total.names`))
              .then(eb('subnameCount', '+', sql<number>`total.names`))
              .else(eb.lit(-1))
              .end(),
            claimedCount: eb('claimedCount', '+', sql<number>`total.claimed`),
          })),
      )
      .with('addressed', (statement) =>
        statement
          .insertInto('subnameAddresses')
          .columns(['addressHash', 'coinType', 'subnameKey', 'domainKey', 'isClaimed'])
          .expression(
            sql`select hash, ${sql.ref('coinType')}, issued.key, issued.domain_key, issued.is_claimed
              from issued join ${unnest(addressColumns, 'addresses')} as addresses on addresses.label = issued.label`,
          ),
      )
      .with('logged', (statement) =>
        statement
          .insertInto('pendingEvents')
          .columns(loggedColumns)
          .expression(
            sql`select ${columnList(loggedColumns)} from ${unnest(eventColumns, 'events')} as events
              where label in (select label from issued) order by position`,
          ),
      )
      .selectFrom('issued')
      .select('label')
  })
