import type { Hex } from 'viem'
import type { Records } from '../../ens/records.ts'
import type { Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import type { Queryable, StoreTransaction, SubnameRow } from '../tables.ts'
import { toAddressRows, toRecordColumns, toSubname, toSubnameRow } from './subname-row.ts'

/**
 * False when the name is taken on its chain; the transaction may go on.
 *
 * The unique index decides. Who inserts the same name at the same time waits until the first transaction ends, and
 * finds the name taken if that one committed.
 */
export async function insertSubname(tx: StoreTransaction, subname: Subname): Promise<boolean> {
  const { numAffectedRows } = await insertion(tx, toSubnameRow(subname))
  if (numAffectedRows !== 1n) return false
  await insertAddresses(tx, subname)
  return true
}

const insertion = compiled((db, row: Params<SubnameRow>) =>
  db
    .insertInto('subnames')
    .values(row)
    .onConflict((conflict) => conflict.columns(['chain_id', 'name']).doNothing()),
)

type NameOnChain = Pick<SubnameRow, 'chain_id' | 'name'>

const byName = compiled((db, { chain_id, name }: Params<NameOnChain>) =>
  db.selectFrom('subnames').selectAll().where('chain_id', '=', chain_id).where('name', '=', name),
)

export async function findSubname(
  db: Queryable,
  chainId: number,
  name: string,
): Promise<Subname | undefined> {
  const [row] = (await byName(db, { chain_id: chainId, name })).rows
  return row && toSubname(row)
}

const idByName = compiled((db, { chain_id, name }: Params<NameOnChain>) =>
  db.selectFrom('subnames').select('id').where('chain_id', '=', chain_id).where('name', '=', name),
)

/** Whether the name is issued or reserved on this chain. */
export async function isTaken(db: Queryable, chainId: number, name: string): Promise<boolean> {
  return (await idByName(db, { chain_id: chainId, name })).rows.length > 0
}

/** New records for a subname, made from those of the version the caller read. */
export interface RecordsUpdate {
  readonly id: string
  readonly expectedVersion: number
  readonly records: Records
  readonly updatedAt: number
}

/**
 * Puts new records in place of those of `expectedVersion`. False when the subname has changed since, or is gone: read
 * it again and merge again.
 *
 * The statement compares the version while it holds the row, and whoever comes second compares with the first one's
 * result, so of two merges of one version only one is written.
 */
export async function updateSubnameRecords(
  tx: StoreTransaction,
  { id, expectedVersion, records, updatedAt }: RecordsUpdate,
): Promise<boolean> {
  const row = await tx
    .updateTable('subnames')
    .set({ ...toRecordColumns(records), version: expectedVersion + 1, updated_at: updatedAt })
    .where('id', '=', id)
    .where('version', '=', expectedVersion)
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  await tx.deleteFrom('subname_addresses').where('subname_id', '=', id).execute()
  await insertAddresses(tx, toSubname(row))
  return true
}

/** Turns a reservation into a claimed subname and counts it as one, in the transaction that has just updated its records. */
export async function claimSubname(
  tx: StoreTransaction,
  { id, holder, claimedAt }: { id: string; holder: Hex; claimedAt: number },
): Promise<void> {
  const row = await tx
    .updateTable('subnames')
    .set({ is_claimed: 1, holder, claimed_at: claimedAt })
    .where('id', '=', id)
    .where('is_claimed', '=', 0)
    .returning('domain_id')
    .executeTakeFirst()
  if (!row) return
  await tx.updateTable('subname_addresses').set({ is_claimed: 1 }).where('subname_id', '=', id).execute()
  await tx
    .updateTable('domains')
    .set(({ eb }) => ({ claimed_count: eb('claimed_count', '+', 1) }))
    .where('id', '=', row.domain_id)
    .execute()
}

/** Deletes a subname with its records and returns its last state; `undefined` when it was gone already. */
export async function deleteSubname(db: Queryable, id: string): Promise<Subname | undefined> {
  const row = await db.deleteFrom('subnames').where('id', '=', id).returningAll().executeTakeFirst()
  return row && toSubname(row)
}

async function insertAddresses(tx: StoreTransaction, subname: Subname): Promise<void> {
  const rows = toAddressRows(subname)
  if (rows.length > 0) await tx.insertInto('subname_addresses').values(rows).execute()
}
