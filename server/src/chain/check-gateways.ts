import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { dnsEncode } from '../ens/dns-encode.ts'
import { toHex } from '../ens/hex.ts'
import { namehash } from '../ens/namehash.ts'
import { gatewayData, gatewayRequest } from './ask-gateway.ts'
import { callOnce } from './call-with-lookups.ts'
import type { Chain } from './chains.ts'
import { type GuardedFetch, openGuardedFetch } from './guarded-fetch.ts'
import { decodeLookup, type OffchainLookup } from './lookup.ts'
import { OutboundError } from './outbound/error.ts'
import { readingLimits } from './reading-limits.ts'
import { recordCall } from './record-call.ts'

const resolverAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])

/** How a gateway URL of a resolver contract answers. */
export interface GatewayAnswer {
  /** The URL template as the contract has it. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** `trusted`: with an answer that the contract takes, so it is signed by one of its signers and has not expired. */
  readonly outcome: 'trusted' | 'refused by the contract' | `HTTP ${number}` | 'no answer' | 'not EIP-3668'
  /** Why there is no answer, in the words of the guard: `cannot be reached`. */
  readonly reason?: string
}

/** Milliseconds for one gateway. */
const timeout = 10_000

/**
 * Asks each gateway URL of a resolver contract for the Ethereum address of `name`, as a client of EIP-3668 would, and has
 * the contract judge each answer. URLs may be private: they are those of the operator's own contract.
 *
 * @returns undefined when there is no contract that asks gateways.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException` when the node gives no answer.
 */
export async function checkGateways(
  { node }: Chain,
  resolver: Address,
  name: string,
): Promise<readonly GatewayAnswer[] | undefined> {
  const record = recordCall(toHex(namehash(name)), { type: 'address', coinType: 60 })
  const question = encodeFunctionData({
    abi: resolverAbi,
    functionName: 'resolve',
    args: [dnsEncode(name), record],
  })
  const asked = await callOnce(node, resolver, question)
  const lookup = asked.isReverted ? decodeLookup(asked.data) : undefined
  if (!lookup) return undefined
  const allowedOrigins = new Set(lookup.urls.flatMap((url) => URL.parse(url)?.origin ?? []))
  const { fetch, close } = openGuardedFetch({ allowedOrigins })
  const isTaken = async (answer: Hex) => !(await callOnce(node, resolver, lookup.callback(answer))).isReverted
  try {
    return await Promise.all(lookup.urls.map((url) => askOne(fetch, lookup, url, isTaken)))
  } finally {
    await close()
  }
}

async function askOne(
  fetch: GuardedFetch,
  lookup: OffchainLookup,
  url: string,
  isTaken: (answer: Hex) => Promise<boolean>,
): Promise<GatewayAnswer> {
  const request = gatewayRequest(lookup, url)
  const asked = { url, method: request.method }
  const signal = AbortSignal.timeout(timeout)
  try {
    const answer = await fetch({ ...request, maxBytes: readingLimits.gatewayAnswer, timeout, signal })
    if (answer.status !== 200) return { ...asked, outcome: `HTTP ${answer.status}` }
    const data = gatewayData(answer)
    if (!data) return { ...asked, outcome: 'not EIP-3668' }
    return { ...asked, outcome: (await isTaken(data)) ? 'trusted' : 'refused by the contract' }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ...asked, outcome: 'no answer', reason: error.message }
  }
}
