import { text } from 'node:stream/consumers'
import { startHttpServer, type TestServer } from './http-server.ts'

/** Stands between the code under test and a node, and remembers the JSON-RPC methods that were asked for. */
export interface RpcProxy extends TestServer {
  readonly methods: string[]
}

/** Starts a proxy that passes every call on to the node at `rpcUrl`. */
export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
  const methods: string[] = []
  const server = await startHttpServer(async (request, response) => {
    const body = await text(request)
    methods.push(JSON.parse(body).method)
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  return { ...server, methods }
}
