import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'

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
  const server = createServer(options, closingOnFailure(listener)).listen(0, '127.0.0.1')
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

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** As a proxy does whose upstream is gone: the connection ends without a response. Other errors of the listener stay errors. */
export function closingOnFailure(listener: Listener): RequestListener {
  return async (request, response) => {
    try {
      await listener(request, response)
    } catch (error) {
      const isOfNetwork = error instanceof TypeError && /fetch failed|terminated/.test(error.message)
      if (!isOfNetwork) throw error
      response.destroy()
    }
  }
}
