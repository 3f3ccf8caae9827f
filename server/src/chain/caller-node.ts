import { hexToNumber, isHex } from 'viem'
import { type ChainId, isChainId } from '../ens/chain-id.ts'
import { AppError } from '../errors.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { callNode, type RpcNode } from './json-rpc-transport.ts'
import { asAppError } from './outbound/as-app-error.ts'
import { OutboundError } from './outbound/error.ts'
import { readingLimits } from './reading-limits.ts'

/** A node that a caller named. It may answer anything, so nothing read through it is cached or proves anything. */
export interface CallerNode<Id extends number = ChainId> extends RpcNode {
  readonly chainId: Id
}

interface CallerNodeOptions {
  readonly fetch: GuardedFetch
  /** Holds the caller's key, so no error or log line ever shows it. */
  readonly rpcUrl: string
  /** Whether the URL may be plain http; absent: https only. */
  readonly acceptsHttp?: boolean
  /** Milliseconds for one call. */
  readonly timeout: number
  readonly signal: AbortSignal
}

const name = 'The RPC that you named'

/**
 * Opens a node of a chain on which names are read.
 *
 * @throws AppError `UnsupportedChainException` for another chain, and those of `openAnyCallerNode`.
 */
export async function openCallerNode(options: CallerNodeOptions): Promise<CallerNode> {
  const { chainId, ...node } = await openAnyCallerNode(options)
  if (isChainId(chainId)) return { ...node, chainId }
  throw new AppError(
    'UnsupportedChainException',
    `${name} serves chain ${chainId}; names are read on chain 1 or 11155111.`,
  )
}

/**
 * Opens a node of whatever chain by asking which one it serves.
 *
 * @throws AppError `RpcUrlRejectedException` for a URL of another scheme, that is not public or holds credentials;
 * `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function openAnyCallerNode({
  fetch,
  rpcUrl: url,
  ...bounds
}: CallerNodeOptions): Promise<CallerNode<number>> {
  const node: RpcNode = {
    name,
    post: (body, maxBytes = readingLimits.plainAnswer) =>
      fetch({ url, method: 'POST', body, maxBytes, ...bounds }).catch((error: unknown) => {
        throw error instanceof OutboundError && error.fault === 'refused'
          ? new AppError('RpcUrlRejectedException', `${name} ${error.message}.`)
          : asAppError(error, name)
      }),
  }
  return { ...node, chainId: await chainIdOf(node) }
}

async function chainIdOf(node: RpcNode): Promise<number> {
  const answer = await callNode(node, { method: 'eth_chainId', params: [] })
  if (!isHex(answer) || answer.length < 3 || answer.length > 15)
    throw new AppError('UpstreamException', `${name} does not tell which chain it serves.`)
  return hexToNumber(answer)
}
