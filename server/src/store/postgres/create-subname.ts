import { sql } from 'kysely'
import { errorCode } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/statements.ts'
import { indexedAddresses } from '../entities/address-index.ts'
import { hasCapacity } from '../entities/domains.ts'
import { toEventRow } from '../entities/event-row.ts'
import { type NewSubnameRow, toSubnameRow } from '../entities/subnames.ts'
import type { EventRow, StoreWriter } from '../tables.ts'

/** One statement instead of five round trips, two of which would hold the domain's row. */
export async function createSubnameInPostgres(
  writer: StoreWriter,
  subname: Subname,
  { key, workspaceId, policyVersion }: Pick<Domain, 'key' | 'workspaceId' | 'policyVersion'>,
  event: NewEvent,
): Promise<CreateSubnameOutcome> {
  const addresses = indexedAddresses(subname.records.addresses)
  const values = {
    ...toSubnameRow(subname, { key, policyVersion }),
    hashes: addresses.map(({ hash }) => hash),
    coinTypes: addresses.map(({ coinType }) => coinType),
    workspaceId,
    policyVersion,
    ...toLoggedEvent(event),
  }
  try {
    const { rows } = await writer.statement((db) => insertCounted(db, values))
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

type InsertCountedValues = NewSubnameRow & {
  readonly workspaceId: string
  readonly policyVersion: number
  /** As in `IndexedAddress`. */
  readonly hashes: readonly string[]
  readonly coinTypes: readonly number[]
} & LoggedEvent

/** An event, with other names where the subname or its parameters have the same. */
interface LoggedEvent extends Omit<EventRow, 'createdAt' | 'domainId' | 'workspaceId'> {
  readonly loggedAt: number
  readonly loggedDomainId: Uint8Array | null
  readonly loggedWorkspaceId: Uint8Array | null
}

function toLoggedEvent(event: NewEvent): LoggedEvent {
  const { createdAt, domainId, workspaceId, ...others } = toEventRow(event)
  return { ...others, loggedAt: createdAt, loggedDomainId: domainId, loggedWorkspaceId: workspaceId }
}

/**
 * Inserts before it counts, because deletes lock the name's row first. Without capacity it sets a count that the
 * check constraint rejects.
 */
const insertCounted = compiled(
  (db, { workspaceId, policyVersion, ...others }: Params<InsertCountedValues>) => {
    const { hashes, coinTypes, type, chainId, name, actor, requestId, changes, ...values } = others
    const { loggedAt, loggedDomainId, loggedWorkspaceId, ...row } = values
    return db
      .with('issued', (statement) =>
        statement
          .insertInto('subnames')
          .values(row)
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
              .when(hasCapacity(eb, { workspaceId, policyVersion, createdAt: row.createdAt }, eb.lit(1)))
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
          .columns([
            ...(['createdAt', 'chainId', 'type', 'name', 'domainId', 'workspaceId'] as const),
            ...(['actor', 'requestId', 'changes'] as const),
          ])
          .expression(
            sql`select ${loggedAt}::bigint, ${chainId}::bigint, ${type}::text, ${name}::text,
              ${loggedDomainId}::bytea, ${loggedWorkspaceId}::bytea,
              ${actor}::text, ${requestId}::text, ${changes}::text from issued`,
          ),
      )
      .selectFrom('issued')
      .select('key')
  },
)
