import { request as ask, createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** A proxy that simulates the latency of a remote server. */
export interface SlowProxy {
  readonly url: string
  /** Sets the server that it forwards to; requests before that fail. */
  pointTo(url: string): void
  stop(): void
}

/** Starts a proxy on a free port that delays every request by this many milliseconds. */
export async function startSlowProxy(delayMs: number): Promise<SlowProxy> {
  let target = ''
  const server = createServer(async (request, response) => {
    const { method, headers } = request
    await wait(delayMs)
    const forwarded = ask(target, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const address = server.address()
    if (address && typeof address === 'object') resolve(address.port)
  })
  const url = `http://127.0.0.1:${await promise}`
  return {
    url,
    pointTo: (url) => {
      target = url
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
