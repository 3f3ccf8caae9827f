import { hexToNumber, isHex } from 'viem'
import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { asAppError } from './outbound/as-app-error.ts'
import { OutboundError } from './outbound/error.ts'
import type { SsrfSafeFetch } from './ssrf-safe-fetch.ts'
import { type RpcTransport, rpcCall } from './transport.ts'

/** An RPC of the caller's choice. It is untrusted, so nothing read through it is cached or proves anything. */
export interface CallerRpc<Id extends number = ChainId> extends RpcTransport {
  readonly chainId: Id
}

interface CallerRpcOptions {
  readonly fetch: SsrfSafeFetch
  /** Contains the caller's key, so no error or log line ever shows it. */
  readonly rpcUrl: string
  /** Whether the URL may be plain http; absent: https only. */
  readonly acceptsHttp?: boolean
  /** Milliseconds for one call. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const callerRpcName = 'The RPC that you named'

/**
 * Bytes of a response that viem decodes. ABI data may refer to one long text many times, and viem follows each reference, so
 * that its result grows with the square of the size.
 */
const maxDecodedResponseBytes = 16 * 1024

/**
 * Opens an RPC of a supported chain.
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
 * Opens an RPC of any chain by reading its chain id.
 *
 * @throws AppError `RpcUrlRejectedException` for a URL of another scheme, that is not public or has credentials;
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
