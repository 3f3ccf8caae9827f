import { request as ask, createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Passes HTTP on to another server, as if that were far away. */
export interface SlowProxy {
  readonly url: string
  /** Names the server it passes on to; nothing may be asked before. */
  pointTo(url: string): void
  stop(): void
}

/** Starts a proxy on a free port that holds every request back for so many milliseconds. */
export async function startSlowProxy(delayMs: number): Promise<SlowProxy> {
  let target = ''
  const server = createServer(async (request, response) => {
    const { method, headers } = request
    await wait(delayMs)
    const passedOn = ask(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passedOn.on('error', () => response.destroy())
    request.pipe(passedOn)
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
