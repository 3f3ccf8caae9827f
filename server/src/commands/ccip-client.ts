import {
  BaseError,
  ccipRequest,
  createPublicClient,
  type Hex,
  HttpRequestError,
  type PublicClient,
} from 'viem'
import { mainnet, sepolia, type Chain as ViemChain } from 'viem/chains'
import { createChains } from '../chain/chains.ts'
import { jsonRpcTransport } from '../chain/json-rpc-transport.ts'
import type { ChainId } from '../ens/chain-id.ts'

/** An ENS client as any application has one, with a record of the gateways that it was sent to. */
export interface CcipClient {
  readonly client: PublicClient
  /** URL templates of the gateways that answered, in the order in which they first did. */
  readonly answered: ReadonlySet<string>
  /** What each gateway said that did not answer, by its URL template. */
  readonly failed: ReadonlyMap<string, string>
}

interface CcipClientOptions {
  readonly chainId: ChainId
  /** May hold a key; no error shows it. */
  readonly rpcUrl: string
  /** Milliseconds for a call to the node, and for a gateway. */
  readonly timeout: number
}

const viemChains: Record<ChainId, ViemChain> = { 1: mainnet, 11155111: sepolia }

/** Makes a client that reads names through the chain's Universal Resolver and asks gateways in turn (EIP-3668). */
export function createCcipClient({ chainId, rpcUrl, timeout }: CcipClientOptions): CcipClient {
  const node = createChains({ rpcUrls: { [chainId]: rpcUrl }, timeout }).get(chainId)?.node
  if (!node) throw new Error(`Chain ${chainId} was not opened.`)
  const answered = new Set<string>()
  const failed = new Map<string, string>()

  /** Asks the gateways one by one, as `ccipRequest` would all of them, to see which one answers. */
  const request = async ({ urls, ...question }: Parameters<typeof ccipRequest>[0]): Promise<Hex> => {
    let failure: unknown
    for (const url of urls)
      try {
        const signal = AbortSignal.timeout(timeout)
        const answer = await ccipRequest({ ...question, urls: [url], requestOptions: { signal } })
        answered.add(url)
        return answer
      } catch (error) {
        failure = error
        failed.set(url, reasonOf(error))
      }
    throw failure
  }
  const client = createPublicClient({
    chain: viemChains[chainId],
    transport: jsonRpcTransport(node),
    ccipRead: { request },
  })
  return { client, answered, failed }
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpRequestError && error.status !== undefined) return `HTTP ${error.status}`
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}
