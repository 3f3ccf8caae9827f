import { openReadSession, type ReadSession } from '../ccip/session.ts'
import type { Config, Secrets } from '../config/config.ts'
import type { ChainId } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { OperatorError } from '../operator-error.ts'
import { withAbort } from '../rpc/budgeted-rpc.ts'
import { chainClientOf, createChainClients } from '../rpc/chain-clients.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import { readBody } from '../rpc/outbound/read-body.ts'
import type { OutboundRequest, OutboundResponse } from '../rpc/ssrf-safe-fetch.ts'
import { findRunningSandbox } from '../sandbox/find-running.ts'

/** The operator's own RPC, else that of the running sandbox. */
export async function findRpcUrl(chainId: ChainId, config: Config, secrets: Secrets): Promise<string> {
  const configured = secrets.rpcUrls[chainId]
  if (configured) return configured
  const sandbox = await findRunningSandbox(config).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(`Set RPC_URL_${chainId} to an RPC of chain ${chainId}. ${error.message}`)
  })
  return sandbox.chains[chainId].rpcUrl
}

/** Records, by URL template, which gateways responded and why the others failed. */
export interface TracedSession extends ReadSession {
  readonly respondedUrls: ReadonlySet<string>
  readonly failedUrls: ReadonlyMap<string, string>
}

interface TracedSessionOptions {
  readonly rpcUrl: string
  /** Of each request. */
  readonly timeoutMs: number
  /** Absent: no limit of the whole. */
  readonly signal?: AbortSignal
}

/** Tries the gateways of a lookup one after the other, as clients do. */
export function openTracedSession(
  chainId: ChainId,
  { rpcUrl, timeoutMs, signal = new AbortController().signal }: TracedSessionOptions,
): TracedSession {
  const { rpc } = chainClientOf(createChainClients({ rpcUrls: { [chainId]: rpcUrl }, timeoutMs }), chainId)
  const session = openReadSession({
    chainId,
    rpc: withAbort(rpc, signal),
    fetch: fetchUnguarded,
    timeoutMs,
    signal,
  })
  const respondedUrls = new Set<string>()
  const failedUrls = new Map<string, string>()
  const queryGateway: ReadSession['queryGateway'] = async (lookup) => {
    let lastError: unknown
    for (const url of lookup.urls)
      try {
        const response = await session.queryGateway({ ...lookup, urls: [url] })
        respondedUrls.add(url)
        return response
      } catch (error) {
        lastError = error
        failedUrls.set(url, error instanceof Error ? error.message : String(error))
      }
    throw lastError ?? new AppError('UpstreamException', 'The resolver lists no gateway.')
  }
  return { ...session, queryGateway, respondedUrls, failedUrls }
}

/** Unguarded: the operator's machine may reach gateways that the service must not. */
async function fetchUnguarded(request: OutboundRequest): Promise<OutboundResponse> {
  const { url, method, body, maxBytes, timeoutMs } = request
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
  const headers = { 'content-type': 'application/json' }
  try {
    const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return { status: response.status, body: response.body ? await readBody(response.body, maxBytes) : '' }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw signal.aborted
      ? new OutboundError('timed-out', `did not answer in ${timeoutMs} ms`)
      : new OutboundError('failed', 'cannot be reached')
  }
}
