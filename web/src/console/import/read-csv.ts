import type { CsvAnswer, CsvRequest } from './csv-worker.ts'

type Done = Extract<CsvAnswer, { type: 'done' }>

/** Reads a file in a worker of its own, which ends with it. */
export function readCsv(request: CsvRequest, onProgress: (rows: number) => void): Promise<Done> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Done>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CsvAnswer>) => {
      if (data.type === 'progress') onProgress(data.rows)
      else if (data.type === 'done') resolve(data)
      else reject(new Error(data.message))
    })
    worker.addEventListener('error', () => reject(new Error('The file cannot be read by this browser.')))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
