import { sql } from 'kysely'
import type { YieldToEventLoop } from '../../async/time.ts'
import type { AddressRecord } from '../../ens/record-kinds.ts'
import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import type { Column } from '../bulk.ts'
import { columnList } from '../driver/columns.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { SubnameRow, VersionedTransaction } from '../tables.ts'
import { type AddressedSubname, deleteAddressesOfEach, insertAddressesOfEach } from './address-index.ts'
import { changeSubnameCount } from './domains.ts'
import { appendEvents } from './events.ts'
import { freeClaimedTokens } from './quotas.ts'
import { encodeRecords } from './records-codec.ts'
import { includesAddress, type LockedSubname, toSubnameRow } from './subnames.ts'

/** In the order of the statements. */
export interface SubnameWrites {
  readonly deleted: readonly LockedSubname[]
  readonly updated: readonly UpdatedSubname[]
  readonly inserted: readonly Subname[]
  /** Those of `inserted` that are deleted again. */
  readonly withdrawn: ReadonlySet<Subname>
  readonly events: readonly NewEvent[]
  /** As in `CountChange`. */
  readonly peak: number
}

interface UpdatedSubname {
  readonly before: LockedSubname
  readonly after: Subname
}

/** Rows of a statement, which blocks the event loop for some milliseconds on SQLite. */
const chunkRows = 200

/**
 * Writes subnames of one domain, their events, and its counts. False when a label was taken, or the domain has no
 * capacity or is not writable any more: the caller must then roll back.
 */
export async function writeSubnames(
  tx: VersionedTransaction,
  { domain, now }: { readonly domain: Domain; readonly now: number },
  { deleted, updated, inserted, withdrawn, events, peak }: SubnameWrites,
  yieldToEventLoop: YieldToEventLoop,
): Promise<boolean> {
  const inChunks = async <T>(rows: readonly T[], write: (chunk: readonly T[]) => Promise<void>) => {
    for (let start = 0; start < rows.length; start += chunkRows) {
      await write(rows.slice(start, start + chunkRows))
      await yieldToEventLoop()
    }
  }
  const created: LockedSubname[] = []
  await inChunks(deleted, (chunk) => deleteSubnames(tx, domain, chunk))
  await inChunks(updated, (chunk) => updateSubnames(tx, domain, chunk))
  await inChunks(inserted, async (chunk) => void created.push(...(await insertSubnames(tx, domain, chunk))))
  if (created.length < inserted.length) return false
  const gone = created.filter(({ subname }) => withdrawn.has(subname))
  await inChunks(gone, (chunk) => deleteSubnames(tx, domain, chunk))
  await inChunks(events, (chunk) => appendEvents(tx, ...chunk))
  return changeSubnameCount(tx, {
    domainId: domain.id,
    workspaceId: domain.workspaceId,
    policyVersion: domain.policyVersion,
    createdAt: now,
    added: created.length - gone.length - deleted.length,
    addedClaimed: countClaimed(created) - countClaimed(gone) - countClaimed(deleted),
    peak,
  })
}

function countClaimed(rows: readonly LockedSubname[]): number {
  return rows.filter(({ subname }) => subname.isClaimed).length
}

interface SubnameColumn extends Column {
  readonly name: keyof SubnameRow
}

const insertedColumns = [
  { name: 'id', type: 'bytes' },
  { name: 'label', type: 'text' },
  { name: 'holder', type: 'bytes' },
  { name: 'isClaimed', type: 'integer' },
  { name: 'claimedAt', type: 'integer' },
  { name: 'records', type: 'text' },
  { name: 'largeTexts', type: 'text' },
  { name: 'version', type: 'integer' },
  { name: 'createdAt', type: 'integer' },
  { name: 'updatedAt', type: 'integer' },
  { name: 'skeleton', type: 'integer' },
] as const satisfies readonly SubnameColumn[]

/** Only those whose labels are free. */
async function insertSubnames(
  tx: VersionedTransaction,
  domain: Domain,
  subnames: readonly Subname[],
): Promise<readonly LockedSubname[]> {
  const names = insertedColumns.map(({ name }) => name)
  const rows = dialectOf(tx).unnestRows(
    insertedColumns,
    subnames.map((subname) => ({ ...toSubnameRow(subname, domain), isClaimed: Number(subname.isClaimed) })),
  )
  const inserted = await tx
    .insertInto('subnames')
    .columns(['domainKey', ...names])
    .expression(sql`select ${sql.lit(domain.key)}, ${columnList(names)} from ${rows} as added where true`)
    .onConflict((conflict) => conflict.columns(['label', 'domainKey']).doNothing())
    .returning(['key', 'label'])
    .execute()
  const keys = new Map(inserted.map(({ key, label }) => [label, key]))
  const created = subnames.flatMap((subname) => {
    const key = keys.get(subname.label)
    return key === undefined ? [] : [{ key, subname }]
  })
  await insertAddressesOfEach(
    tx,
    created.map((row) => toIndexed(domain, row)),
  )
  return created
}

const updatedColumns = [
  { name: 'key', type: 'integer' },
  { name: 'records', type: 'text' },
  { name: 'large_texts', type: 'text' },
  { name: 'version', type: 'integer' },
  { name: 'updated_at', type: 'integer' },
] as const satisfies readonly Column[]

async function updateSubnames(
  tx: VersionedTransaction,
  domain: Domain,
  updated: readonly UpdatedSubname[],
): Promise<void> {
  const rows = dialectOf(tx).unnestRows(
    updatedColumns,
    updated.map(({ before: { key }, after }) => {
      const { records, largeTexts } = encodeRecords(after.records)
      return { key, records, large_texts: largeTexts, version: after.version, updated_at: after.updatedAt }
    }),
  )
  await sql`
    update subnames set records = changed.records, large_texts = changed.large_texts, version = changed.version,
      updated_at = changed.updated_at
    from ${rows} as changed where subnames.key = changed.key
  `.execute(tx)
  await deleteAddressesOfEach(
    tx,
    updated.map(({ before, after }) => toIndexed(domain, before, withoutAddresses(before.subname, after))),
  )
  await insertAddressesOfEach(
    tx,
    updated.map(({ before, after }) => toIndexed(domain, before, withoutAddresses(after, before.subname))),
  )
}

async function deleteSubnames(
  tx: VersionedTransaction,
  domain: Domain,
  deleted: readonly LockedSubname[],
): Promise<void> {
  const keys = deleted.map(({ key }) => key)
  await tx
    .deleteFrom('subnames')
    .where(anyKeyOf(tx, sql.ref('key'), keys))
    .execute()
  await deleteAddressesOfEach(
    tx,
    deleted.map((row) => toIndexed(domain, row)),
  )
  if (domain.policyVersion > 0)
    await freeClaimedTokens(
      tx,
      deleted.map(({ subname }) => subname.id),
    )
}

/** The addresses of `subname` that `other` does not have. */
function withoutAddresses(subname: Subname, other: Subname): readonly AddressRecord[] {
  return subname.records.addresses.filter((record) => !includesAddress(other.records.addresses, record))
}

function toIndexed(
  { key: domainKey }: Domain,
  { key, subname }: LockedSubname,
  addresses = subname.records.addresses,
): AddressedSubname {
  return { key, domainKey, isClaimed: subname.isClaimed, addresses }
}
