import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Papa from 'papaparse'
import type { ArchivedName } from '../http/schema/archive.ts'
import { formulaStart } from '../listings/csv.ts'
import { maxArchiveLineChars } from './import-source.ts'
import { readLines } from './read-lines.ts'

/** Holders choose the keys of their texts: those beyond share the column `texts`, so that no file has a million columns. */
const maxTextColumns = 200

interface Columns {
  readonly coinTypes: Set<number>
  readonly textKeys: Set<string>
}

/** Of the names of `names.jsonl` beside it, in two passes, the first of which finds the columns. */
export async function writeCsv(folder: string, domain: string): Promise<void> {
  const columns: Columns = { coinTypes: new Set(), textKeys: new Set() }
  for await (const names of readArchivedNames(folder))
    for (const { addresses, texts } of names) {
      for (const { coinType } of addresses) columns.coinTypes.add(coinType)
      for (const { key } of texts) if (columns.textKeys.size < maxTextColumns) columns.textKeys.add(key)
    }
  await pipeline(
    csvParts(folder, domain, columns),
    createWriteStream(join(folder, 'names.csv'), { flush: true }),
  )
}

async function* csvParts(folder: string, domain: string, columns: Columns): AsyncGenerator<string> {
  const coinTypes = [...columns.coinTypes].toSorted((one, other) => one - other)
  const textKeys = [...columns.textKeys].toSorted()
  // By the mark, spreadsheets know that it is UTF-8.
  yield `\ufeff${toCsv([
    [
      ...['name', 'state', 'holder', 'created_at', 'claimed_at'],
      ...coinTypes.map((coinType) => `address:${coinType}`),
      ...textKeys.map((key) => `text:${key}`),
      ...['texts', 'contenthash'],
    ],
  ])}`
  for await (const names of readArchivedNames(folder))
    yield toCsv(
      names.map(({ label, state, holder, addresses, texts, ...name }) => {
        const others = texts.filter(({ key }) => !columns.textKeys.has(key))
        return [
          ...[`${label}.${domain}`, state, holder ?? '', name.createdAt, name.claimedAt ?? ''],
          ...coinTypes.map((type) => addresses.find(({ coinType }) => coinType === type)?.address ?? ''),
          ...textKeys.map((key) => texts.find((text) => text.key === key)?.value ?? ''),
          others.length > 0
            ? JSON.stringify(Object.fromEntries(others.map(({ key, value }) => [key, value])))
            : '',
          name.contentHash ?? '',
        ]
      }),
    )
}

function toCsv(rows: readonly (readonly string[])[]): string {
  return `${Papa.unparse(rows as string[][], { newline: '\r\n', escapeFormulae: formulaStart })}\r\n`
}

const namesPerPart = 500

async function* readArchivedNames(folder: string): AsyncGenerator<readonly ArchivedName[]> {
  let names: ArchivedName[] = []
  for await (const line of readLines(join(folder, 'names.jsonl'), maxArchiveLineChars)) {
    // Safe: `archiveLines` has written it, here or at the service that was asked.
    const parsed = JSON.parse(line) as ArchivedName | { readonly type: 'domain' | 'allowList' | 'end' }
    if (parsed.type !== 'name') continue
    names.push(parsed)
    if (names.length < namesPerPart) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}
