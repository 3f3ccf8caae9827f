import { type Address, type Hex, isAddressEqual } from 'viem'
import { ethCall } from '../../ccip/call.ts'
import { type ClientLookup, readClientLookup, resolverOfResult } from '../../ccip/client-lookup.ts'
import {
  type OffchainLookup,
  parseGatewayResponse,
  parseSignedResponse,
  type SignedResponse,
  toGatewayHttpRequest,
} from '../../ccip/gateway.ts'
import { perNameLimits } from '../../ccip/limits.ts'
import { readAddressLookup } from '../../ccip/records.ts'
import { findNameResolver } from '../../ccip/resolver.ts'
import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { fromHex } from '../../crypto/hex.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { createSsrfSafeFetch, type SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { parseLag } from '../lookup/lag.ts'
import {
  connectionFault,
  explainExpiry,
  type GatewayFault,
  rejectionFault,
  statusFault,
} from './gateway-fault.ts'

export interface GatewayCheck {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** `trusted`: signed by one of the contract's signers and not expired. */
  readonly outcome: 'trusted' | 'refused by the contract' | `HTTP ${number}` | 'no answer' | 'not EIP-3668'
  /** Undefined: trusted. */
  readonly fault: GatewayFault | undefined
  /** By whom a rejected response is signed. */
  readonly signer?: string | undefined
  /** How far its replica is behind, in milliseconds, if it says that that is too far; infinite: it is cut off for an unknown time. */
  readonly lagMs?: number | undefined
  /** The SSRF guard did not call the URL. */
  readonly isRefused?: true
}

export interface CheckedContract {
  readonly address: Address
  readonly signingScheme: SigningScheme
}

interface ClientOptions {
  /** For URLs that others choose. */
  readonly fetch: SsrfSafeFetch
  readonly signal: AbortSignal
  /** For each gateway. */
  readonly timeoutMs: number
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/**
 * Why clients do not get what the contract would give them: the name leads to another contract or to none, or the Universal Resolver
 * fails, of which `problem` continues a sentence.
 */
export type PathFault =
  | { readonly kind: 'elsewhere'; readonly found: Address | null }
  | Extract<ClientLookup, { kind: 'failed' }>

interface ClientCheck {
  readonly gateways: readonly GatewayCheck[]
  readonly pathFault: PathFault | undefined
}

/** Per gateway. */
const defaultTimeoutMs = 10_000

/** Unix seconds; `undefined` where it could not be read. */
type ReadBlockTime = () => Promise<number | undefined>

/**
 * Requests the Ethereum address of `name` from each gateway of the operator's resolver contract (EIP-3668), which
 * verifies the responses. URLs may be private. `undefined` if it does not revert with a lookup.
 * @throws AppError as `readAddressLookup`, and when the RPC fails afterwards.
 */
export async function checkGateways(
  chain: ChainClient,
  contract: CheckedContract,
  name: string,
  readBlockTime: ReadBlockTime,
): Promise<readonly GatewayCheck[] | undefined> {
  const lookup = await readAddressLookup(chain, contract.address, name)
  if (!lookup) return undefined
  const allowedOrigins = new Set(lookup.urls.flatMap((url) => URL.parse(url)?.origin ?? []))
  const { fetch, close } = createSsrfSafeFetch({ allowedOrigins })
  const options = { fetch, signal: undefined, timeoutMs: defaultTimeoutMs, clock: undefined }
  const verify = (data: Hex) => verifyResponse(chain, contract, lookup, data, readBlockTime)
  return Promise.all(lookup.urls.map((url) => checkGateway(lookup, url, verify, options))).finally(close)
}

/**
 * As `checkGateways`, of the first few URLs, as clients do: through the Universal Resolver of the chain. Where that leads elsewhere or
 * fails, and on a chain without one, the contract itself is called.
 */
export async function checkAsClient(
  chain: ChainClient,
  contract: CheckedContract,
  name: string,
  readBlockTime: ReadBlockTime,
  options: ClientOptions,
): Promise<ClientCheck | undefined> {
  const checkAll = (lookup: OffchainLookup, verify: Verify) => {
    const urls = lookup.urls.slice(0, perNameLimits.maxGatewayUrls)
    return Promise.all(urls.map((url) => checkGateway(lookup, url, verify, options)))
  }
  const checkDirectly = async (pathFault?: PathFault): Promise<ClientCheck | undefined> => {
    const lookup = await readAddressLookup(chain, contract.address, name)
    if (!lookup) return undefined
    const verify: Verify = (data) => verifyResponse(chain, contract, lookup, data, readBlockTime)
    return { gateways: await checkAll(lookup, verify), pathFault }
  }
  const client = await readClientLookup(chain, name)
  if (client.kind === 'absent') return checkDirectly()
  const isOwn = (found: Address | null | undefined) =>
    found != null && isAddressEqual(found, contract.address)
  if (client.kind !== 'lookup') {
    const { resolver: found } = await findNameResolver(chain, name)
    if (!isOwn(found)) return checkDirectly({ kind: 'elsewhere', found })
    return checkDirectly(client.kind === 'failed' ? client : undefined)
  }
  const { lookup, to } = client
  let rejection: PathFault | undefined
  let isOther = false
  const gateways = await checkAll(lookup, async (data) => {
    const outcome = await ethCall(chain.rpc, to, lookup.encodeCallback(data))
    if (!outcome.isReverted) {
      if (!isOwn(resolverOfResult(outcome.data))) isOther = true
      return trusted
    }
    const direct = await readAddressLookup(chain, contract.address, name)
    if (!direct) isOther = true
    const verdict = await verifyResponse(chain, contract, direct ?? lookup, data, readBlockTime)
    // Without an error, the RPC itself may have refused the call.
    if (verdict.fault === undefined && outcome.data !== '0x')
      rejection = { kind: 'failed', problem: 'rejects responses that the contract accepts' }
    return verdict
  })
  const isWell = !isOther && !rejection && gateways.every(({ fault }) => fault === undefined)
  if (isWell) return { gateways, pathFault: undefined }
  // These may be the gateways of another contract.
  const { resolver: found } = await findNameResolver(chain, name)
  return isOwn(found) ? { gateways, pathFault: rejection } : checkDirectly({ kind: 'elsewhere', found })
}

type Verify = (data: Hex) => Promise<Verdict>

interface RequestOptions {
  readonly fetch: SsrfSafeFetch
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  readonly clock: (() => number) | undefined
}

async function checkGateway(
  lookup: OffchainLookup,
  url: string,
  verify: Verify,
  { fetch, signal: outerSignal, timeoutMs, clock }: RequestOptions,
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
    const verdict = await verify(data)
    const fault = verdict.fault && explainExpiry(verdict.fault, response.date, clock?.())
    return { ...attempt, ...verdict, fault, lagMs: parseLag(response.lag) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isRefused = error.fault === 'refused'
    const fault = connectionFault(error.code, error.message)
    return { ...attempt, outcome: 'no answer', fault, ...(isRefused && { isRefused }) }
  }
}

type Verdict = Pick<GatewayCheck, 'outcome' | 'fault' | 'signer'>

const trusted: Verdict = { outcome: 'trusted', fault: undefined }

async function verifyResponse(
  chain: ChainClient,
  contract: CheckedContract,
  lookup: OffchainLookup,
  data: Hex,
  readBlockTime: ReadBlockTime,
): Promise<Verdict> {
  const { isReverted } = await ethCall(chain.rpc, contract.address, lookup.encodeCallback(data))
  if (!isReverted) return trusted
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
