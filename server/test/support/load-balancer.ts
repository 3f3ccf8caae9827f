import { once } from 'node:events'
import { type IncomingMessage, request as requestOf } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startHttpServer, type TestServer } from './http-server.ts'

/** A load balancer in front of several instances of the service. */
export interface LoadBalancer extends TestServer {
  /** The URLs to send requests to, in turn; one that refuses connections is skipped. */
  readonly instances: Set<string>
}

/**
 * Starts a balancer without instances. A client whose instance dies loses its connection, and no request is sent twice.
 */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  const instances = new Set<string>()
  let next = 0
  const server = await startHttpServer(async (request, response) => {
    const body = await buffer(request)
    const all = [...instances]
    const start = next++ % Math.max(all.length, 1)
    try {
      const upstream = await forward([...all.slice(start), ...all.slice(0, start)], request, body)
      const headers = { 'content-type': upstream.headers['content-type'] }
      response.writeHead(upstream.statusCode ?? 502, headers).end(await buffer(upstream))
    } catch {
      response.destroy()
    }
  })
  return { ...server, url: server.url.slice(0, -1), instances }
}

async function forward(
  [instance, ...others]: readonly string[],
  request: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const sent = requestOf(`${instance}${request.url}`, {
    method: request.method,
    headers: request.headers,
    agent: false,
  })
  const responded = once(sent, 'response')
  sent.end(body)
  try {
    const [response] = await responded
    return response
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
    if (isRefused && others.length > 0) return forward(others, request, body)
    throw error
  }
}
