import { type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import { type ChainId, storedChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, splitName, storedLabel, storedName } from '../../ens/names.ts'
import type { AddressRecord } from '../../ens/record-kinds.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import type { Records } from '../../ens/stored-records.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { bytesToHex, bytesToUuid, hexToBytes, uuidToBytes } from '../driver/columns.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { Queryable, StoreTransaction, SubnameRow, Tables, VersionedTransaction } from '../tables.ts'
import { deleteAddresses, insertAddresses, markAddressesClaimed } from './address-index.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'

/** Null when the domain was purged. */
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
  chainId: ChainId,
  name: EnsName,
): Promise<Subname | undefined> {
  const [row] = (await byName(db, { chainId, ...splitName(name) })).rows
  return row && toSubname(row)
}

interface SubnameRecordsUpdate {
  /** The version from which the records were computed. */
  readonly subname: Subname
  readonly records: Records
  readonly updatedAt: number
  /** Of a transfer. */
  readonly holder?: Hex | undefined
}

/** False when the subname changed or is gone: read and merge again. The update compares versions atomically. */
export async function updateSubnameRecords(
  tx: VersionedTransaction,
  { subname, records, updatedAt, holder }: SubnameRecordsUpdate,
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
  const added = after.filter((record) => !includesAddress(before, record))
  await insertAddresses(tx, [{ ...row, addresses: added }])
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
  tx: VersionedTransaction,
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
export async function deleteSubname(
  tx: VersionedTransaction,
  subname: Subname,
): Promise<Subname | undefined> {
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

export type SubnameRef = Pick<Subname, 'id' | 'domainId' | 'label'>

/** Without columns that the database generates. */
export type NewSubnameRow = Omit<SubnameRow, 'key' | 'firstHolder'>

type SubnameStateRow = Omit<NewSubnameRow, 'domainKey' | 'id' | 'label' | 'createdAt' | 'skeleton'>

export const subnameColumns = [
  'subnames.id',
  'subnames.label',
  'subnames.holder',
  'subnames.isClaimed',
  'subnames.claimedAt',
  'subnames.records',
  'subnames.largeTexts',
  'subnames.version',
  'subnames.createdAt',
  'subnames.updatedAt',
  'domains.id as domainId',
  'domains.chainId',
  'domains.name as domainName',
] as const

type JoinedSubnameRow = Omit<NewSubnameRow, 'domainKey' | 'skeleton'> & {
  readonly domainId: string
  readonly chainId: number
  readonly domainName: string
}

/** Times equal to `createdAt` are stored as null. */
export function toSubnameRow(
  subname: Subname,
  { key: domainKey, policyVersion }: Pick<Domain, 'key' | 'policyVersion'>,
): NewSubnameRow {
  const { createdAt, claimedAt, updatedAt } = subname
  return {
    domainKey,
    id: uuidToBytes(subname.id),
    label: subname.label,
    holder: hexToBytes(subname.holder),
    isClaimed: subname.isClaimed,
    claimedAt: claimedAt === createdAt ? null : claimedAt,
    ...encodeRecords(subname.records),
    version: subname.version,
    createdAt,
    updatedAt: updatedAt === createdAt ? null : updatedAt,
    skeleton: policyVersion > 0 ? hashSkeleton(skeletonOf(subname.label)) : null,
  }
}

export function toSubname(row: JoinedSubnameRow): Subname {
  const label = storedLabel(row.label)
  const identity = {
    id: bytesToUuid(row.id),
    domainId: row.domainId,
    chainId: storedChainId(row.chainId),
    name: joinName(label, storedName(row.domainName)),
    label,
    createdAt: row.createdAt,
  }
  return withState(identity, row)
}

type SubnameIdentity = Pick<Subname, 'id' | 'domainId' | 'chainId' | 'name' | 'label' | 'createdAt'>

function withState(identity: SubnameIdentity, row: SubnameStateRow): Subname {
  const { createdAt } = identity
  const { isClaimed } = row
  return {
    ...identity,
    holder: bytesToHex(row.holder),
    isClaimed,
    claimedAt: row.claimedAt ?? (isClaimed ? createdAt : null),
    records: decodeRecords(row),
    version: row.version,
    updatedAt: row.updatedAt ?? createdAt,
  }
}

/** A subname whose row is locked until the transaction ends. */
export interface LockedSubname {
  readonly key: number
  readonly subname: Subname
}

/** By label. Locks in the order of the labels: two batches that lock the same names cannot deadlock. */
export async function lockSubnames(
  tx: StoreTransaction,
  domain: Domain,
  labels: readonly string[],
): Promise<ReadonlyMap<string, LockedSubname>> {
  const query = selectLabels(tx, domain, labels).selectAll().orderBy('label').$call(dialectOf(tx).forUpdate)
  return toSubnames(domain, await query.execute())
}

/** By label, as they are now. */
export async function findSubnames(
  db: Queryable,
  domain: Domain,
  labels: readonly string[],
): Promise<ReadonlyMap<string, Subname>> {
  const rows = await selectLabels(db, domain, labels).selectAll().execute()
  return new Map([...toSubnames(domain, rows)].map(([label, { subname }]) => [label, subname]))
}

function selectLabels(db: Queryable, { key }: Domain, labels: readonly string[]) {
  return db.selectFrom('subnames').where('domainKey', '=', key).where(isOneOf(db, labels))
}

function toSubnames(
  { id: domainId, chainId, name: domainName }: Domain,
  rows: readonly Selectable<SubnameRow>[],
): ReadonlyMap<string, LockedSubname> {
  return new Map(
    rows.map(({ key, ...row }) => [
      row.label,
      { key, subname: toSubname({ ...row, domainId, chainId, domainName }) },
    ]),
  )
}

/** Bytes of the stored records of these subnames. */
export async function countRecordBytes(
  db: Queryable,
  domain: Domain,
  labels: readonly string[],
): Promise<number> {
  const { bytes } = await selectLabels(db, domain, labels)
    .select(
      sql<number>`cast(coalesce(sum(octet_length(records) + coalesce(octet_length(large_texts), 0)), 0) as bigint)`.as(
        'bytes',
      ),
    )
    .executeTakeFirstOrThrow()
  return bytes
}

export async function findTakenLabels(
  db: Queryable,
  domain: Domain,
  labels: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectLabels(db, domain, labels).select('label').execute()
  return new Set(rows.map(({ label }) => label))
}

function isOneOf(db: Queryable, labels: readonly string[]): RawBuilder<SqlBool> {
  return dialectOf(db).anyOf(sql.ref('label'), labels)
}
