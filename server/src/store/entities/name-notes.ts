import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { foldTag, type NameNotes, noNotes, sortTags } from '../../model/name-notes.ts'
import { maxTagsOfDomain } from '../../model/note-limits.ts'
import { bytesToUuid } from '../driver/columns.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { insertRows, unnestRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

type DomainKey = Pick<Domain, 'key'>

/** A name whose row is locked until the transaction ends. */
export interface NameKey {
  readonly key: number
  /** Of the subname. */
  readonly id: string
  readonly label: string
}

/** In the order of their labels, as `lockSubnames` does; those that exist. */
export async function lockNameKeys(
  tx: StoreTransaction,
  domain: DomainKey,
  labels: readonly string[],
): Promise<readonly NameKey[]> {
  return toNameKeys(await selectLabels(tx, domain, labels).$call(dialectOf(tx).forUpdate).execute())
}

/** As `lockNameKeys`, without locks. */
export async function findNameKeys(
  db: Queryable,
  domain: DomainKey,
  labels: readonly string[],
): Promise<readonly NameKey[]> {
  return toNameKeys(await selectLabels(db, domain, labels).execute())
}

function selectLabels(db: Queryable, { key }: DomainKey, labels: readonly string[]) {
  return db
    .selectFrom('subnames')
    .select(['key', 'id', 'label'])
    .where('domainKey', '=', key)
    .where(dialectOf(db).anyOf(sql.ref('label'), labels))
    .orderBy('label')
}

function toNameKeys(
  rows: readonly { readonly key: number; readonly id: Uint8Array; readonly label: string }[],
) {
  return rows.map((row): NameKey => ({ ...row, id: bytesToUuid(row.id) }))
}

/** By the id of the subname; without those that have neither a tag nor a note. */
export async function selectNotes(
  db: Queryable,
  keys: readonly number[],
): Promise<ReadonlyMap<string, NameNotes>> {
  if (keys.length === 0) return new Map()
  const tags = await db
    .selectFrom('subnameTags')
    .innerJoin('domainTags', 'domainTags.key', 'subnameTags.tagKey')
    .innerJoin('subnames', 'subnames.key', 'subnameTags.subnameKey')
    .select(['subnames.id', 'domainTags.title'])
    .where(anyKeyOf(db, sql.ref('subnameTags.subnameKey'), keys))
    .execute()
  const notes = await db
    .selectFrom('subnameNotes')
    .innerJoin('subnames', 'subnames.key', 'subnameNotes.subnameKey')
    .select(['subnames.id', 'subnameNotes.note'])
    .where(anyKeyOf(db, sql.ref('subnameNotes.subnameKey'), keys))
    .execute()
  const found = new Map<string, NameNotes>()
  for (const row of tags) {
    const id = bytesToUuid(row.id)
    const { tags: others, note } = found.get(id) ?? noNotes
    found.set(id, { tags: [...others, row.title], note })
  }
  for (const { id, note } of notes)
    found.set(bytesToUuid(id), { ...(found.get(bytesToUuid(id)) ?? noNotes), note })
  return new Map([...found].map(([id, { tags, note }]) => [id, { tags: sortTags(tags), note }]))
}

export interface DomainTag {
  readonly key: number
  readonly domainKey: number
  readonly folded: string
  readonly title: string
}

/** At most `maxTagsOfDomain`; some may be of no name any more. */
export function selectTags(db: Queryable, domainKeys: readonly number[]): Promise<readonly DomainTag[]> {
  return db
    .selectFrom('domainTags')
    .select(['key', 'domainKey', 'folded', 'title'])
    .where(anyKeyOf(db, sql.ref('domainKey'), domainKeys))
    .orderBy('key')
    .execute()
}

interface CountedTag {
  readonly title: string
  readonly names: number
}

/** Those that names have, in the order of their folded texts. */
export async function countTags(db: Queryable, { key }: DomainKey): Promise<readonly CountedTag[]> {
  const { rows } = await sql<CountedTag>`
    select domain_tags.title, count(*) as names from domain_tags
      join subname_tags on subname_tags.tag_key = domain_tags.key
      join subnames on subnames.key = subname_tags.subname_key
    where domain_tags.domain_key = ${key} group by domain_tags.key, domain_tags.title
  `.execute(db)
  const counts = new Map(rows.map(({ title, names }) => [title, Number(names)]))
  return sortTags([...counts.keys()]).map((title) => ({ title, names: counts.get(title) ?? 0 }))
}

/**
 * The tags of the domain with these texts, of which missing ones are added, and unused ones deleted for them. Requires the lock of the
 * domain. `undefined` if it would have more than `maxTagsOfDomain`.
 */
export async function ensureTags(
  tx: StoreTransaction,
  { key: domainKey }: DomainKey,
  titles: readonly string[],
): Promise<ReadonlyMap<string, DomainTag> | undefined> {
  const stored = await selectTags(tx, [domainKey])
  const known = new Set(stored.map(({ folded }) => folded))
  const missing = titles.filter((title) => !known.has(foldTag(title)))
  if (stored.length + missing.length > maxTagsOfDomain) {
    const wanted = new Set(titles.map(foldTag))
    const others = stored.filter(({ folded }) => !wanted.has(folded)).map(({ key }) => key)
    await tx
      .deleteFrom('domainTags')
      .where(anyKeyOf(tx, sql.ref('key'), others))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('subnameTags')
              .innerJoin('subnames', 'subnames.key', 'subnameTags.subnameKey')
              .select('subnameTags.tagKey')
              .whereRef('subnameTags.tagKey', '=', 'domainTags.key'),
          ),
        ),
      )
      .execute()
    const left = await selectTags(tx, [domainKey])
    if (left.length + missing.length > maxTagsOfDomain) return undefined
  }
  for (const title of missing)
    await tx
      .insertInto('domainTags')
      .values({ domainKey, folded: foldTag(title), title })
      .execute()
  return new Map((await selectTags(tx, [domainKey])).map((tag) => [tag.folded, tag]))
}

interface WrittenNotes {
  readonly key: number
  readonly before: NameNotes
  readonly after: NameNotes
}

/** `tags`: of `ensureTags`, with all that are added. */
export async function writeNotes(
  tx: StoreTransaction,
  tags: ReadonlyMap<string, DomainTag>,
  written: readonly WrittenNotes[],
  updatedAt: number,
): Promise<void> {
  const pairs = written.map(({ key, before, after }) => {
    const [old, next] = [before, after].map((notes) => new Set(notes.tags.map(foldTag)))
    const pairsOf = (of = new Set<string>(), without = new Set<string>()) =>
      [...of].flatMap((folded) => {
        const tag = tags.get(folded)
        return without.has(folded) || !tag ? [] : [{ tagKey: tag.key, subnameKey: key }]
      })
    return { removed: pairsOf(old, next), added: pairsOf(next, old) }
  })
  const removed = pairs.flatMap(({ removed }) => removed)
  if (removed.length > 0) {
    const rows = unnestRows(
      tx,
      { tag_key: 'integer', subname_key: 'integer' },
      removed.map(({ tagKey, subnameKey }) => ({ tag_key: tagKey, subname_key: subnameKey })),
    )
    await sql`
      delete from subname_tags where (tag_key, subname_key) in (select tag_key, subname_key from ${rows} as removed)
    `.execute(tx)
  }
  await insertRows(
    tx,
    'subnameTags',
    pairs.flatMap(({ added }) => added),
  )
  const noted = written.filter(({ before, after }) => before.note !== after.note)
  await tx
    .deleteFrom('subnameNotes')
    .where(
      anyKeyOf(
        tx,
        sql.ref('subnameKey'),
        noted.map(({ key }) => key),
      ),
    )
    .execute()
  const rows = noted.flatMap(({ key, after: { note } }) =>
    note === '' ? [] : [{ subnameKey: key, note, updatedAt }],
  )
  if (rows.length > 0) await tx.insertInto('subnameNotes').values(rows).execute()
}

/** The tags and the notes of all names of the domain. */
export async function deleteNotesOfDomain(tx: StoreTransaction, { key }: DomainKey): Promise<void> {
  const names = tx.selectFrom('subnames').select('key').where('domainKey', '=', key)
  await tx.deleteFrom('subnameNotes').where('subnameKey', 'in', names).execute()
  const tags = tx.selectFrom('domainTags').select('key').where('domainKey', '=', key)
  await tx.deleteFrom('subnameTags').where('tagKey', 'in', tags).execute()
  await tx.deleteFrom('domainTags').where('domainKey', '=', key).execute()
}
