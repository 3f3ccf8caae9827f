import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Papa from 'papaparse'
import type { DomainExport } from '../core/archives/export.ts'
import { archiveLines } from '../http/archive-lines.ts'
import { type ArchivedName, archiveFormat, archiveVersion } from '../http/schema/archive.ts'
import { toIsoTime } from '../http/schema/primitives.ts'
import { formulaStart } from '../listings/csv.ts'
import type { Subname } from '../model/subname.ts'
import { makeFolder } from './new-folder.ts'
import { readLines } from './read-lines.ts'

interface Manifest {
  readonly format: string
  readonly version: number
  readonly domain: string
  readonly chainId: number
  readonly exportedAt: string | null
  readonly names: number
  readonly claimed: number
  readonly files: readonly ManifestFile[]
}

interface ManifestFile {
  readonly name: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** Writes `names.jsonl`, `names.csv` and `manifest.json` into a new folder. @throws OperatorError as `makeFolder`. */
export function writeExportFolder(
  path: string,
  archive: DomainExport,
  onNames: (total: number) => void,
): Promise<Manifest> {
  return makeFolder(path, async ({ folder }) => {
    const counts = await writeNames(folder, archive, onNames)
    const { domain, exportedAt } = archive
    await writeCsv(folder, domain.name)
    const manifest: Manifest = {
      format: archiveFormat,
      version: archiveVersion,
      domain: domain.name,
      chainId: domain.chainId,
      exportedAt: toIsoTime(exportedAt),
      ...counts,
      files: await Promise.all(['names.jsonl', 'names.csv'].map((name) => describeFile(folder, name))),
    }
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    return manifest
  })
}

async function writeNames(
  folder: string,
  archive: DomainExport,
  onNames: (total: number) => void,
): Promise<Pick<Manifest, 'names' | 'claimed'>> {
  const counts = { names: 0, claimed: 0 }
  const count = (names: readonly Subname[]) => {
    counts.names += names.length
    counts.claimed += names.filter(({ isClaimed }) => isClaimed).length
    onNames(counts.names)
  }
  await pipeline(
    archiveLines(archive, count),
    createWriteStream(join(folder, 'names.jsonl'), { flush: true }),
  )
  return counts
}

/** Holders choose the keys of their texts: those beyond share the column `texts`, so that no file has a million columns. */
const maxTextColumns = 200

interface Columns {
  readonly coinTypes: Set<number>
  readonly textKeys: Set<string>
}

/** In two passes over the names, the first of which finds the columns. */
async function writeCsv(folder: string, domain: string): Promise<void> {
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
  for await (const line of readLines(join(folder, 'names.jsonl'))) {
    // Safe: `archiveLines` has written the file.
    const parsed = JSON.parse(line) as ArchivedName | { readonly type: 'domain' | 'end' }
    if (parsed.type !== 'name') continue
    names.push(parsed)
    if (names.length < namesPerPart) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}

async function describeFile(folder: string, name: string): Promise<ManifestFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, name)), hash)
  const { size } = await stat(join(folder, name))
  return { name, bytes: size, sha256: hash.digest('hex') }
}
