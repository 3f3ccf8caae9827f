import type { Address, Hex } from 'viem'
import { ethCall } from '../../ccip/call.ts'
import {
  type OffchainLookup,
  parseGatewayResponse,
  parseSignedResponse,
  type SignedResponse,
  toGatewayHttpRequest,
} from '../../ccip/gateway.ts'
import { perNameLimits } from '../../ccip/limits.ts'
import { readAddressLookup } from '../../ccip/records.ts'
import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { fromHex } from '../../crypto/hex.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { createSsrfSafeFetch, type SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { connectionFault, type GatewayFault, rejectionFault, statusFault } from './gateway-fault.ts'

export interface GatewayCheck {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** `trusted`: signed by one of the contract's signers and not expired. */
  readonly outcome: 'trusted' | 'refused by the contract' | `HTTP ${number}` | 'no answer' | 'not EIP-3668'
  /** Undefined: trusted. */
  readonly fault: GatewayFault | undefined
  /** By whom a rejected response is signed. */
  readonly signer?: string | undefined
  /** The SSRF guard did not call the URL. */
  readonly isRefused?: true
}

export interface CheckedContract {
  readonly address: Address
  readonly signingScheme: SigningScheme
}

/** For URLs that others choose. */
interface GuardedChecks {
  readonly fetch: SsrfSafeFetch
  readonly signal: AbortSignal
  /** For each gateway. */
  readonly timeoutMs: number
}

/** Per gateway. */
const defaultTimeoutMs = 10_000

/** Unix seconds; `undefined` where it could not be read. */
type ReadBlockTime = () => Promise<number | undefined>

/**
 * Requests the Ethereum address of `name` from each gateway of the operator's resolver contract (EIP-3668), which
 * verifies the responses. `guarded` checks the first few URLs, as clients do; without it, URLs may be private. `undefined`
 * if it does not revert with a lookup.
 * @throws AppError as `readAddressLookup`, and when the RPC fails afterwards.
 */
export async function checkGateways(
  chain: ChainClient,
  contract: CheckedContract,
  name: string,
  readBlockTime: ReadBlockTime,
  guarded?: GuardedChecks,
): Promise<readonly GatewayCheck[] | undefined> {
  const lookup = await readAddressLookup(chain, contract.address, name)
  if (!lookup) return undefined
  const verify = (data: Hex) => verifyResponse(chain, contract, lookup, data, readBlockTime)
  const checkAll = (urls: readonly string[], options: RequestOptions) =>
    Promise.all(urls.map((url) => checkGateway(lookup, url, verify, options)))
  if (guarded) return checkAll(lookup.urls.slice(0, perNameLimits.maxGatewayUrls), guarded)
  const allowedOrigins = new Set(lookup.urls.flatMap((url) => URL.parse(url)?.origin ?? []))
  const { fetch, close } = createSsrfSafeFetch({ allowedOrigins })
  return checkAll(lookup.urls, { fetch, signal: undefined, timeoutMs: defaultTimeoutMs }).finally(close)
}

interface RequestOptions {
  readonly fetch: SsrfSafeFetch
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

async function checkGateway(
  lookup: OffchainLookup,
  url: string,
  verify: (data: Hex) => Promise<Verdict>,
  { fetch, signal: outerSignal, timeoutMs }: RequestOptions,
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
    const data = parseGatewayResponse(response)
    const { status } = response
    if (!data) {
      const outcome = status === 200 ? 'not EIP-3668' : (`HTTP ${status}` as const)
      return { ...attempt, outcome, fault: statusFault(status, response.body) }
    }
    return { ...attempt, ...(await verify(data)) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isRefused = error.fault === 'refused'
    const fault = connectionFault(error.code, error.message)
    return { ...attempt, outcome: 'no answer', fault, ...(isRefused && { isRefused }) }
  }
}

type Verdict = Pick<GatewayCheck, 'outcome' | 'fault' | 'signer'>

async function verifyResponse(
  chain: ChainClient,
  contract: CheckedContract,
  lookup: OffchainLookup,
  data: Hex,
  readBlockTime: ReadBlockTime,
): Promise<Verdict> {
  const { isReverted } = await ethCall(chain.rpc, contract.address, lookup.encodeCallback(data))
  if (!isReverted) return { outcome: 'trusted', fault: undefined }
  const response = parseSignedResponse(data)
  const signer = response && signerOf(chain, contract, lookup, response)
  const [blockTime, [isTrusted] = []] = await Promise.all([
    readBlockTime(),
    signer === undefined ? undefined : isTrustedSigner(chain, [contract], signer),
  ])
  const fault = rejectionFault({ response, signer, isTrusted, blockTime })
  return { outcome: 'refused by the contract', fault, signer }
}

function signerOf(
  { id: chainId }: ChainClient,
  { address, signingScheme: scheme }: CheckedContract,
  { data }: OffchainLookup,
  { result, expires, signature }: SignedResponse,
): Address | undefined {
  const unsigned = { expires, request: fromHex(data), result: fromHex(result) }
  const signer = recoverResponseSigner({ scheme, chainId, resolver: address }, unsigned, fromHex(signature))
  return signer === null ? undefined : checksumAddress(signer)
}
