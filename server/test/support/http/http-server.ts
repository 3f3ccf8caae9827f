import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'

/** An HTTP server on the loopback interface. */
export interface TestServer {
  readonly url: string
  /** Closes open connections too. */
  close(): Promise<void>
}

/** Starts an HTTP server on a free port. */
export async function startHttpServer(
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<TestServer> {
  const server = createServer(options, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${address.port}/`, close }
}
