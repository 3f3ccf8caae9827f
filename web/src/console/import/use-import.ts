import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { explainError } from '../../wallet/wallet-error.ts'
import type { BatchItem } from '../queries/batches.ts'
import type { DomainRef } from '../queries/domains.ts'
import { deleteImport, type ImportJob, type ImportProblem, openImportStore } from './import-store.ts'
import { readCsv } from './read-csv.ts'
import { runImport } from './run-import.ts'

const shownProblems = 100

interface ImportState {
  /** Absent: none. */
  readonly job?: ImportJob | undefined
  /** The first rows of a file that was just read. */
  readonly preview: readonly BatchItem[]
  readonly problems: readonly ImportProblem[]
  /** Rows that were read so far; absent: no file is being read. */
  readonly reading?: number | undefined
  readonly isRunning: boolean
  readonly error?: string | undefined
}

const idle: ImportState = { preview: [], problems: [], isRunning: false }

/** The import of a domain: read, sent, paused, continued after a reload, dismissed. */
export function useImport(ref: DomainRef) {
  const { domain, chainId } = ref
  const key = `${chainId} ${domain}`
  const client = useQueryClient()
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(undefined)
  const change = (changes: Partial<ImportState>) => setState((current) => ({ ...current, ...changes }))

  useEffect(() => {
    let isCurrent = true
    readJob(key).then(
      (kept) => isCurrent && setState({ ...idle, ...kept }),
      () =>
        isCurrent &&
        setState({
          ...idle,
          error: 'This browser keeps no data for the page, so that nothing can be imported.',
        }),
    )
    return () => {
      isCurrent = false
      running.current?.abort()
    }
  }, [key])

  const read = async (file: File) => {
    setState({ ...idle, reading: 0 })
    try {
      const request = { file, id: crypto.randomUUID(), key, domain }
      const { preview } = await readCsv(request, (rows) => change({ reading: rows }))
      setState({ ...idle, ...(await readJob(key)), preview })
    } catch (error) {
      setState({ ...idle, error: explainError(error) })
    }
  }

  const start = async () => {
    const { job } = state
    if (!job) return
    const controller = new AbortController()
    running.current = controller
    change({ isRunning: true, error: undefined })
    const store = await openImportStore()
    try {
      await runImport(store, ref, job, {
        signal: controller.signal,
        onProgress: (next) => change({ job: next }),
      })
      change({ isRunning: false, ...(await readJob(key)) })
      await client.invalidateQueries({ queryKey: ['domains'] })
      await client.invalidateQueries({ queryKey: ['names'] })
    } catch (error) {
      change({ isRunning: false, error: explainError(error) })
    } finally {
      store.close()
    }
  }

  const dismiss = async () => {
    const store = await openImportStore()
    if (state.job) await deleteImport(store, state.job)
    store.close()
    setState(idle)
  }

  return {
    ...state,
    read: (file: File) => void read(file),
    start: () => void start(),
    pause: () => running.current?.abort(),
    dismiss: () => void dismiss(),
  }
}

async function readJob(key: string): Promise<Pick<ImportState, 'job' | 'problems'>> {
  const store = await openImportStore()
  const job = await store.get('jobs', key)
  const problems = job ? await store.getAllFromIndex('problems', 'job', job.id, shownProblems) : []
  store.close()
  return { job, problems }
}

/** Of all rows that were not imported, as CSV. */
export async function importReport({ id }: ImportJob): Promise<string> {
  const store = await openImportStore()
  const problems = await store.getAllFromIndex('problems', 'job', id)
  store.close()
  const rows = problems.map(({ row, label, message }) => [row === null ? '' : `${row}`, label, message])
  return [['row', 'name', 'problem'], ...rows]
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('')
}
