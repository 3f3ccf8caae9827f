import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A relay of WalletConnect on the loopback interface: it passes encrypted messages by topic, and keeps those without a receiver. */
export interface TestRelay {
  /** For `WALLETCONNECT_RELAY_URL`. */
  readonly url: string
  /** Project ids that clients have named. */
  readonly projectIds: Set<string>
  /** Cuts every connection, and refuses further ones until it is up again. */
  setDown(isDown: boolean): void
  close(): Promise<void>
}

interface Message {
  readonly topic: string
  readonly message: string
  readonly attestation?: string
  readonly tag?: number
}

interface RelayRequest {
  readonly id: number | string
  readonly method?: string
  readonly params?: Partial<Message> & {
    readonly topics?: readonly string[]
    readonly pairingTopic?: string
    readonly sessionTopic?: string
    readonly sessionProposal?: string
    readonly sessionProposalResponse?: string
    readonly sessionSettlementRequest?: string
  }
}

export async function startRelay(): Promise<TestRelay> {
  const server = createServer()
  let isRefusing = false
  const sockets = new WebSocketServer({ server, verifyClient: () => !isRefusing })
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate()
  }
  const post = createPost()
  const projectIds = new Set<string>()
  sockets.on('connection', (socket, { url }) => {
    const projectId = new URL(`${url}`, 'ws://relay').searchParams.get('projectId')
    if (projectId) projectIds.add(projectId)
    socket.on('close', () => post.forget(socket))
    socket.on('message', (bytes) => {
      // Safe because the library sends JSON-RPC 2.0.
      const request = JSON.parse(`${bytes}`) as RelayRequest
      // Acknowledgements have no method.
      if (request.method === undefined) return
      const result = respond(post, socket, request)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe because the server listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    projectIds,
    setDown: (isDown) => {
      isRefusing = isDown
      if (isDown) cut()
    },
    close: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

type Post = ReturnType<typeof createPost>

/** Topics, who waits for their messages, and messages without a receiver. */
function createPost() {
  const receivers = new Map<string, Set<WebSocket>>()
  const kept = new Map<string, { readonly from: WebSocket; readonly sent: Message }[]>()
  let lastId = 1_000_000
  const deliver = (to: WebSocket, sent: Message) => {
    lastId += 1
    const params = { id: sent.topic, data: { ...sent, publishedAt: Date.now() } }
    to.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method: 'irn_subscription', params }))
  }
  return {
    publish: (from: WebSocket, sent: Message) => {
      const others = [...(receivers.get(sent.topic) ?? [])].filter((socket) => socket !== from)
      for (const socket of others) deliver(socket, sent)
      if (others.length === 0) kept.set(sent.topic, [...(kept.get(sent.topic) ?? []), { from, sent }])
    },
    subscribe: (socket: WebSocket, topic: string) => {
      receivers.set(topic, (receivers.get(topic) ?? new Set()).add(socket))
      const messages = kept.get(topic) ?? []
      kept.set(
        topic,
        messages.filter(({ from }) => from === socket),
      )
      for (const { from, sent } of messages) if (from !== socket) deliver(socket, sent)
    },
    unsubscribe: (socket: WebSocket, topic: string) => receivers.get(topic)?.delete(socket),
    forget: (socket: WebSocket) => {
      for (const sockets of receivers.values()) sockets.delete(socket)
    },
  }
}

/** The result of a request (https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc). */
function respond(post: Post, socket: WebSocket, { method, params = {} }: RelayRequest): unknown {
  const { topic = '', topics = [], message = '', pairingTopic = '', sessionTopic = '' } = params
  const { attestation } = params
  switch (method) {
    case 'irn_publish':
      post.publish(socket, { ...params, topic, message })
      return true
    case 'irn_subscribe':
      post.subscribe(socket, topic)
      return topic
    case 'irn_batchSubscribe':
      for (const each of topics) post.subscribe(socket, each)
      return topics
    case 'irn_unsubscribe':
      post.unsubscribe(socket, topic)
      return true
    case 'irn_fetchMessages':
    case 'irn_batchFetchMessages':
      return { messages: [], hasMore: false }
    case 'wc_proposeSession':
      post.subscribe(socket, pairingTopic)
      post.publish(socket, {
        topic: pairingTopic,
        message: `${params.sessionProposal}`,
        ...(attestation !== undefined && { attestation }),
        tag: 1100,
      })
      return true
    case 'wc_approveSession':
      post.subscribe(socket, sessionTopic)
      post.publish(socket, { topic: pairingTopic, message: `${params.sessionProposalResponse}`, tag: 1101 })
      post.publish(socket, { topic: sessionTopic, message: `${params.sessionSettlementRequest}`, tag: 1102 })
      return true
    default:
      throw new Error(`The relay knows no ${method}.`)
  }
}
