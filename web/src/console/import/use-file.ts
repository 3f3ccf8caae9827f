import { useState } from 'react'
import { randomId } from '../../api/random-id.ts'
import { bulkKey } from '../bulk/bulk-store.ts'
import type { BatchItem, DomainRef } from '../queries.ts'
import type { RecordDraft } from '../templates/record-draft.ts'
import type { Column } from './columns.ts'
import type { CsvMessage, CsvRequest } from './csv-worker.ts'
import type { FileHeader } from './parse-csv.ts'

interface FileOptions {
  /** Those that rows have where they have none themselves. */
  readonly records: RecordDraft | undefined
  /** It is kept as the bulk change of the domain. */
  readonly onRead: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** The file that was read last. */
interface ReadFile {
  readonly file: File
  /** Its first items; absent: what its columns mean has to be chosen. */
  readonly preview?: readonly BatchItem[]
  readonly header: FileHeader
  /** Why it is not read as it is. */
  readonly problem?: string
}

/** A CSV file on its way to the bulk change of the domain. */
export function useFile(ref: DomainRef, { records, onRead, onError }: FileOptions) {
  /** Rows so far; absent: no file is being read. */
  const [rows, setRows] = useState<number>()
  const [current, setCurrent] = useState<ReadFile>()
  const read = async (file: File, columns?: readonly Column[]) => {
    setRows(0)
    if (!columns) setCurrent(undefined)
    try {
      const request = { file, id: randomId(), key: bulkKey(ref), domain: ref.domain, columns, records }
      const message = await readCsv(request, setRows)
      if (message.type === 'unmapped') {
        setCurrent({ file, header: message.header, problem: message.message })
        return
      }
      setCurrent({ file, preview: message.preview, header: message.header })
      await onRead()
    } catch (error) {
      onError(error)
    } finally {
      setRows(undefined)
    }
  }
  return {
    rows,
    current,
    read: (file: File) => void read(file),
    /** The same file, with columns that mean something else. */
    readAs: (columns: readonly Column[]) => {
      if (current) void read(current.file, columns)
    },
    forget: () => setCurrent(undefined),
  }
}

type Answer = Extract<CsvMessage, { type: 'done' | 'unmapped' }>

/** Reads a file in a worker of its own, which ends with it. */
function readCsv(request: CsvRequest, onProgress: (rows: number) => void): Promise<Answer> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Answer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CsvMessage>) => {
      if (data.type === 'progress') onProgress(data.rows)
      else if (data.type === 'failed') reject(new Error(data.message))
      else resolve(data)
    })
    worker.addEventListener('error', () => reject(new Error('The file cannot be read by this browser.')))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
