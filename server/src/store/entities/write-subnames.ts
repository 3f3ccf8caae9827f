import { sql } from 'kysely'
import type { YieldToEventLoop } from '../../async/time.ts'
import type { AddressRecord } from '../../ens/record-kinds.ts'
import type { NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import { bulkColumns, columnNames } from '../columns.ts'
import type { CountedDomain } from '../created-subname.ts'
import { columnList } from '../driver/columns.ts'
import { anyKeyOf } from '../driver/sql-dialect.ts'
import { compiledForRows, unnestRows } from '../driver/statements.ts'
import type { StoreTransaction, VersionedTransaction } from '../tables.ts'
import { type AddressedSubname, deleteAddressesOfEach, insertAddresses } from './address-index.ts'
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
  /** Labels of `deleted` whose name of `inserted` takes over the tags and the note; absent: none. */
  readonly replaced?: ReadonlySet<string>
  readonly events: readonly NewEvent[]
  /** As in `CountChange`. */
  readonly peak: number
}

interface UpdatedSubname {
  readonly before: LockedSubname
  readonly after: Subname
}

/**
 * Rows of a statement, which blocks the event loop for up to 10 ms on SQLite. Each statement of fewer rows would write the
 * pending terms of both full-text indexes.
 */
const chunkRows = 500

/** A label was taken; the domain has no capacity, or is not writable any more. */
type WriteOutcome = 'written' | 'taken' | 'no-capacity'

/** Writes subnames of one domain, their events, and its counts. Unless all are written, the caller must roll back. */
export async function writeSubnames(
  tx: VersionedTransaction,
  { domain, now }: { readonly domain: CountedDomain; readonly now: number },
  { deleted, updated, inserted, withdrawn, replaced, events, peak }: SubnameWrites,
  yieldToEventLoop: YieldToEventLoop,
): Promise<WriteOutcome> {
  const inChunks = async <T>(rows: readonly T[], write: (chunk: readonly T[]) => Promise<void>) => {
    for (let start = 0; start < rows.length; start += chunkRows) {
      await write(rows.slice(start, start + chunkRows))
      await yieldToEventLoop()
    }
  }
  const created: LockedSubname[] = []
  const kept = deleted.filter(({ subname }) => replaced?.has(subname.label))
  const setAside = kept.map(({ key }) => ({ from: key, to: -key }))
  await moveNotes(tx, setAside)
  await inChunks(deleted, (chunk) => deleteSubnames(tx, domain, chunk))
  await inChunks(updated, (chunk) => updateSubnames(tx, domain, chunk))
  await inChunks(inserted, async (chunk) => void created.push(...(await insertFreeLabels(tx, domain, chunk))))
  if (created.length < inserted.length) return 'taken'
  await inChunks(created, (chunk) => indexAddresses(tx, domain, chunk))
  const keys = new Map(created.map(({ key, subname }) => [subname.label, key]))
  const movedTo = kept.map(({ key, subname }) => ({ from: -key, to: keys.get(subname.label) ?? key }))
  await moveNotes(tx, movedTo)
  const gone = created.filter(({ subname }) => withdrawn.has(subname))
  await inChunks(gone, (chunk) => deleteSubnames(tx, domain, chunk))
  await inChunks(events, (chunk) => appendEvents(tx, ...chunk))
  const isCounted = await changeSubnameCount(tx, {
    domainId: domain.id,
    workspaceId: domain.workspaceId,
    policyVersion: domain.policyVersion,
    createdAt: now,
    added: created.length - gone.length - deleted.length,
    addedClaimed: countClaimed(created) - countClaimed(gone) - countClaimed(deleted),
    peak,
  })
  return isCounted ? 'written' : 'no-capacity'
}

/** Tags, notes and messages, to the keys of other names: those of a deleted name are deleted by the database. */
async function moveNotes(tx: StoreTransaction, moved: readonly { from: number; to: number }[]) {
  if (moved.length === 0) return
  const rows = unnestRows(tx, { from: 'integer', to: 'integer' }, moved)
  for (const table of ['subname_tags', 'subname_notes', 'message_recipients'])
    await sql`
      update ${sql.table(table)} set subname_key = moved."to"
      from ${rows} as moved where subname_key = moved."from"
    `.execute(tx)
}

function countClaimed(rows: readonly LockedSubname[]): number {
  return rows.filter(({ subname }) => subname.isClaimed).length
}

/** Only those whose labels are free: the unique index decides races. */
export async function insertSubnames(
  tx: VersionedTransaction,
  domain: NewSubnameDomain,
  subnames: readonly Subname[],
): Promise<readonly LockedSubname[]> {
  const created = await insertFreeLabels(tx, domain, subnames)
  await indexAddresses(tx, domain, created)
  return created
}

type NewSubnameDomain = Pick<CountedDomain, 'key' | 'policyVersion'>

async function insertFreeLabels(
  tx: VersionedTransaction,
  domain: NewSubnameDomain,
  subnames: readonly Subname[],
): Promise<readonly LockedSubname[]> {
  const rows = subnames.map((subname) => toSubnameRow(subname, domain))
  const inserted = (await insertFree(tx, rows)).rows
  const keys = new Map(inserted.map(({ key, label }) => [label, key]))
  return subnames.flatMap((subname) => {
    const key = keys.get(subname.label)
    return key === undefined ? [] : [{ key, subname }]
  })
}

function indexAddresses(
  tx: VersionedTransaction,
  domain: NewSubnameDomain,
  created: readonly LockedSubname[],
): Promise<void> {
  return insertAddresses(
    tx,
    created.map((row) => toIndexed(domain, row)),
  )
}

const subnameColumns = columnNames(bulkColumns.subnames)

const insertFree = compiledForRows(bulkColumns.subnames, (db, added) =>
  db
    .insertInto('subnames')
    .columns(subnameColumns)
    .expression(sql`select ${columnList(subnameColumns)} from ${added} as added where true`)
    .onConflict((conflict) => conflict.columns(['label', 'domainKey']).doNothing())
    .returning(['key', 'label']),
)

const updatedColumns = {
  key: 'integer',
  records: 'text',
  large_texts: 'text',
  version: 'integer',
  updated_at: 'integer',
} as const

async function updateSubnames(
  tx: VersionedTransaction,
  domain: CountedDomain,
  updated: readonly UpdatedSubname[],
): Promise<void> {
  const rows = unnestRows(
    tx,
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
  await insertAddresses(
    tx,
    updated.map(({ before, after }) => toIndexed(domain, before, withoutAddresses(after, before.subname))),
  )
}

async function deleteSubnames(
  tx: VersionedTransaction,
  domain: CountedDomain,
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
  { key: domainKey }: Pick<CountedDomain, 'key'>,
  { key, subname }: LockedSubname,
  addresses = subname.records.addresses,
): AddressedSubname {
  return { key, domainKey, isClaimed: subname.isClaimed, addresses }
}
