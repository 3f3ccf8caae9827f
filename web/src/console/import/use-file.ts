import { useState } from 'react'
import { randomId } from '../../api/random-id.ts'
import { bulkKey } from '../bulk/bulk-store.ts'
import type { DomainRef } from '../queries.ts'
import type { CsvMessage, CsvRequest } from './csv-worker.ts'

interface FileCallbacks {
  /** It is kept as the bulk change of the domain. */
  readonly onRead: () => Promise<void>
  readonly onError: (error: unknown) => void
}

type FileParts = Pick<Done, 'preview' | 'ignored'>

const noFile: FileParts = { preview: [], ignored: [] }

/** A CSV file on its way to the bulk change of the domain. */
export function useFile(ref: DomainRef, { onRead, onError }: FileCallbacks) {
  /** Rows so far; absent: no file is being read. */
  const [rows, setRows] = useState<number>()
  /** Of the file that was read last: its first items, and the titles of columns that are not read. */
  const [file, setFile] = useState(noFile)
  const read = async (chosen: File) => {
    setRows(0)
    setFile(noFile)
    try {
      const request = { file: chosen, id: randomId(), key: bulkKey(ref), domain: ref.domain }
      const { preview, ignored } = await readCsv(request, setRows)
      setFile({ preview, ignored })
      await onRead()
    } catch (error) {
      onError(error)
    } finally {
      setRows(undefined)
    }
  }
  return { rows, ...file, read: (chosen: File) => void read(chosen) }
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
