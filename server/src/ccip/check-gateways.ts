import type { Address, Hex } from 'viem'
import type { ChainClient } from '../rpc/operator.ts'
import { OutboundError } from '../rpc/outbound/error.ts'
import { createSsrfSafeFetch, type SsrfSafeFetch } from '../rpc/ssrf-safe-fetch.ts'
import { ethCall } from './call.ts'
import { type OffchainLookup, parseGatewayResponse, toGatewayHttpRequest } from './gateway.ts'
import { perNameLimits } from './limits.ts'
import { readAddressLookup } from './records.ts'

export interface GatewayCheck {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** `trusted`: signed by one of the contract's signers and not expired. */
  readonly outcome: 'trusted' | 'refused by the contract' | `HTTP ${number}` | 'no answer' | 'not EIP-3668'
  /** Why there is no answer: `cannot be reached`. */
  readonly reason?: string
  /** The SSRF guard did not call the URL. */
  readonly isRefused?: true
}

/** For URLs that others choose. */
interface GuardedChecks {
  readonly fetch: SsrfSafeFetch
  readonly signal: AbortSignal
}

/** Per gateway. */
const timeoutMs = 10_000

/**
 * Requests the Ethereum address of `name` from each gateway of the operator's resolver contract (EIP-3668), which
 * verifies the responses. `guarded` checks the first few URLs, as clients do; without it, URLs may be private. `undefined`
 * if it does not revert with a lookup.
 * @throws AppError as `readAddressLookup`.
 */
export async function checkGateways(
  chain: ChainClient,
  resolver: Address,
  name: string,
  guarded?: GuardedChecks,
): Promise<readonly GatewayCheck[] | undefined> {
  const lookup = await readAddressLookup(chain, resolver, name)
  if (!lookup) return undefined
  const isAcceptedByResolver = async (response: Hex) =>
    !(await ethCall(chain.rpc, resolver, lookup.encodeCallback(response))).isReverted
  const checkAll = (urls: readonly string[], fetch: SsrfSafeFetch, signal: AbortSignal | undefined) =>
    Promise.all(urls.map((url) => checkGateway({ fetch, signal }, lookup, url, isAcceptedByResolver)))
  if (guarded)
    return checkAll(lookup.urls.slice(0, perNameLimits.maxGatewayUrls), guarded.fetch, guarded.signal)
  const allowedOrigins = new Set(lookup.urls.flatMap((url) => URL.parse(url)?.origin ?? []))
  const { fetch, close } = createSsrfSafeFetch({ allowedOrigins })
  return checkAll(lookup.urls, fetch, undefined).finally(close)
}

async function checkGateway(
  { fetch, signal: outerSignal }: { fetch: SsrfSafeFetch; signal: AbortSignal | undefined },
  lookup: OffchainLookup,
  url: string,
  isAcceptedByResolver: (response: Hex) => Promise<boolean>,
): Promise<GatewayCheck> {
  const attempt = { url, method: url.includes('{data}') ? 'GET' : 'POST' } as const
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = outerSignal ? AbortSignal.any([timeout, outerSignal]) : timeout
  try {
    const response = await fetch({
      ...toGatewayHttpRequest(lookup, url),
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
    const isRefused = error.fault === 'refused'
    return { ...attempt, outcome: 'no answer', reason: error.message, ...(isRefused && { isRefused }) }
  }
}
