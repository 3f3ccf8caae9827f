import { text } from 'node:stream/consumers'
import { startHttpServer, type TestServer } from '../http/http-server.ts'

/** A proxy in front of a node that records the JSON-RPC methods that are called. */
export interface RpcProxy extends TestServer {
  readonly methods: string[]
}

/** Starts a proxy that forwards every call to the node at `rpcUrl`. */
export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
  const methods: string[] = []
  const server = await startHttpServer(async (request, response) => {
    const body = await text(request)
    methods.push(JSON.parse(body).method)
    const upstream = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text())
  })
  return { ...server, methods }
}
