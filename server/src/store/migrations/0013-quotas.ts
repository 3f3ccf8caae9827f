import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Quotas of a policy count a name for the address that it was issued to, whatever its holder does with it afterwards. */
export async function up(
  tx: PlainTransaction,
  { createTable, text, integer, bytes }: SqlDialect,
): Promise<void> {
  await sql`alter table subnames add column first_holder ${bytes}`.execute(tx)
  await createTable(tx, 'released_counts')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('names', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('released_counts_key', ['domain_key', 'address'])
    .execute()
  await createTable(tx, 'claimed_tokens')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('contract', text, (column) => column.notNull())
    .addColumn('token_id', text, (column) => column.notNull())
    .addColumn('owner_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('claimed_tokens_key', ['domain_key', 'chain_id', 'contract', 'token_id'])
    .execute()
  await setFirstHolders(tx)
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  'drop index subnames_by_holder',
  `create index subnames_by_first_holder on subnames (domain_key, substr(coalesce(first_holder, holder), 1, 6))
    where skeleton is not null`,
  'create index claimed_tokens_by_owner on claimed_tokens (owner_id)',
]

interface HolderEvent {
  readonly sequence: number
  readonly chainId: number
  readonly name: string
  readonly createdAt: number
  /** JSON array of `[field, key, before, after]`. */
  readonly changes: string
}

const chunkRows = 1000

/** Of names that were transferred: the holder before the first transfer, as far as the event log goes back. */
async function setFirstHolders(tx: PlainTransaction): Promise<void> {
  for (const [table, key] of [
    ['event_log', 'sequence'],
    ['pending_events', 'key'],
  ] as const)
    for (let after = -1; ; ) {
      const { rows } = await sql<HolderEvent>`
        select ${sql.ref(key)} as sequence, chain_id as "chainId", name, created_at as "createdAt", changes
        from ${sql.table(table)}
        where ${sql.ref(key)} > ${after} and type in ('subname.transferred', 'subname.accepted')
        order by ${sql.ref(key)} limit ${sql.lit(chunkRows)}
      `.execute(tx)
      for (const event of rows) await setFirstHolder(tx, event)
      const last = rows.at(-1)
      if (!last || rows.length < chunkRows) break
      after = Number(last.sequence)
    }
}

async function setFirstHolder(
  tx: PlainTransaction,
  { chainId, name, createdAt, changes }: HolderEvent,
): Promise<void> {
  const tuples: readonly (readonly [string, unknown, unknown, unknown])[] = JSON.parse(changes)
  const holder = tuples.find(([field]) => field === 'holder')?.[2]
  if (typeof holder !== 'string') return
  const dot = name.indexOf('.')
  await sql`
    update subnames set first_holder = ${Buffer.from(holder.slice(2), 'hex')}
    where label = ${name.slice(0, dot)} and first_holder is null and created_at <= ${createdAt} and domain_key =
      (select key from domains where chain_id = ${chainId} and name = ${name.slice(dot + 1)})
  `.execute(tx)
}
