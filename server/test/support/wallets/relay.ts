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
  /** Connections that were accepted. */
  readonly connections: number
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

/** A client may have a further socket before its last one is closed. */
interface Receiver {
  readonly socket: WebSocket
  /** The `iss` of its JWT. */
  readonly client: string
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
  let connections = 0
  const sockets = new WebSocketServer({ server, verifyClient: () => !isRefusing })
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate()
  }
  const post = createPost()
  const projectIds = new Set<string>()
  sockets.on('connection', (socket, { url }) => {
    connections += 1
    const { searchParams } = new URL(`${url}`, 'ws://relay')
    const projectId = searchParams.get('projectId')
    if (projectId) projectIds.add(projectId)
    const receiver = { socket, client: readIssuer(`${searchParams.get('auth')}`) }
    socket.on('close', () => post.forget(receiver))
    socket.on('message', (bytes) => {
      // Safe because the library sends JSON-RPC 2.0.
      const request = JSON.parse(`${bytes}`) as RelayRequest
      // Acknowledgements have no method.
      if (request.method === undefined) return post.acknowledge(Number(request.id))
      const result = respond(post, receiver, request)
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
    get connections() {
      return connections
    },
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

interface Letter {
  /** The client that sent it. */
  readonly from: string
  readonly sent: Message
}

/**
 * Topics, who waits for their messages, and messages without a receiver. Nothing comes back to the client that sent it. A message
 * that was not acknowledged when its connection ends is delivered again.
 */
function createPost() {
  const receivers = new Map<string, Set<Receiver>>()
  const kept = new Map<string, Letter[]>()
  const unacknowledged = new Map<number, { readonly receiver: Receiver; readonly letter: Letter }>()
  let lastId = 1_000_000
  const deliver = (receiver: Receiver, letter: Letter) => {
    lastId += 1
    unacknowledged.set(lastId, { receiver, letter })
    const params = { id: letter.sent.topic, data: { ...letter.sent, publishedAt: Date.now() } }
    receiver.socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method: 'irn_subscription', params }))
  }
  const send = (letter: Letter) => {
    const { from, sent } = letter
    const others = [...(receivers.get(sent.topic) ?? [])].filter(({ client }) => client !== from)
    for (const receiver of others) deliver(receiver, letter)
    if (others.length === 0) kept.set(sent.topic, [...(kept.get(sent.topic) ?? []), letter])
  }
  return {
    publish: ({ client }: Receiver, sent: Message) => send({ from: client, sent }),
    acknowledge: (id: number) => void unacknowledged.delete(id),
    subscribe: (receiver: Receiver, topic: string) => {
      receivers.set(topic, (receivers.get(topic) ?? new Set()).add(receiver))
      const messages = kept.get(topic) ?? []
      kept.set(
        topic,
        messages.filter(({ from }) => from === receiver.client),
      )
      for (const letter of messages) if (letter.from !== receiver.client) deliver(receiver, letter)
    },
    unsubscribe: (receiver: Receiver, topic: string) => receivers.get(topic)?.delete(receiver),
    forget: (receiver: Receiver) => {
      for (const others of receivers.values()) others.delete(receiver)
      for (const [id, { receiver: former, letter }] of unacknowledged)
        if (former === receiver) {
          unacknowledged.delete(id)
          send(letter)
        }
    },
  }
}

function readIssuer(jwt: string): string {
  // Safe because the library sends a JWT, whose payload is JSON.
  return (JSON.parse(Buffer.from(`${jwt.split('.')[1]}`, 'base64url').toString()) as { iss: string }).iss
}

/** The result of a request (https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc). */
function respond(post: Post, receiver: Receiver, { method, params = {} }: RelayRequest): unknown {
  const { topic = '', topics = [], message = '', pairingTopic = '', sessionTopic = '' } = params
  const { attestation } = params
  switch (method) {
    case 'irn_publish':
      post.publish(receiver, { ...params, topic, message })
      return true
    case 'irn_subscribe':
      post.subscribe(receiver, topic)
      return topic
    case 'irn_batchSubscribe':
      for (const each of topics) post.subscribe(receiver, each)
      return topics
    case 'irn_unsubscribe':
      post.unsubscribe(receiver, topic)
      return true
    case 'irn_fetchMessages':
    case 'irn_batchFetchMessages':
      return { messages: [], hasMore: false }
    case 'wc_proposeSession':
      post.subscribe(receiver, pairingTopic)
      post.publish(receiver, {
        topic: pairingTopic,
        message: `${params.sessionProposal}`,
        ...(attestation !== undefined && { attestation }),
        tag: 1100,
      })
      return true
    case 'wc_approveSession':
      post.subscribe(receiver, sessionTopic)
      post.publish(receiver, { topic: pairingTopic, message: `${params.sessionProposalResponse}`, tag: 1101 })
      post.publish(receiver, {
        topic: sessionTopic,
        message: `${params.sessionSettlementRequest}`,
        tag: 1102,
      })
      return true
    default:
      throw new Error(`The relay knows no ${method}.`)
  }
}
