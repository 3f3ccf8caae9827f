import { retryAfter } from '../../api/retry-after.ts'
import { sendBatch } from '../queries/batches.ts'
import type { DomainRef } from '../queries/domains.ts'
import { type Job, type JobStore, keepProgress } from './job-store.ts'

interface RunOptions {
  /** Stops before the next request. */
  readonly signal: AbortSignal
  readonly onProgress: (job: Job) => void
  /** The service has asked to wait. */
  readonly onWait: (seconds: number) => void
}

/**
 * Sends the chunks that are left, one after the other. The idempotency key of a chunk makes it safe to send it again when
 * it is not known whether it arrived.
 */
export async function runJob(
  store: JobStore,
  ref: DomainRef,
  from: Job,
  { signal, onProgress, onWait }: RunOptions,
): Promise<Job> {
  let job = from
  while (job.sentChunks < job.chunks && !signal.aborted) {
    const index = job.sentChunks
    const chunk = await store.get('chunks', [job.id, index])
    const items = chunk?.items ?? []
    const { succeeded, failed, results } = await retryAfter(
      () => sendBatch(ref, items, `${job.id}-${index}`),
      { signal, onWait },
    )
    job = {
      ...job,
      sentChunks: index + 1,
      succeeded: job.succeeded + succeeded,
      refused: job.refused + failed,
    }
    const problems = results.flatMap(({ label, error }) =>
      error ? [{ row: null, label, message: error.message }] : [],
    )
    await keepProgress(store, job, problems)
    onProgress(job)
  }
  return job
}
