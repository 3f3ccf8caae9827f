import { text } from 'node:stream/consumers'
import { startHttpServer, type TestServer } from './http-server.ts'

/** Stands between clients and the gateway, and remembers what was asked and answered. */
export interface GatewayProxy extends TestServer {
  readonly lookups: { readonly method: string; readonly path: string; readonly status: number }[]
}

/** Starts a proxy that passes every lookup on to the service at `url`. */
export async function startGatewayProxy(url: string): Promise<GatewayProxy> {
  const lookups: GatewayProxy['lookups'] = []
  const server = await startHttpServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': headers['content-type'] ?? '' },
      ...(method === 'POST' && { body }),
    })
    lookups.push({ method, path, status: answer.status })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  return { ...server, lookups }
}
