import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressCall, encodeLookup } from './client.ts'

const sender = `0x${'00'.repeat(20)}`
const timeoutMs = 60_000

interface LoadResult {
  readonly sent: number
  /** What went wrong with a request: the error, or the status and body. */
  readonly failures: readonly string[]
}

export interface LookupLoad {
  readonly stop: () => Promise<LoadResult>
}

interface Target {
  readonly port: number
  readonly resolverId: string
  readonly name: string
  readonly perSecond: number
}

/** Looks a name up at this rate until it is stopped, each time by a connection of its own. */
export function startLookupLoad({ port, resolverId, name, perSecond }: Target): LookupLoad {
  const path = `/ccip/${resolverId}/${sender}/${encodeLookup(name, addressCall(name))}.json`
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const failures: string[] = []
  const running = new Set<Promise<void>>()
  let sent = 0
  const lookUp = async () => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const outgoing = request({ host: '127.0.0.1', port, path, agent, timeout: timeoutMs }, (response) => {
      text(response).then(
        (body) => resolve(response.statusCode === 200 ? undefined : `${response.statusCode} ${body}`),
        (error: unknown) => resolve(String(error)),
      )
    })
    outgoing.on('error', (error) => resolve(String(error)))
    outgoing.on('timeout', () => outgoing.destroy(new Error('There was no response in time.')))
    outgoing.end()
    const failure = await promise
    if (failure !== undefined) failures.push(failure)
  }
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    // After a pause of this process not all at once: a burst is another load.
    for (let count = 0; sent < due && count < perSecond / 20; count++) {
      sent++
      const lookup = lookUp().finally(() => running.delete(lookup))
      running.add(lookup)
    }
  }, 5)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
      return { sent, failures }
    },
  }
}
