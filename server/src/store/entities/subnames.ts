import { type ExpressionBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { splitName } from '../../ens/name.ts'
import type { AddressRecord } from '../../ens/record-kinds/addresses.ts'
import type { Records } from '../../ens/records.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { hexToBytes, uuidToBytes } from '../driver/bytes.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import type { Queryable, StoreTransaction, Tables } from '../tables.ts'
import { deleteAddresses, insertAddresses, markAddressesClaimed } from './address-index.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'
import {
  type NewSubnameRow,
  type SubnameRef,
  subnameColumns,
  toSubname,
  toSubnameRow,
  withState,
} from './subname-row.ts'

/** False when the label exists; the transaction may continue. The unique index decides races. */
export async function insertSubname(
  tx: StoreTransaction,
  subname: Subname,
  domain: Pick<Domain, 'policyVersion'>,
): Promise<boolean> {
  const { rows } = await insertRow(tx, { ...toSubnameRow(subname, domain), domainId: subname.domainId })
  const [row] = rows
  if (!row) return false
  await insertAddresses(tx, row, subname.records.addresses)
  return true
}

const insertRow = compiled((db, { domainId, ...row }: Params<NewSubnameRow & { domainId: string }>) =>
  db
    .insertInto('subnames')
    .values({ ...row, domainKey: keyOfDomain(domainId) })
    .onConflict((conflict) => conflict.columns(['label', 'domainKey']).doNothing())
    .returning(['key', 'domainKey', 'isClaimed']),
)

/** Null when the domain was purged, which the column rejects. */
export function keyOfDomain(id: unknown) {
  return sql<number>`(select domains.key from domains where domains.id = ${id})`
}

interface NameOnChain {
  readonly chainId: number
  readonly label: string
  readonly domain: string
}

const byName = compiled((db, { chainId, label, domain }: Params<NameOnChain>) =>
  db
    .selectFrom('domains')
    .innerJoin('subnames', 'subnames.domainKey', 'domains.key')
    .select(subnameColumns)
    .where('domains.chainId', '=', chainId)
    .where('domains.name', '=', domain)
    .where('subnames.label', '=', label),
)

export async function findSubname(
  db: Queryable,
  chainId: number,
  name: string,
): Promise<Subname | undefined> {
  const [row] = (await byName(db, { chainId, ...splitName(name) })).rows
  return row && toSubname(row)
}

export interface RecordsUpdate {
  /** The version from which the records were computed. */
  readonly subname: Subname
  readonly records: Records
  readonly updatedAt: number
  /** Of a transfer. */
  readonly holder?: Hex | undefined
}

/** False when the subname changed or is gone: read and merge again. The update compares versions atomically. */
export async function updateSubnameRecords(
  tx: StoreTransaction,
  { subname, records, updatedAt, holder }: RecordsUpdate,
): Promise<boolean> {
  const row = await tx
    .updateTable('subnames')
    .set({
      ...encodeRecords(records),
      version: subname.version + 1,
      updatedAt,
      ...(holder && withFirstHolder(holder)),
    })
    .where(isSubname(subname))
    .where('version', '=', subname.version)
    .returning(['key', 'domainKey', 'isClaimed'])
    .executeTakeFirst()
  if (!row) return false
  const { addresses: before } = subname.records
  const { addresses: after } = records
  await deleteAddresses(
    tx,
    row.key,
    before.filter((record) => !includesAddress(after, record)),
  )
  await insertAddresses(
    tx,
    row,
    after.filter((record) => !includesAddress(before, record)),
  )
  return true
}

export function includesAddress(
  addresses: readonly AddressRecord[],
  { coinType, address }: AddressRecord,
): boolean {
  return addresses.some((record) => record.coinType === coinType && record.address === address)
}

/**
 * Turns a reservation into a claimed subname and counts it. Requires a prior update of the records in the same
 * transaction.
 */
export async function claimSubname(
  tx: StoreTransaction,
  { subname, holder, claimedAt }: { subname: SubnameRef; holder: Hex; claimedAt: number },
): Promise<void> {
  const row = await tx
    .updateTable('subnames')
    .set({ isClaimed: true, ...withFirstHolder(holder), claimedAt })
    .where(isSubname(subname))
    .where('isClaimed', '=', false)
    .returning(['key', 'domainKey', 'records', 'largeTexts'])
    .executeTakeFirst()
  if (!row) return
  await markAddressesClaimed(tx, row.key, decodeRecords(row).addresses)
  await tx
    .updateTable('domains')
    .set(({ eb }) => ({ claimedCount: eb('claimedCount', '+', 1) }))
    .where('key', '=', row.domainKey)
    .execute()
}

/** Returns the last state; `undefined` when it was gone. */
export async function deleteSubname(tx: StoreTransaction, subname: Subname): Promise<Subname | undefined> {
  const row = await tx.deleteFrom('subnames').where(isSubname(subname)).returningAll().executeTakeFirst()
  if (!row) return undefined
  const deleted = withState(subname, row)
  await deleteAddresses(tx, row.key, deleted.records.addresses)
  // After the name, so that `markLookups` of another process leaves no row.
  await tx.deleteFrom('lastLookups').where('subnameKey', '=', row.key).execute()
  return deleted
}

/** Keeps the address that the name was issued to when another one becomes the holder. */
function withFirstHolder(holder: Hex) {
  const bytes = hexToBytes(holder)
  const firstHolder = sql<Uint8Array | null>`
    case when holder = ${bytes} then first_holder else coalesce(first_holder, holder) end`
  return { holder: bytes, firstHolder }
}

/** The id excludes a later subname with the same label. */
export function isSubname({ id, domainId, label }: SubnameRef) {
  return (eb: ExpressionBuilder<Tables, 'subnames'>) =>
    eb.and([
      eb('subnames.label', '=', label),
      eb('subnames.domainKey', '=', keyOfDomain(domainId)),
      eb('subnames.id', '=', uuidToBytes(id)),
    ])
}
