import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from './http-server.ts'

/**
 * What happens to a call:
 *
 * - `drop-call`: the connection ends before the node gets it
 * - `drop-answer`: the node gets it, and the connection ends before its answer comes back
 * - `hold-call`, `hold-answer`: it is passed on, or its answer passed back, once `until` resolves
 * - `answer`: it is answered with this status and body; the node never sees it
 * - `error`: it is answered with this JSON-RPC error; the node never sees it
 */
export type Fault =
  | { readonly kind: 'drop-call' | 'drop-answer' }
  | { readonly kind: 'hold-call' | 'hold-answer'; readonly until: Promise<unknown> }
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }

export type FaultRule = Fault & {
  /** A JSON-RPC method; absent: every one. */
  readonly method?: string
  /** How many calls it befalls; absent: all until it is undone. The service repeats a call whose connection ends. */
  readonly times?: number
}

/** The call as it came. */
type CallHook = (params: readonly unknown[]) => unknown

/** Stands between the code under test and a node, and fails as it is told. */
export interface FaultyRpc {
  readonly url: string
  /** The methods that were called, whatever came of it. */
  readonly methods: string[]
  /** Sets a fault and returns what undoes it. The one that was set last goes first. */
  addFault(rule: FaultRule): () => void
  /** Runs `hook` before each call of a method goes on, and waits for it; returns what undoes it. */
  onCall(method: string, hook: CallHook): () => void
  close(): Promise<void>
}

interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Starts a proxy to the node at `rpcUrl` that passes on every call which no rule is for. */
export async function startFaultyRpc(rpcUrl: string): Promise<FaultyRpc> {
  const methods: string[] = []
  const hooks = new Set<{ readonly method: string; readonly hook: CallHook }>()
  const rules = new Set<{ readonly rule: FaultRule; left: number }>()

  const takeRule = (method: string): FaultRule | undefined => {
    const match = [...rules].findLast(
      ({ rule, left: remaining }) => remaining > 0 && (rule.method === undefined || rule.method === method),
    )
    if (match) match.left -= 1
    return match?.rule
  }
  const server = await startHttpServer(async (request, response) => {
    const body = await text(request)
    const { id, method, params = [] } = JSON.parse(body) as RpcCall
    methods.push(method)
    for (const each of hooks) if (each.method === method) await each.hook(params)
    await forwardWithFault(rpcUrl, { id, body }, response, takeRule(method))
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
    case 'answer':
      send(response, fault)
      return
    case 'error': {
      const { code, message } = fault
      send(response, { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }) })
      return
    }
    case 'hold-call':
      await fault.until
  }
  const answer = await forward(rpcUrl, body)
  if (fault?.kind === 'hold-answer') await fault.until
  if (answer && fault?.kind !== 'drop-answer') send(response, answer)
  else response.destroy()
}

interface RpcResponse {
  readonly status: number
  readonly body: string
}

/** Undefined when the node is gone. */
async function forward(rpcUrl: string, body: string): Promise<RpcResponse | undefined> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(rpcUrl, { method: 'POST', headers, body }).catch(() => undefined)
  return answer && { status: answer.status, body: await answer.text() }
}

function send(response: ServerResponse, { status, body }: RpcResponse) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
