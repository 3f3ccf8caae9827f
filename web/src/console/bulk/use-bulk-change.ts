import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { retryAfter } from '../../api/retry-after.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import { type DomainRef, sendBatch } from '../queries.ts'
import {
  type BulkChange,
  type BulkProblem,
  type BulkStore,
  bulkKey,
  deleteBulkChange,
  keepProgress,
  openBulkStore,
  readProblems,
} from './bulk-store.ts'

const shownProblems = 100

interface BulkState {
  /** Absent: none. */
  readonly bulk?: BulkChange | undefined
  /** The first ones; the report has all. */
  readonly problems: readonly BulkProblem[]
  readonly isRunning: boolean
  /** The service has asked to wait for so long. */
  readonly waitSeconds?: number | undefined
  readonly error?: string | undefined
}

const idle: BulkState = { problems: [], isRunning: false }

/** The bulk change of a domain: run, paused, continued after a reload, dismissed. */
export function useBulkChange({ domain, chainId }: DomainRef) {
  const key = bulkKey({ domain, chainId })
  const client = useQueryClient()
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(undefined)
  const change = useCallback(
    (changes: Partial<BulkState>) => setState((current) => ({ ...current, ...changes })),
    [],
  )

  const run = useCallback(
    async (bulk: BulkChange) => {
      const controller = new AbortController()
      running.current = controller
      change({ isRunning: true, error: undefined })
      const store = await openBulkStore()
      try {
        await sendBulkChange(store, { domain, chainId }, bulk, {
          signal: controller.signal,
          onProgress: (next) => change({ bulk: next, waitSeconds: undefined }),
          onWait: (waitSeconds) => change({ waitSeconds }),
        })
        change({ isRunning: false, waitSeconds: undefined, ...(await readBulkChange(key)) })
        await client.invalidateQueries({ queryKey: ['domains'] })
        await client.invalidateQueries({ queryKey: ['domain'] })
        await client.invalidateQueries({ queryKey: ['names'] })
      } catch (error) {
        // A pause during a wait is no failure.
        const failure = controller.signal.aborted ? undefined : explainError(error)
        change({ isRunning: false, waitSeconds: undefined, error: failure })
      } finally {
        store.close()
      }
    },
    [key, domain, chainId, client, change],
  )

  useEffect(() => {
    let isCurrent = true
    readBulkChange(key).then(
      (kept) => {
        if (!isCurrent) return
        setState({ ...idle, ...kept })
        // It was confirmed where it was made.
        if (kept.bulk?.sentChunks === 0) void run(kept.bulk)
      },
      () =>
        isCurrent && setState({ ...idle, error: 'This browser keeps no data for the page, as this needs.' }),
    )
    return () => {
      isCurrent = false
      running.current?.abort()
    }
  }, [key, run])

  const dismiss = async () => {
    const store = await openBulkStore()
    if (state.bulk) await deleteBulkChange(store, state.bulk)
    store.close()
    setState(idle)
  }

  return {
    ...state,
    start: () => {
      if (state.bulk) void run(state.bulk)
    },
    pause: () => running.current?.abort(),
    dismiss: () => void dismiss(),
  }
}

async function readBulkChange(key: string): Promise<Pick<BulkState, 'bulk' | 'problems'>> {
  const store = await openBulkStore()
  const bulk = await store.get('changes', key)
  const problems: BulkProblem[] = []
  if (bulk)
    for await (const part of readProblems(store, bulk)) {
      problems.push(...part.slice(0, shownProblems - problems.length))
      if (problems.length === shownProblems) break
    }
  store.close()
  return { bulk, problems }
}

interface RunOptions {
  /** Stops before the next request. */
  readonly signal: AbortSignal
  readonly onProgress: (bulk: BulkChange) => void
  /** The service has asked to wait. */
  readonly onWait: (seconds: number) => void
}

/**
 * Sends the chunks that are left, one after the other. The idempotency key of a chunk makes it safe to send it again when
 * it is not known whether it arrived.
 */
async function sendBulkChange(
  store: BulkStore,
  ref: DomainRef,
  from: BulkChange,
  { signal, onProgress, onWait }: RunOptions,
): Promise<BulkChange> {
  let bulk = from
  while (bulk.sentChunks < bulk.chunks && !signal.aborted) {
    const index = bulk.sentChunks
    const chunk = await store.get('chunks', [bulk.id, index])
    const items = chunk?.items ?? []
    const { succeeded, failed, results } = await retryAfter(
      () => sendBatch(ref, items, { idempotencyKey: `${bulk.id}-${index}` }),
      { signal, onWait },
    )
    bulk = {
      ...bulk,
      sentChunks: index + 1,
      succeeded: bulk.succeeded + succeeded,
      refused: bulk.refused + failed,
    }
    const problems = results.flatMap(({ label, error }) => (error ? [{ label, message: error.message }] : []))
    await keepProgress(store, bulk, problems)
    onProgress(bulk)
  }
  return bulk
}
