import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** One reason of a message that the service has sent by itself (docs/operating/monitor.md). */
export interface Alert {
  /** When it was received, in Unix milliseconds. */
  readonly at: number
  readonly code: string
  readonly change: 'begun' | 'changed' | 'ended' | 'passed'
}

export interface Alerts {
  /** For `ALERT_TARGETS`. */
  readonly url: string
  readonly received: readonly Alert[]
  /** Waits for one that is received after `since`. */
  wait(code: string, change: Alert['change'], since: number): Promise<void>
  stop(): void
}

const maxWaitMs = 240_000

/** Receives the alerts of the service on a loopback port. */
export async function startAlerts(): Promise<Alerts> {
  const received: Alert[] = []
  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(await text(request))
    for (const { code, change } of data.reasons ?? []) received.push({ at: Date.now(), code, change })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    wait: async (code, change, since) => {
      const until = Date.now() + maxWaitMs
      const isThere = (alert: Alert) => alert.at >= since && alert.code === code && alert.change === change
      while (!received.some(isThere)) {
        if (Date.now() > until) throw new Error(`No alert says that ${code} has ${change}.`)
        await delay(200)
      }
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
