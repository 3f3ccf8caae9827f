import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { ethCoinType } from '../ens/coin-type.ts'
import { dnsEncode } from '../ens/dns-encode.ts'
import { namehash } from '../ens/namehash.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import { createSsrfSafeFetch, type SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { ethCall } from './call.ts'
import { parseGatewayResponse, toGatewayHttpRequest } from './gateway-client.ts'
import { perNameLimits } from './limits.ts'
import { decodeOffchainLookup, type OffchainLookup } from './offchain-lookup.ts'
import { addressKey, recordCall } from './record-keys.ts'

const resolverAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])

export interface GatewayCheck {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** `trusted`: signed by one of the contract's signers and not expired. */
  readonly outcome: 'trusted' | 'refused by the contract' | `HTTP ${number}` | 'no answer' | 'not EIP-3668'
  /** Why there is no answer: `cannot be reached`. */
  readonly reason?: string
}

/** Per gateway. */
const timeoutMs = 10_000

/**
 * Requests the Ethereum address of `name` from each gateway of the operator's resolver contract (EIP-3668), which
 * verifies the responses. URLs may be private. `undefined` if it does not revert with a lookup.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function checkGateways(
  { rpc }: ChainClient,
  resolver: Address,
  name: string,
): Promise<readonly GatewayCheck[] | undefined> {
  const record = recordCall(toHex(namehash(name)), addressKey(ethCoinType))
  const callData = encodeFunctionData({
    abi: resolverAbi,
    functionName: 'resolve',
    args: [dnsEncode(name), record],
  })
  const outcome = await ethCall(rpc, resolver, callData)
  const lookup = outcome.isReverted ? decodeOffchainLookup(outcome.data) : undefined
  if (!lookup) return undefined
  const allowedOrigins = new Set(lookup.urls.flatMap((url) => URL.parse(url)?.origin ?? []))
  const { fetch, close } = createSsrfSafeFetch({ allowedOrigins })
  const isAcceptedByResolver = async (response: Hex) =>
    !(await ethCall(rpc, resolver, lookup.encodeCallback(response))).isReverted
  try {
    return await Promise.all(lookup.urls.map((url) => checkGateway(fetch, lookup, url, isAcceptedByResolver)))
  } finally {
    await close()
  }
}

async function checkGateway(
  fetch: SsrfSafeFetch,
  lookup: OffchainLookup,
  url: string,
  isAcceptedByResolver: (response: Hex) => Promise<boolean>,
): Promise<GatewayCheck> {
  const request = toGatewayHttpRequest(lookup, url)
  const attempt = { url, method: request.method }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch({
      ...request,
      maxBytes: perNameLimits.maxGatewayResponseBytes,
      timeoutMs,
      signal,
    })
    if (response.status !== 200) return { ...attempt, outcome: `HTTP ${response.status}` }
    const data = parseGatewayResponse(response)
    if (!data) return { ...attempt, outcome: 'not EIP-3668' }
    return { ...attempt, outcome: (await isAcceptedByResolver(data)) ? 'trusted' : 'refused by the contract' }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ...attempt, outcome: 'no answer', reason: error.message }
  }
}
