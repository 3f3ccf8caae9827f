import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from './http-server.ts'

/** A request to a receiver, as it arrived. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ReceivedMessage {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly cursor: string
    readonly name: string | null
    readonly changed: readonly { readonly field: string; readonly key: string | number | null }[]
  }
}

/** How a receiver responds; its first request is number 0. */
export type Respond = (response: ServerResponse, number: number, request: ReceivedRequest) => void

export interface Receiver {
  readonly url: string
  /** In the order in which they arrived. */
  readonly requests: readonly ReceivedRequest[]
}

export interface ReceiverServer {
  readonly origin: string
  /** A receiver with a path of its own. */
  readonly open: (respond?: Respond) => Receiver
  readonly close: () => Promise<void>
}

/** Starts a server of webhook receivers. */
export async function startReceivers(): Promise<ReceiverServer> {
  const receivers = new Map<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>()
  const server = await startHttpServer((request, response) => {
    receivers
      .get(request.url ?? '')?.(request, response)
      // The client has closed the connection.
      .catch(() => {})
  })
  return {
    origin: new URL(server.url).origin,
    open: (respond = (response) => response.end('ok')) => {
      const requests: ReceivedRequest[] = []
      const path = `/receiver-${receivers.size}`
      receivers.set(path, async (request, response) => {
        const received = { headers: singleHeaders(request), body: await text(request) }
        requests.push(received)
        respond(response, requests.length - 1, received)
      })
      return { url: new URL(path, server.url).href, requests }
    },
    close: server.close,
  }
}

/** Responds with a status and no body. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) => response.writeHead(code, headers).end()
}

/** Responds with each status in turn, then with the last. */
export function statuses(...codes: readonly number[]): Respond {
  return (response, number) => response.writeHead(codes[number] ?? codes.at(-1) ?? 200).end()
}

export function messageIn({ body }: ReceivedRequest): ReceivedMessage {
  return JSON.parse(body)
}

function singleHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
