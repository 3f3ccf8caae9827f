import { hexToNumber, isHex } from 'viem'
import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { asAppError } from './outbound/as-app-error.ts'
import { OutboundError } from './outbound/error.ts'
import type { SsrfSafeFetch } from './ssrf-safe-fetch.ts'
import { type RpcTransport, rpcCall } from './transport.ts'

/** A node that a caller named. It may answer anything, so nothing read through it is cached or proves anything. */
export interface CallerRpc<Id extends number = ChainId> extends RpcTransport {
  readonly chainId: Id
}

interface CallerRpcOptions {
  readonly fetch: SsrfSafeFetch
  /** Holds the caller's key, so no error or log line ever shows it. */
  readonly rpcUrl: string
  /** Whether the URL may be plain http; absent: https only. */
  readonly acceptsHttp?: boolean
  /** Milliseconds for one call. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const callerRpcName = 'The RPC that you named'

/**
 * A node's answer that viem decodes. ABI data may point to one long text from many places, and viem follows each, so
 * that what it makes of an answer grows with the square of its size.
 */
const maxDecodedResponseBytes = 16 * 1024

/**
 * Opens a node of a chain on which names are read.
 *
 * @throws AppError `UnsupportedChainException` for another chain, and those of `connectCallerRpc`.
 */
export async function connectCallerEnsRpc(options: CallerRpcOptions): Promise<CallerRpc> {
  const { chainId, ...rpc } = await connectCallerRpc(options)
  if (isChainId(chainId)) return { ...rpc, chainId }
  throw new AppError(
    'UnsupportedChainException',
    `${callerRpcName} serves chain ${chainId}; names are read on chain ${chainIdList}.`,
  )
}

/**
 * Opens a node of whatever chain by asking which one it serves.
 *
 * @throws AppError `RpcUrlRejectedException` for a URL of another scheme, that is not public or holds credentials;
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
    throw new AppError('UpstreamException', `${callerRpcName} does not tell which chain it serves.`)
  return hexToNumber(result)
}
