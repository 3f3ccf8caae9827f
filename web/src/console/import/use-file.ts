import { useState } from 'react'
import { jobKey } from '../jobs/job-store.ts'
import type { BatchItem } from '../queries/batches.ts'
import type { DomainRef } from '../queries/domains.ts'
import { readCsv } from './read-csv.ts'

interface FileCallbacks {
  /** It is kept as the job of the domain. */
  readonly onRead: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A CSV file on its way to the job of the domain. */
export function useFile(ref: DomainRef, { onRead, onError }: FileCallbacks) {
  /** Rows so far; absent: no file is being read. */
  const [rows, setRows] = useState<number>()
  /** The first items of the file that was read last. */
  const [preview, setPreview] = useState<readonly BatchItem[]>([])
  const read = async (file: File) => {
    setRows(0)
    setPreview([])
    try {
      const request = { file, id: crypto.randomUUID(), key: jobKey(ref), domain: ref.domain }
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
