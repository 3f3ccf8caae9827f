import { byteOrderMark } from '../ui/csv.ts'
import { addColumnsOf, csvHeader, csvLines, noColumns } from './names-csv.ts'
import type { NameRow } from './queries.ts'

interface ExportOptions {
  /** The pages, each in turn. */
  readonly pages: AsyncIterable<readonly NameRow[]>
  readonly onProgress: (names: number) => void
}

/**
 * As CSV. The columns are known after the last page; until then a page is a blob, which a browser keeps on disk, so that
 * a million names fit.
 */
export async function exportNames({ pages, onProgress }: ExportOptions): Promise<Blob> {
  const columns = noColumns()
  const kept: Blob[] = []
  let count = 0
  for await (const names of pages) {
    addColumnsOf(columns, names)
    kept.push(new Blob([JSON.stringify(names)]))
    count += names.length
    onProgress(count)
  }
  const parts: Blob[] = [new Blob([byteOrderMark, csvHeader(columns)])]
  for (const page of kept) parts.push(new Blob([csvLines(columns, JSON.parse(await page.text()))]))
  return new Blob(parts, { type: 'text/csv' })
}
