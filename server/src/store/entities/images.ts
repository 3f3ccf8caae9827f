import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { StoredImage } from '../../model/image.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

export type NewImage = Omit<StoredImage, 'deletingAt'>

/** As `toMediaFile` names files, anywhere in a text. */
const imageNames = /(?<![0-9a-f])[0-9a-f]{64}\.(?:png|jpg|webp)/g

export function imageNamesIn(text: string): readonly string[] {
  return text.match(imageNames) ?? []
}

/** Until the transaction ends, no other one that takes this lock registers an image of the owner. */
export async function countImages(
  tx: StoreTransaction,
  { chainId, owner }: Pick<StoredImage, 'chainId' | 'owner'>,
): Promise<number> {
  const lock = createHash('sha256').update(`images ${chainId} ${owner}`).digest().readUIntBE(0, 6)
  await dialectOf(tx).acquireLock(tx, lock)
  const { count } = await tx
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .where('chainId', '=', chainId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** `known`: it is stored already, and counts as used from now on. `deleting`: nothing was changed. */
export async function registerImage(
  tx: StoreTransaction,
  image: NewImage,
): Promise<'new' | 'known' | 'deleting'> {
  const { name, chainId, owner, bytes, usedAt } = image
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('images')
    .values({ ...image, deletingAt: null })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ chainId, owner, bytes, usedAt })
        .where('images.owner', '=', noOwner)
        .where('images.deletingAt', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return 'new'
  return (await touchImages(tx, [name], usedAt)) ? 'known' : 'deleting'
}

/** Of an image whose upload failed. */
const noOwner = ''

/**
 * An upload that `registerImage` called new has failed: it does not count for its owner any more, and counts as unused since
 * `usedAt`. Without effect when the image has been used since.
 */
export async function abandonImage(db: Queryable, image: NewImage, usedAt: number): Promise<void> {
  await db
    .updateTable('images')
    .set({ owner: noOwner, usedAt })
    .where('name', '=', image.name)
    .where('usedAt', '=', image.usedAt)
    .where('deletingAt', 'is', null)
    .execute()
}

/** They are used at that time; true if one of them is stored and not being deleted. */
export async function touchImages(db: Queryable, names: readonly string[], usedAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('images')
    // Always another value, by which `abandonImage` and `beginImageDeletion` see the use.
    .set({ usedAt: sql<number>`case when used_at < ${usedAt} then ${usedAt} else used_at + 1 end` })
    .where('name', 'in', names)
    .where('deletingAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The longest unused first, and those whose deletion was interrupted. */
export function findUnusedImages(
  db: Queryable,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly StoredImage[]> {
  return db
    .selectFrom('images')
    .selectAll()
    .where('usedAt', '<', before)
    .orderBy('usedAt')
    .limit(limit)
    .execute()
}

/** False when it has been used since it was read, or another process is deleting it. */
export async function beginImageDeletion(
  db: Queryable,
  { name, usedAt, deletingAt }: StoredImage,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('images')
    .set({ deletingAt: now })
    .where('name', '=', name)
    .where('usedAt', '=', usedAt)
    .where(({ eb }) =>
      deletingAt === null ? eb('deletingAt', 'is', null) : eb('deletingAt', '=', deletingAt),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Its file could not be deleted: it counts as unused since `usedAt`. */
export async function postponeImageDeletion(db: Queryable, name: string, usedAt: number): Promise<void> {
  await db.updateTable('images').set({ deletingAt: null, usedAt }).where('name', '=', name).execute()
}

export async function removeImage(db: Queryable, name: string): Promise<void> {
  await db.deleteFrom('images').where('name', '=', name).execute()
}

/** Rows in one statement, few enough not to block others. */
const keysPerStatement = 2000

/** Which of the images a record of a name, of a domain, of a pending claim or of a template names: reads all of them, in many statements. */
export async function findNamedImages(
  db: Queryable,
  candidates: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (const table of ['subnames', 'domains', 'claims', 'recordTemplates'] as const) {
    const { last } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max('key').as('last'))
      .executeTakeFirstOrThrow()
    for (let after = 0; after < Number(last ?? 0); after += keysPerStatement) {
      const rows = await db
        .selectFrom(table)
        .select(['records', 'largeTexts'])
        .where('key', '>', after)
        .where('key', '<=', after + keysPerStatement)
        .where(
          sql<boolean>`(records like '%.png%' or records like '%.jpg%' or records like '%.webp%' or large_texts is not null)`,
        )
        .execute()
      for (const { records, largeTexts } of rows)
        for (const name of imageNamesIn(`${records} ${largeTexts ?? ''}`))
          if (candidates.has(name)) named.add(name)
    }
  }
  return named
}

/** The bytes of those that are stored, by name; an upload that has not ended, or that failed, may be among them. */
export async function findImageBytes(
  db: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (let start = 0; start < names.length; start += namesPerStatement) {
    const rows = await db
      .selectFrom('images')
      .select(['name', 'bytes'])
      .where('name', 'in', names.slice(start, start + namesPerStatement))
      .where('owner', '!=', noOwner)
      .where('deletingAt', 'is', null)
      .execute()
    for (const { name, bytes } of rows) found.set(name, bytes)
  }
  return found
}

const namesPerStatement = 1000
