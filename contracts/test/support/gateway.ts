import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Hex, isHex } from 'viem'

/** A gateway on the loopback interface. */
interface Gateway {
  readonly origin: string
  /** The method of every request so far. */
  readonly methods: readonly string[]
  stop(): Promise<void>
}

/** Starts a gateway (EIP-3668) that responds to every request, in either form, with the result of `respond`. */
export async function startGateway(respond: (request: Hex) => Promise<Hex>): Promise<Gateway> {
  const methods: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    methods.push(incoming.method ?? '')
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify({ data: await respond(await readCallData(incoming)) }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    methods,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The call data: in the body of a POST, the last part of the path of a GET. */
async function readCallData(incoming: IncomingMessage): Promise<Hex> {
  const body: unknown = incoming.method === 'POST' ? await json(incoming) : undefined
  const data = hasData(body) ? body.data : incoming.url?.split('/').at(-1)
  if (!isHex(data)) throw new Error('The request asks nothing.')
  return data
}

function hasData(body: unknown) {
  return typeof body === 'object' && body !== null && 'data' in body
}
