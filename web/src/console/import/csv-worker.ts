import Papa from 'papaparse'
import { type Job, type JobProblem, keepJob, openJobStore } from '../jobs/job-store.ts'
import type { BatchItem } from '../queries/batches.ts'
import { parseHeader, parseRow } from './import-row.ts'

export interface CsvRequest {
  readonly file: File
  /** Of the job. */
  readonly id: string
  /** `jobKey` of the domain. */
  readonly key: string
  readonly domain: string
}

export type CsvAnswer =
  | { readonly type: 'progress'; readonly rows: number }
  | { readonly type: 'done'; readonly job: Job; readonly preview: readonly BatchItem[] }
  | { readonly type: 'failed'; readonly message: string }

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
  const store = await openJobStore()
  const job = await keepJob(store, { id, domain: key, kind: 'import', title: file.name, items, problems })
  store.close()
  return { type: 'done', job, preview: items.slice(0, previewRows) }
}

interface ParsedFile {
  readonly items: BatchItem[]
  readonly problems: JobProblem[]
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
