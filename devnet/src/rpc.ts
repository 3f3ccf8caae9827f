interface RpcResponse {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A JSON-RPC call: method and parameters. */
export type RpcCall = readonly [method: string, params?: readonly unknown[]]

/** Sends one JSON-RPC call to the node at `url` and returns its result. Throws a JSON-RPC error. */
export async function rpc(url: string, ...call: RpcCall): Promise<unknown> {
  const [result] = await rpcBatch(url, [call])
  return result
}

/**
 * Sends `calls` in one HTTP request and returns their results in that order; throws at the first error. The node runs
 * them concurrently, so none may depend on another.
 */
export async function rpcBatch(url: string, calls: readonly RpcCall[]): Promise<unknown[]> {
  if (calls.length === 0) return []
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(([method, params = []], id) => ({ jsonrpc: '2.0', id, method, params }))),
  })
  if (!response.ok) throw new Error(`The node answered HTTP ${response.status}: ${await response.text()}`)
  const responses = (await response.json()) as RpcResponse[]
  return responses
    .sort((a, b) => a.id - b.id)
    .map(({ id, result, error }) => {
      if (error) throw new Error(`${calls[id]?.[0]}: ${error.message}`)
      return result
    })
}
