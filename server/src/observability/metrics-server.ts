import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Address {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
}

/** What is served to whoever watches. */
interface MetricsServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Serves metrics in the text format of Prometheus at /metrics, on a port of its own: they are for the operator. `text` is
 * asked each time.
 */
export async function serveMetrics(
  { host, port }: Address,
  readMetrics: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics')
      return void response.writeHead(404).end()
    try {
      const body = await readMetrics()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body)
    } catch {
      response.writeHead(500).end()
    }
  })
  server.maxConnections = 64
  server.listen(port, host)
  await once(server, 'listening')
  const { address, family, port: boundPort } = addressOf(server.address())
  const name = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${name}:${boundPort}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Safe because a server that listens on a port has an address; a path or nothing is what the others have. */
function addressOf(address: AddressInfo | string | null) {
  return address as AddressInfo
}
