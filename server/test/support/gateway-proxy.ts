import { text } from 'node:stream/consumers'
import { startHttpServer, type TestServer } from './http-server.ts'

/** A proxy in front of the gateway that records requests and responses. */
export interface GatewayProxy extends TestServer {
  readonly lookups: { readonly method: string; readonly path: string; readonly status: number }[]
}

/** Starts a proxy that forwards every lookup to the service at `url`. */
export async function startGatewayProxy(url: string): Promise<GatewayProxy> {
  const lookups: GatewayProxy['lookups'] = []
  const server = await startHttpServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    const upstream = await fetch(url + path, {
      method,
      headers: { 'content-type': headers['content-type'] ?? '' },
      ...(method === 'POST' && { body }),
    })
    lookups.push({ method, path, status: upstream.status })
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text())
  })
  return { ...server, lookups }
}
