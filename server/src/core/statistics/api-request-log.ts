import { Mutex } from 'async-mutex'
import { type ApiRequest, maxApiRequests } from '../../model/api-key.ts'

/** Keeps the requests of a process until they are written. */
export interface ApiRequestLog {
  readonly record: (request: ApiRequest) => void
  /** Writes those of one workspace after the other. What fails is kept for the next flush. */
  readonly flush: (
    write: (workspaceId: string, requests: readonly ApiRequest[]) => Promise<void>,
  ) => Promise<void>
}

/** Of all workspaces, about 8 MiB: beyond it, new ones are left out until the next flush. */
const maxPending = 20_000

export function createApiRequestLog(): ApiRequestLog {
  /** By workspace, the oldest first. */
  const pending = new Map<string, ApiRequest[]>()
  const mutex = new Mutex()
  let count = 0
  return {
    record: (request) => {
      const requests = pending.get(request.workspaceId) ?? []
      if (requests.length >= maxApiRequests) requests.shift()
      else if (count < maxPending) count += 1
      else return
      requests.push(request)
      pending.set(request.workspaceId, requests)
    },
    flush: (write) =>
      mutex.runExclusive(async () => {
        for (const [workspaceId, requests] of [...pending]) {
          const written = [...requests]
          await write(workspaceId, written)
          // Those that came meanwhile may have replaced the first ones.
          const last = written.at(-1)
          const rest = last ? requests.slice(requests.indexOf(last) + 1) : requests
          count -= requests.length - rest.length
          if (rest.length === 0) pending.delete(workspaceId)
          else pending.set(workspaceId, rest)
        }
      }),
  }
}
