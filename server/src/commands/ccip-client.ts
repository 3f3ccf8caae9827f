import {
  BaseError,
  ccipRequest,
  createPublicClient,
  type Hex,
  HttpRequestError,
  type PublicClient,
} from 'viem'
import { mainnet, sepolia, type Chain as ViemChain } from 'viem/chains'
import type { ChainId } from '../ens/chains.ts'
import { createChainClients } from '../rpc/chain-clients.ts'
import { toViemTransport } from '../rpc/transport.ts'

/** An ENS client as any application has one, with a record of the gateways that it was sent to. */
export interface CcipClient {
  readonly client: PublicClient
  /** URL templates of the gateways that answered, in the order in which they first did. */
  readonly respondedUrls: ReadonlySet<string>
  /** What each gateway said that did not answer, by its URL template. */
  readonly failedUrls: ReadonlyMap<string, string>
}

interface CcipClientOptions {
  readonly chainId: ChainId
  /** May hold a key; no error shows it. */
  readonly rpcUrl: string
  /** Milliseconds for a call to the node, and for a gateway. */
  readonly timeoutMs: number
}

const viemChains: Record<ChainId, ViemChain> = { 1: mainnet, 11155111: sepolia }

/** Makes a client that reads names through the chain's Universal Resolver and asks gateways in turn (EIP-3668). */
export function createCcipClient({ chainId, rpcUrl, timeoutMs }: CcipClientOptions): CcipClient {
  const rpc = createChainClients({ rpcUrls: { [chainId]: rpcUrl }, timeoutMs }).get(chainId)?.rpc
  if (!rpc) throw new Error(`Chain ${chainId} was not opened.`)
  const respondedUrls = new Set<string>()
  const failedUrls = new Map<string, string>()

  /** Asks the gateways one by one, as `ccipRequest` would all of them, to see which one answers. */
  const request = async ({ urls, ...lookup }: Parameters<typeof ccipRequest>[0]): Promise<Hex> => {
    let lastError: unknown
    for (const url of urls)
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        const response = await ccipRequest({ ...lookup, urls: [url], requestOptions: { signal } })
        respondedUrls.add(url)
        return response
      } catch (error) {
        lastError = error
        failedUrls.set(url, errorReason(error))
      }
    throw lastError
  }
  const client = createPublicClient({
    chain: viemChains[chainId],
    transport: toViemTransport(rpc),
    ccipRead: { request },
  })
  return { client, respondedUrls, failedUrls }
}

function errorReason(error: unknown): string {
  if (error instanceof HttpRequestError && error.status !== undefined) return `HTTP ${error.status}`
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}
