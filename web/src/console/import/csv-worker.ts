import { type Job, keepJob, openJobStore } from '../jobs/job-store.ts'
import type { BatchItem } from '../queries/batches.ts'
import { parseCsv } from './parse-csv.ts'

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
  const { items, problems } = await parseCsv(file, domain, (rows) => answer({ type: 'progress', rows }))
  const store = await openJobStore()
  const job = await keepJob(store, { id, domain: key, kind: 'import', title: file.name, items, problems })
  store.close()
  return { type: 'done', job, preview: items.slice(0, previewRows) }
}
