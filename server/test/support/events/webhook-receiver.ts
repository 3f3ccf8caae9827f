import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from '../http/http-server.ts'

/** A request to a receiver, as it arrived. */
interface ReceivedRequest {
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

interface UnreliableReceiver extends Receiver {
  /** Those answered with status 200, in that order. */
  readonly accepted: readonly ReceivedMessage[]
  /** From now on it answers all with status 200 at once. */
  readonly becomeReliable: () => void
}

/** Share of events, as 1 / n, whose first request gets status 500, or an answer after `slowMs`. */
const failing = 16
const slow = 23
const slowMs = 300

/** A receiver that sometimes fails or is slow, never twice for an event: the second retry is five minutes later. */
export function openUnreliableReceiver(receivers: ReceiverServer): UnreliableReceiver {
  const accepted: ReceivedMessage[] = []
  const seen = new Set<string>()
  let isReliable = false
  const { url, requests } = receivers.open((response, _, request) => {
    const message = messageIn(request)
    const { cursor } = message.data
    const accept = () => {
      // Its process was killed meanwhile.
      if (response.destroyed) return
      accepted.push(message)
      response.end('ok')
    }
    const isFirst = !seen.has(cursor)
    seen.add(cursor)
    if (isReliable || !isFirst) accept()
    else if (seen.size % failing === 0) response.writeHead(500).end()
    else if (seen.size % slow === 0) setTimeout(accept, slowMs)
    else accept()
  })
  return {
    url,
    requests,
    accepted,
    becomeReliable: () => {
      isReliable = true
    },
  }
}
