import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** As in URLs. A page whose name is pointed to this machine (DNS rebinding) sends its own name in the header Host. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Requests of programs on this machine reach the node; those of pages do not. */
export interface LoopbackProxy {
  readonly url: string
  /** Closes open connections too. */
  close(): Promise<void>
}

/**
 * Listens on a port of the loopback interface, 0 for a free one, and passes JSON-RPC on to a node that answers every
 * page: a foreign Host is refused, and so is every method but POST, a WebSocket's handshake included, which pages of any
 * origin may send. Does not keep this process alive. Rejects when the port is taken.
 */
export async function startLoopbackProxy(nodeUrl: string, port: number): Promise<LoopbackProxy> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, response) => {
    const refusal = findRefusal(incoming)
    if (refusal) response.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(refusal.reason)
    else void pass(incoming, response, { nodeUrl, agent })
  })
  // As the node, which closes no idle connection: a client would lose the race against it.
  server.keepAliveTimeout = 0
  server.unref().on('connection', (socket) => socket.unref())
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      agent.destroy()
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function findRefusal({ method, headers }: IncomingMessage): { status: number; reason: string } | undefined {
  const host = URL.parse(`http://${headers.host}`)?.hostname
  if (host === undefined || !loopbackHosts.includes(host))
    return { status: 403, reason: 'The local chain answers requests to localhost, 127.0.0.1 and [::1] only.' }
  if (method === 'POST') return undefined
  return { status: 405, reason: 'The local chain answers JSON-RPC by POST only.' }
}

interface Node {
  readonly nodeUrl: string
  readonly agent: Agent
}

async function pass(incoming: IncomingMessage, response: ServerResponse, { nodeUrl, agent }: Node) {
  const { 'content-type': type, 'content-length': length } = incoming.headers
  const headers = { ...(type && { 'content-type': type }), ...(length && { 'content-length': length }) }
  const outgoing = request(nodeUrl, { method: 'POST', agent, headers })
  response.on('close', () => outgoing.destroy())
  // The node may respond before it has read all and read no further, which ends the request, not the response.
  incoming.pipe(outgoing).on('error', () => {})
  try {
    const [fromNode] = (await once(outgoing, 'response')) as [IncomingMessage]
    response.writeHead(fromNode.statusCode ?? 502, fromNode.headers)
    await pipeline(fromNode, response)
  } catch {
    // As a node that has exited.
    response.destroy()
  }
}
