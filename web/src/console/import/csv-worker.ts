import Papa from 'papaparse'
import type { BatchItem } from '../queries/batches.ts'
import { parseHeader, parseRow } from './import-row.ts'
import { deleteImport, type ImportJob, type ImportProblem, openImportStore } from './import-store.ts'

export interface CsvRequest {
  readonly file: File
  /** Of the job. */
  readonly id: string
  readonly key: string
  readonly domain: string
}

export type CsvAnswer =
  | { readonly type: 'progress'; readonly rows: number }
  | { readonly type: 'done'; readonly job: ImportJob; readonly preview: readonly BatchItem[] }
  | { readonly type: 'failed'; readonly message: string }

const itemsPerChunk = 500
const maxChunkChars = 200_000
const previewRows = 50

// Parses beside the page, so that it stays responsive, and keeps what was read in the browser's database.
addEventListener('message', ({ data }: MessageEvent<CsvRequest>) => {
  readFile(data).then(answer, (error: unknown) =>
    answer({ type: 'failed', message: error instanceof Error ? error.message : 'The file cannot be read.' }),
  )
})

function answer(message: CsvAnswer): void {
  postMessage(message)
}

async function readFile({ file, id, key, domain }: CsvRequest): Promise<CsvAnswer> {
  const { items, problems } = await parseFile(file, domain)
  const chunks = toChunks(items)
  const store = await openImportStore()
  const previous = await store.get('jobs', key)
  if (previous) await deleteImport(store, previous)
  const job: ImportJob = {
    ...{ id, domain: key, fileName: file.name, rows: items.length, invalidRows: problems.length },
    ...{ chunks: chunks.length, sentChunks: 0, succeeded: 0, refused: 0 },
  }
  for (const [index, chunk] of chunks.entries()) await store.put('chunks', { job: id, index, items: chunk })
  const transaction = store.transaction('problems', 'readwrite')
  await Promise.all(problems.map((problem) => transaction.store.add({ ...problem, job: id })))
  await transaction.done
  await store.put('jobs', job)
  store.close()
  return { type: 'done', job, preview: items.slice(0, previewRows) }
}

interface ParsedFile {
  readonly items: BatchItem[]
  readonly problems: ImportProblem[]
}

function parseFile(file: File, domain: string): Promise<ParsedFile> {
  const parsed: ParsedFile = { items: [], problems: [] }
  let columns: ReturnType<typeof parseHeader>
  let row = 0
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(file, {
      skipEmptyLines: 'greedy',
      chunk: ({ data }, parser) => {
        for (const cells of data) {
          row += 1
          if (row === 1) {
            columns = parseHeader(cells)
            if (columns) continue
            reject(new Error('The first line must name the columns: name, address, text:url and so on.'))
            return parser.abort()
          }
          const imported = parseRow(columns ?? [], cells, domain)
          if ('item' in imported) parsed.items.push(imported.item)
          else parsed.problems.push({ row, label: imported.label, message: imported.problem })
        }
        answer({ type: 'progress', rows: row })
      },
      complete: () => resolve(parsed),
      error: reject,
    })
  })
}

function toChunks(items: readonly BatchItem[]): BatchItem[][] {
  const chunks: BatchItem[][] = []
  let chunk: BatchItem[] = []
  let chars = 0
  for (const item of items) {
    const size = JSON.stringify(item).length
    if (chunk.length === itemsPerChunk || (chunk.length > 0 && chars + size > maxChunkChars)) {
      chunks.push(chunk)
      chunk = []
      chars = 0
    }
    chunk.push(item)
    chars += size
  }
  if (chunk.length > 0) chunks.push(chunk)
  return chunks
}
