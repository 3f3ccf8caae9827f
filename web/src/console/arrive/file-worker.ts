import { randomId } from '../../api/random-id.ts'
import {
  type Arrival,
  addEntries,
  type FileSource,
  keepArrival,
  keepChecked,
  notStarted,
  withArrivals,
} from './arrival-store.ts'
import { type FileHeader, HeaderError } from './file-header.ts'
import { loadNormalizer } from './load-normalizer.ts'
import { type FileFormat, type FileRow, parseFile, type ReadingOptions, readRows } from './parse-file.ts'

export interface FileRequest
  extends Pick<ReadingOptions, 'domain' | 'columns' | 'records' | 'corrected' | 'rows' | 'format'> {
  readonly file: File
  /** `arrivalKey` of the domain. */
  readonly key: string
  /** Of an arrival from the same file, in which rows before this one are the same: their checks stay. */
  readonly changedFrom?: number | undefined
}

/** Rows as they are in the file. */
export interface RowsRequest {
  readonly file: File
  readonly format: FileFormat
  readonly wanted: readonly number[]
}

export type FileMessage =
  | { readonly type: 'progress'; readonly rows: number }
  | { readonly type: 'done'; readonly arrival: Arrival; readonly header: FileHeader | undefined }
  | { readonly type: 'rows'; readonly records: readonly FileRow[] }
  /** What its columns mean has to be chosen. */
  | { readonly type: 'unmapped'; readonly message: string; readonly header: FileHeader }
  | { readonly type: 'failed'; readonly message: string }

// Beside the page, so that it stays responsive.
addEventListener('message', ({ data }: MessageEvent<FileRequest | RowsRequest>) => {
  const work = 'wanted' in data ? findRows(data) : readFile(data)
  work.then(send, (error: unknown) =>
    send(
      error instanceof HeaderError
        ? { type: 'unmapped', message: error.message, header: error.header }
        : { type: 'failed', message: error instanceof Error ? error.message : 'The file cannot be read.' },
    ),
  )
})

function send(message: FileMessage): void {
  postMessage(message)
}

async function findRows({ file, format, wanted }: RowsRequest): Promise<FileMessage> {
  return { type: 'rows', records: await readRows(file, wanted, format) }
}

async function readFile({ file, key, changedFrom, ...options }: FileRequest): Promise<FileMessage> {
  const onProgress = (rows: number) => send({ type: 'progress', rows })
  const normalize = await loadNormalizer()
  const { entries, header } = await parseFile(file, { ...options, normalize, onProgress })
  const source = sourceOf(file, header, options)
  return withArrivals(async (store) => {
    const id = randomId()
    const counts = await addEntries(store, { id, chunks: 0, names: 0 }, entries)
    const read = { domain: key, id, title: file.name, ...counts, ...notStarted }
    const arrival = changedFrom === undefined ? read : await keepChecked(store, read, changedFrom)
    await keepArrival(store, arrival, source)
    return { type: 'done', arrival, header }
  })
}

function sourceOf(
  file: File,
  header: FileHeader | undefined,
  { records, corrected = [], rows, format }: Pick<FileRequest, 'records' | 'corrected' | 'rows' | 'format'>,
): FileSource {
  const { columns, titles } = header ?? { columns: undefined, titles: [] }
  return { file, format: format ?? (header ? 'table' : 'json'), columns, titles, records, corrected, rows }
}
