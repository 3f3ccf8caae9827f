import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { explainError } from '../../wallet/wallet-error.ts'
import type { DomainRef } from '../queries/domains.ts'
import { deleteJob, type Job, type JobProblem, jobKey, openJobStore, readProblems } from './job-store.ts'
import { runJob } from './run-job.ts'

const shownProblems = 100

interface JobState {
  /** Absent: none. */
  readonly job?: Job | undefined
  /** The first ones; the report has all. */
  readonly problems: readonly JobProblem[]
  readonly isRunning: boolean
  /** The service has asked to wait for so long. */
  readonly waitSeconds?: number | undefined
  readonly error?: string | undefined
}

const idle: JobState = { problems: [], isRunning: false }

/** The job of a domain: run, paused, continued after a reload, dismissed. */
export function useJob({ domain, chainId }: DomainRef) {
  const key = jobKey({ domain, chainId })
  const client = useQueryClient()
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(undefined)
  const change = useCallback(
    (changes: Partial<JobState>) => setState((current) => ({ ...current, ...changes })),
    [],
  )

  const run = useCallback(
    async (job: Job) => {
      const controller = new AbortController()
      running.current = controller
      change({ isRunning: true, error: undefined })
      const store = await openJobStore()
      try {
        await runJob(store, { domain, chainId }, job, {
          signal: controller.signal,
          onProgress: (next) => change({ job: next, waitSeconds: undefined }),
          onWait: (waitSeconds) => change({ waitSeconds }),
        })
        change({ isRunning: false, waitSeconds: undefined, ...(await readJob(key)) })
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
    readJob(key).then(
      (kept) => {
        if (!isCurrent) return
        setState({ ...idle, ...kept })
        // It was confirmed where it was made.
        if (kept.job?.kind === 'revoke' && kept.job.sentChunks === 0) void run(kept.job)
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
    const store = await openJobStore()
    if (state.job) await deleteJob(store, state.job)
    store.close()
    setState(idle)
  }

  return {
    ...state,
    start: () => {
      if (state.job) void run(state.job)
    },
    pause: () => running.current?.abort(),
    dismiss: () => void dismiss(),
    /** After another one was kept. */
    reload: async () => setState({ ...idle, ...(await readJob(key)) }),
    fail: (error: unknown) => setState({ ...idle, error: explainError(error) }),
  }
}

async function readJob(key: string): Promise<Pick<JobState, 'job' | 'problems'>> {
  const store = await openJobStore()
  const job = await store.get('jobs', key)
  const problems: JobProblem[] = []
  if (job)
    for await (const part of readProblems(store, job)) {
      problems.push(...part.slice(0, shownProblems - problems.length))
      if (problems.length === shownProblems) break
    }
  store.close()
  return { job, problems }
}
