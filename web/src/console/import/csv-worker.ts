import { type BulkChange, keepBulkChange, openBulkStore } from '../bulk/bulk-store.ts'
import type { BatchItem } from '../queries.ts'
import { parseCsv } from './parse-csv.ts'

export interface CsvRequest {
  readonly file: File
  /** Of the bulk change. */
  readonly id: string
  /** `bulkKey` of the domain. */
  readonly key: string
  readonly domain: string
}

export type CsvMessage =
  | { readonly type: 'progress'; readonly rows: number }
  | { readonly type: 'done'; readonly bulk: BulkChange; readonly preview: readonly BatchItem[] }
  | { readonly type: 'failed'; readonly message: string }

const previewRows = 50

// Parses beside the page, so that it stays responsive, and keeps what was read in the browser's database.
addEventListener('message', ({ data }: MessageEvent<CsvRequest>) => {
  readFile(data).then(send, (error: unknown) =>
    send({ type: 'failed', message: error instanceof Error ? error.message : 'The file cannot be read.' }),
  )
})

function send(message: CsvMessage): void {
  postMessage(message)
}

async function readFile({ file, id, key, domain }: CsvRequest): Promise<CsvMessage> {
  const { items, problems } = await parseCsv(file, domain, (rows) => send({ type: 'progress', rows }))
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
  return { type: 'done', bulk, preview: items.slice(0, previewRows) }
}
