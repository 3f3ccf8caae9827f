import { type BulkChange, keepBulkChange, openBulkStore } from '../bulk/bulk-store.ts'
import type { BatchItem } from '../queries.ts'
import type { RecordDraft } from '../templates/record-draft.ts'
import type { Column } from './columns.ts'
import { type FileHeader, HeaderError, parseCsv } from './parse-csv.ts'

export interface CsvRequest {
  readonly file: File
  /** Of the bulk change. */
  readonly id: string
  /** `bulkKey` of the domain. */
  readonly key: string
  readonly domain: string
  /** What its columns mean; absent: what their titles say. */
  readonly columns?: readonly Column[] | undefined
  /** Records that rows have where they have none themselves. */
  readonly records?: RecordDraft | undefined
}

export type CsvMessage =
  | { readonly type: 'progress'; readonly rows: number }
  | {
      readonly type: 'done'
      readonly bulk: BulkChange
      readonly preview: readonly BatchItem[]
      readonly header: FileHeader
    }
  /** What its columns mean has to be chosen. */
  | { readonly type: 'unmapped'; readonly message: string; readonly header: FileHeader }
  | { readonly type: 'failed'; readonly message: string }

const previewRows = 50

// Parses beside the page, so that it stays responsive, and keeps what was read in the browser's database.
addEventListener('message', ({ data }: MessageEvent<CsvRequest>) => {
  readFile(data).then(send, (error: unknown) =>
    send(
      error instanceof HeaderError
        ? { type: 'unmapped', message: error.message, header: error.header }
        : { type: 'failed', message: error instanceof Error ? error.message : 'The file cannot be read.' },
    ),
  )
})

function send(message: CsvMessage): void {
  postMessage(message)
}

async function readFile({ file, id, key, domain, columns, records }: CsvRequest): Promise<CsvMessage> {
  if (await isWorkbook(file))
    throw new Error('This is a workbook. Save it as CSV in your spreadsheet program, and choose that file.')
  const onProgress = (rows: number) => send({ type: 'progress', rows })
  const { items, problems, header } = await parseCsv(file, domain, onProgress, {
    columns,
    template: records && { records, normalize: await loadNormalizer() },
  })
  if (items.length === 0 && problems.length === 0)
    throw new Error('It has no names: below the first line, each line is a name with its address.')
  const store = await openBulkStore()
  const bulk = await keepBulkChange(store, {
    id,
    domain: key,
    kind: 'import',
    title: file.name,
    items,
    problems,
  })
  store.close()
  return { type: 'done', bulk, preview: items.slice(0, previewRows), header }
}

/** ENSIP-15. */
async function loadNormalizer(): Promise<(label: string) => string | undefined> {
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  return (label) => {
    try {
      return ens_normalize(label)
    } catch {
      return undefined
    }
  }
}

/** Whether it is a ZIP archive, as .xlsx and .ods are. */
async function isWorkbook(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte)
}
