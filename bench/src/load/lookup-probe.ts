import { setTimeout as wait } from 'node:timers/promises'
import { distinctWorkload, requestSourceOf } from '../lookups/workloads.ts'
import { openClient } from './client.ts'

/** Lookups at a low rate, beside another load. */
export interface LookupProbe {
  /** Milliseconds of each lookup since the last call, ascending. */
  take(): Float64Array
  /** Rejects when a lookup has failed. */
  stop(): Promise<void>
}

const intervalMs = 10

/** Begins to look up different names, one after the other. */
export async function startLookupProbe(url: string, size: number): Promise<LookupProbe> {
  const { requestOf } = requestSourceOf(distinctWorkload(size))
  const client = await openClient(url)
  let latencies: number[] = []
  let isStopped = false
  const run = async () => {
    for (let index = 0; !isStopped; index++) {
      const request = requestOf(index)
      if (!request) throw new Error('There is nothing to look up.')
      const sentAt = performance.now()
      const { status, body } = await client.send(request)
      if (status !== 200) throw new Error(`A lookup got status ${status}: ${body}`)
      latencies.push(performance.now() - sentAt)
      await wait(intervalMs)
    }
  }
  const running = run()
  // `stop` rejects.
  running.catch(() => {})
  return {
    take: () => {
      const taken = Float64Array.from(latencies).sort()
      latencies = []
      return taken
    },
    stop: () => {
      isStopped = true
      return running.finally(client.close)
    },
  }
}
