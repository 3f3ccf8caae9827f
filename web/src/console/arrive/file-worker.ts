import { randomId } from '../../api/random-id.ts'
import { type Arrival, addEntries, keepArrival, notStarted, withArrivals } from './arrival-store.ts'
import { type FileHeader, HeaderError } from './file-header.ts'
import { loadNormalizer } from './load-normalizer.ts'
import { parseFile, type ReadingOptions } from './parse-file.ts'

export interface FileRequest extends Pick<ReadingOptions, 'domain' | 'columns' | 'records'> {
  readonly file: File
  /** `arrivalKey` of the domain. */
  readonly key: string
}

export type FileMessage =
  | { readonly type: 'progress'; readonly rows: number }
  | { readonly type: 'done'; readonly arrival: Arrival; readonly header: FileHeader | undefined }
  /** What its columns mean has to be chosen. */
  | { readonly type: 'unmapped'; readonly message: string; readonly header: FileHeader }
  | { readonly type: 'failed'; readonly message: string }

// Beside the page, so that it stays responsive.
addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  readFile(data).then(send, (error: unknown) =>
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

async function readFile({ file, key, ...options }: FileRequest): Promise<FileMessage> {
  const onProgress = (rows: number) => send({ type: 'progress', rows })
  const normalize = await loadNormalizer()
  const { entries, header } = await parseFile(file, { ...options, normalize, onProgress })
  return withArrivals(async (store) => {
    const id = randomId()
    const counts = await addEntries(store, { id, chunks: 0, names: 0 }, entries)
    const arrival = { domain: key, id, title: file.name, ...counts, ...notStarted }
    await keepArrival(store, arrival)
    return { type: 'done', arrival, header }
  })
}
