import { hexToNumber, isHex } from 'viem'
import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { asAppError } from './outbound/as-app-error.ts'
import { OutboundError } from './outbound/error.ts'
import type { SsrfSafeFetch } from './ssrf-safe-fetch.ts'
import { type RpcTransport, rpcCall } from './transport.ts'

/** Untrusted: its results are neither cached nor proof. */
export interface CallerRpc<Id extends number = ChainId> extends RpcTransport {
  readonly chainId: Id
}

interface CallerRpcOptions {
  readonly fetch: SsrfSafeFetch
  /** Contains the caller's key; never in errors or logs. */
  readonly rpcUrl: string
  /** Absent: https only. */
  readonly acceptsHttp?: boolean
  /** Per call. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const callerRpcName = 'The RPC that you named'

/** viem expands repeated references: its result grows quadratically. */
const maxDecodedResponseBytes = 16 * 1024

/** @throws AppError `UnsupportedChainException`, and those of `connectCallerRpc`. */
export async function connectCallerEnsRpc(options: CallerRpcOptions): Promise<CallerRpc> {
  const { chainId, ...rpc } = await connectCallerRpc(options)
  if (isChainId(chainId)) return { ...rpc, chainId }
  throw new AppError(
    'UnsupportedChainException',
    `${callerRpcName} serves chain ${chainId}; names are read on chain ${chainIdList}.`,
  )
}

/**
 * Connects to an RPC of any chain.
 * @throws AppError `RpcUrlRejectedException` for a wrong scheme, a non-public host or credentials in the URL;
 * `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function connectCallerRpc({
  fetch,
  rpcUrl: url,
  ...requestOptions
}: CallerRpcOptions): Promise<CallerRpc<number>> {
  const rpc: RpcTransport = {
    name: callerRpcName,
    send: (body, maxBytes = maxDecodedResponseBytes) =>
      fetch({ url, method: 'POST', body, maxBytes, ...requestOptions }).catch((error: unknown) => {
        throw error instanceof OutboundError && error.fault === 'refused'
          ? new AppError('RpcUrlRejectedException', `${callerRpcName} ${error.message}.`)
          : asAppError(error, callerRpcName)
      }),
  }
  return { ...rpc, chainId: await requestChainId(rpc) }
}

async function requestChainId(rpc: RpcTransport): Promise<number> {
  const result = await rpcCall(rpc, { method: 'eth_chainId', params: [] })
  if (!isHex(result) || result.length < 3 || result.length > 15)
    throw new AppError('UpstreamException', `${callerRpcName} does not return its chain id.`)
  return hexToNumber(result)
}
