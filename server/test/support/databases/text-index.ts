import { sql } from 'kysely'
import { expect } from 'vitest'
import { searchedTextKeys } from '../../../src/ens/search-text.ts'
import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import { decodeRecords } from '../../../src/store/entities/records-codec.ts'
import type { Queryable } from '../../../src/store/tables.ts'

/** Between two values, which no trigram of a search has: in JSON it would be escaped. */
const separator = '\n'

function inJson(text: string): string {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return JSON.stringify(folded)
    .slice(1, -1)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function trigramsOf(text: string): readonly string[] {
  const letters = [...text]
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}

/** Trigrams of a text that are searched for, of each name and of `others`. */
const triedOfEach = 6

/**
 * Expects that the index of texts finds for each domain exactly the names whose texts have the trigrams of a search: of those that
 * the rows have, and of `others`, which they may have had.
 */
export async function expectExactTextIndex(db: Queryable, others: readonly string[] = []): Promise<void> {
  const rows = await db
    .selectFrom('subnames')
    .select(['key', 'domainKey', 'records', 'largeTexts'])
    .orderBy('key', 'desc')
    .execute()
  const named = rows.map((row) => {
    const texts = decodeRecords(row).texts.filter(({ key }) => searchedTextKeys.includes(key))
    const words = texts.map(({ value }) => inJson(value)).join(separator)
    return { ...row, hasTexts: texts.length > 0, words, trigrams: new Set(trigramsOf(words)) }
  })
  const searched = new Set<string>()
  for (const words of [...named.map(({ words }) => words), ...others.map(inJson)]) {
    const letters = [...words]
    const step = Math.max(1, Math.floor(letters.length / triedOfEach))
    for (let start = 0; start + 3 <= letters.length; start += step)
      searched.add(letters.slice(start, start + 3 + (start % 5)).join(''))
  }
  const domainKeys = [...new Set([...named.map(({ domainKey }) => domainKey), 0])]
  for (const [index, words] of [...searched].filter((words) => !words.includes(separator)).entries()) {
    const parts = trigramsOf(words)
    const matching = named.filter(({ trigrams }) => parts.every((trigram) => trigrams.has(trigram)))
    const other = domainKeys[index % domainKeys.length] ?? 0
    for (const domainKey of new Set([...matching.map(({ domainKey }) => domainKey), other])) {
      const found = await dialectOf(db).keysWithText({ domainKey, words, limit: 100_000 }).execute(db)
      const expected = matching.filter((name) => name.domainKey === domainKey).map(({ key }) => key)
      expect(
        found.rows.map(({ key }) => key),
        JSON.stringify(words),
      ).toEqual(expected)
    }
  }
  const isSqlite = dialectOf(db).name === 'sqlite'
  const table = isSqlite
    ? sql`select id as key from subname_texts_docsize`
    : sql`select subname_key as key from subname_texts`
  const { rows: entries } = await sql<{ key: number }>`${table} order by 1 desc`.execute(db)
  expect(entries.map(({ key }) => key)).toEqual(
    named.filter(({ hasTexts }) => hasTexts).map(({ key }) => key),
  )
}
