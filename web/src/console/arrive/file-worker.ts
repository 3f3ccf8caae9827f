import { randomId } from '../../api/random-id.ts'
import { type Arrival, addEntries, keepArrival, notStarted, withArrivals } from './arrival-store.ts'
import { parseFile } from './parse-file.ts'

export interface FileRequest {
  readonly file: File
  /** `arrivalKey` of the domain. */
  readonly key: string
  readonly domain: string
}

export type FileMessage =
  | { readonly type: 'done'; readonly arrival: Arrival; readonly notes: readonly string[] }
  | { readonly type: 'failed'; readonly message: string }

// Beside the page, so that it stays responsive.
addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  readFile(data).then(
    (message) => postMessage(message),
    (error: unknown) =>
      postMessage({
        type: 'failed',
        message: error instanceof Error ? error.message : 'The file cannot be read.',
      } satisfies FileMessage),
  )
})

async function readFile({ file, key, domain }: FileRequest): Promise<FileMessage> {
  const { entries, notes } = await parseFile(file, domain)
  return withArrivals(async (store) => {
    const id = randomId()
    const counts = await addEntries(store, { id, chunks: 0, names: 0 }, entries)
    const arrival = { domain: key, id, title: file.name, ...counts, ...notStarted }
    await keepArrival(store, arrival)
    return { type: 'done', arrival, notes }
  })
}
