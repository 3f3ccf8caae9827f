import type { Hex } from 'viem'
import { openReadSession, type ReadSession } from '../ccip/session.ts'
import type { OwnerCall } from '../chain/owner-calls.ts'
import { type Config, environmentWithDefaults, type Secrets } from '../config/config.ts'
import type { ChainId } from '../ens/chains.ts'
import { AppError, OperatorError } from '../errors.ts'
import { withAbort } from '../rpc/caller.ts'
import { type ChainClient, chainClientOf, createChainClients } from '../rpc/operator.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import { readBody } from '../rpc/outbound.ts'
import type { OutboundRequest, OutboundResponse } from '../rpc/ssrf-safe-fetch.ts'
import { findRunningSandbox } from '../sandbox/running.ts'
import { printRecord, printTable } from './shared.ts'

interface OwnerOptions {
  /** Environment variable of the owner's private key, if the key is here. */
  readonly keyVariable: string | undefined
  readonly asJson: boolean
}

/** What an owner has to send, and its name in errors. */
export interface TitledCall {
  readonly title: string
  readonly call: OwnerCall
}

/**
 * Sends a call as the owner; without a key, prints the transaction to send from elsewhere, such as a multisig.
 *
 * @throws OperatorError for an invalid private key; AppError those of `sendTransactionAs`.
 */
export async function sendOrPrintOwnerCall(
  chain: ChainClient,
  titled: TitledCall,
  { keyVariable, asJson }: OwnerOptions,
): Promise<void> {
  const transaction = { chainId: chain.id, ...titled.call }
  if (keyVariable === undefined) return printRecord({ ...transaction, value: '0' }, asJson)
  const transactionHash = await sendOwnerCall(chain, titled, keyVariable)
  printRecord({ ...transaction, transactionHash }, asJson)
}

/**
 * As `sendOrPrintOwnerCall`, of several, one after the other.
 *
 * @throws as that; the calls before one that fails have been sent.
 */
export async function sendOrPrintOwnerCalls(
  chain: ChainClient,
  calls: readonly TitledCall[],
  { keyVariable, asJson }: OwnerOptions,
): Promise<void> {
  const rows: Readonly<Record<string, unknown>>[] = []
  for (const titled of calls) {
    const transaction = { title: titled.title, chainId: chain.id, ...titled.call }
    if (keyVariable === undefined) rows.push({ ...transaction, value: '0' })
    else rows.push({ ...transaction, transactionHash: await sendOwnerCall(chain, titled, keyVariable) })
  }
  printTable(rows, asJson)
}

/** Sends a call as the owner, and reports the hash; prints no result. Returns the hash; throws as `sendOrPrintOwnerCall`. */
export async function sendOwnerCall(
  chain: ChainClient,
  { title, call }: TitledCall,
  keyVariable: string,
): Promise<Hex> {
  const key = readPrivateKey(keyVariable)
  // Large; loaded on demand.
  const { sendTransactionAs } = await import('../chain/send-transaction-as.ts')
  const { transactionHash } = await sendTransactionAs(chain, {
    ...call,
    title,
    key,
    onSent: (hash) => console.error(`Sent ${hash}; waiting until it is in a block.`),
  })
  return transactionHash
}

/** Other users of the machine can read command lines. */
function readPrivateKey(variable: string): Hex {
  const key = environmentWithDefaults({})[variable] ?? ''
  if (isPrivateKey(key)) return key
  throw new OperatorError(`The environment has no private key (0x and 64 hex digits) in ${variable}.`)
}

function isPrivateKey(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

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
