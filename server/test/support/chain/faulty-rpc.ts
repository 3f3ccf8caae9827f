import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from '../http/http-server.ts'

/**
 * What happens to a call:
 *
 * - `drop-call`: the connection ends before the node gets it
 * - `drop-response`: the node gets it, and the connection ends before its response is sent
 * - `hold-call`, `hold-response`: it is forwarded, or its response sent, once `until` resolves
 * - `respond`: it gets this status and body; the node never gets it
 * - `error`: it gets this JSON-RPC error; the node never gets it
 */
export type Fault =
  | { readonly kind: 'drop-call' | 'drop-response' }
  | { readonly kind: 'hold-call' | 'hold-response'; readonly until: Promise<unknown> }
  | { readonly kind: 'respond'; readonly status: number; readonly body: string }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: string }

export type FaultRule = Fault & {
  /** A JSON-RPC method; absent: all. */
  readonly method?: string
  /** The contract of an `eth_call`; absent: any. */
  readonly to?: string
  /** What the data of an `eth_call` begin with; absent: anything. */
  readonly selector?: string
  /**
   * Number of calls it applies to; absent: all until it is removed. The service repeats a call whose connection ends.
   */
  readonly times?: number
}

/** The call as it was received. */
type CallHook = (params: readonly unknown[]) => unknown

/** A proxy in front of a node that injects faults. */
export interface FaultyRpc {
  readonly url: string
  /** The methods that were called, with any outcome. */
  readonly methods: string[]
  /** Adds a fault and returns a function that removes it. The latest one takes precedence. */
  addFault(rule: FaultRule): () => void
  /** Runs `hook` before each call of a method is forwarded, and waits for it; returns a function that removes it. */
  onCall(method: string, hook: CallHook): () => void
  close(): Promise<void>
}

interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Starts a proxy to the node at `rpcUrl` that forwards every call without a fault. */
export async function startFaultyRpc(rpcUrl: string): Promise<FaultyRpc> {
  const methods: string[] = []
  const hooks = new Set<{ readonly method: string; readonly hook: CallHook }>()
  const rules = new Set<{ readonly rule: FaultRule; left: number }>()

  const takeRule = ({ method, params = [] }: RpcCall): FaultRule | undefined => {
    const [{ to, data } = {}] = params as readonly { readonly to?: string; readonly data?: string }[]
    const isFor = (rule: FaultRule) =>
      (rule.method === undefined || rule.method === method) &&
      (rule.to === undefined || rule.to.toLowerCase() === to?.toLowerCase()) &&
      (rule.selector === undefined || data?.startsWith(rule.selector) === true)
    const match = [...rules].findLast(({ rule, left }) => left > 0 && isFor(rule))
    if (match) match.left -= 1
    return match?.rule
  }
  const server = await startHttpServer(async (request, response) => {
    const body = await text(request)
    const call = JSON.parse(body) as RpcCall
    const { id, method, params = [] } = call
    methods.push(method)
    for (const each of hooks) if (each.method === method) await each.hook(params)
    await forwardWithFault(rpcUrl, { id, body }, response, takeRule(call))
  })
  return {
    url: server.url,
    methods,
    addFault: (rule) => add(rules, { rule, left: rule.times ?? Number.POSITIVE_INFINITY }),
    onCall: (method, hook) => add(hooks, { method, hook }),
    close: server.close,
  }
}

function add<T>(set: Set<T>, entry: T): () => void {
  set.add(entry)
  return () => set.delete(entry)
}

interface RpcRequest {
  readonly id: number
  readonly body: string
}

async function forwardWithFault(
  rpcUrl: string,
  { id, body }: RpcRequest,
  response: ServerResponse,
  fault?: Fault,
): Promise<void> {
  switch (fault?.kind) {
    case 'drop-call':
      response.destroy()
      return
    case 'respond':
      send(response, fault)
      return
    case 'error': {
      const { code, message, data } = fault
      const error = { code, message, data }
      send(response, { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, error }) })
      return
    }
    case 'hold-call':
      await fault.until
  }
  const upstream = await forward(rpcUrl, body)
  if (fault?.kind === 'hold-response') await fault.until
  if (upstream && fault?.kind !== 'drop-response') send(response, upstream)
  else response.destroy()
}

interface RpcResponse {
  readonly status: number
  readonly body: string
}

/** Undefined when the node is down. */
async function forward(rpcUrl: string, body: string): Promise<RpcResponse | undefined> {
  const headers = { 'content-type': 'application/json' }
  const upstream = await fetch(rpcUrl, { method: 'POST', headers, body }).catch(() => undefined)
  return upstream && { status: upstream.status, body: await upstream.text() }
}

function send(response: ServerResponse, { status, body }: RpcResponse) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
