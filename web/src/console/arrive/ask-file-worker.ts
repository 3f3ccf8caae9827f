import { HeaderError } from './file-header.ts'
import type { FileMessage, FileRequest, RowsRequest } from './file-worker.ts'

type Answer<Type extends FileMessage['type']> = Extract<FileMessage, { type: Type }>

/** In a worker of its own, which ends with its answer. @throws HeaderError for a table whose columns have to be chosen, Error with a sentence. */
export function askFileWorker<Type extends 'done' | 'rows'>(
  request: FileRequest | RowsRequest,
  type: Type,
  onProgress: (rows: number) => void = () => {},
): Promise<Answer<Type>> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Answer<Type>>((resolve, reject) => {
    const isAnswer = (data: FileMessage): data is Answer<Type> => data.type === type
    worker.addEventListener('message', ({ data }: MessageEvent<FileMessage>) => {
      if (isAnswer(data)) resolve(data)
      else if (data.type === 'progress') onProgress(data.rows)
      else if (data.type === 'failed') reject(new Error(data.message))
      else if (data.type === 'unmapped') reject(new HeaderError(data.message, data.header))
    })
    worker.addEventListener('error', () => reject(new Error('The file cannot be read by this browser.')))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
