import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { ApiResponse } from './api-client.ts'
import type { ClientRequest } from './send-request.ts'

/** A client whose requests all use one connection, and so one process. */
export interface PinnedConnection {
  readonly call: (method: string, path: string, request?: ClientRequest) => Promise<ApiResponse>
  /** Whether the connection was closed. */
  readonly isLost: () => boolean
}

/** Connects to the service at `url`, until the end of the running test. */
export async function openPinnedConnection(url: string): Promise<PinnedConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sockets = new Set<Socket>()
  let isLost = false

  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: ClientRequest = {},
  ): Promise<ApiResponse> => {
    const clientRequest = request(url + path, {
      method,
      agent,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    const responded = once(clientRequest, 'response')
    clientRequest.once('socket', (socket) => {
      if (!sockets.has(socket)) socket.once('close', () => (isLost = true))
      sockets.add(socket)
    })
    clientRequest.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = await responded
    const result = { status: response.statusCode, headers: new Headers(), body: await json(response) }
    if (sockets.size > 1) throw new Error('The connection was lost, and a request went through another one.')
    return result
  }
  await call('GET', '/health')
  return { call, isLost: () => isLost }
}
