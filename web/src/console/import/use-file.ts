import { useState } from 'react'
import { bulkKey } from '../bulk/bulk-store.ts'
import type { BatchItem, DomainRef } from '../queries.ts'
import type { CsvMessage, CsvRequest } from './csv-worker.ts'

interface FileCallbacks {
  /** It is kept as the bulk change of the domain. */
  readonly onRead: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A CSV file on its way to the bulk change of the domain. */
export function useFile(ref: DomainRef, { onRead, onError }: FileCallbacks) {
  /** Rows so far; absent: no file is being read. */
  const [rows, setRows] = useState<number>()
  /** The first items of the file that was read last. */
  const [preview, setPreview] = useState<readonly BatchItem[]>([])
  const read = async (file: File) => {
    setRows(0)
    setPreview([])
    try {
      const request = { file, id: crypto.randomUUID(), key: bulkKey(ref), domain: ref.domain }
      setPreview((await readCsv(request, setRows)).preview)
      await onRead()
    } catch (error) {
      onError(error)
    } finally {
      setRows(undefined)
    }
  }
  return { rows, preview, read: (file: File) => void read(file) }
}

type Done = Extract<CsvMessage, { type: 'done' }>

/** Reads a file in a worker of its own, which ends with it. */
function readCsv(request: CsvRequest, onProgress: (rows: number) => void): Promise<Done> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Done>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CsvMessage>) => {
      if (data.type === 'progress') onProgress(data.rows)
      else if (data.type === 'done') resolve(data)
      else reject(new Error(data.message))
    })
    worker.addEventListener('error', () => reject(new Error('The file cannot be read by this browser.')))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
