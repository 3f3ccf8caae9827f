import { type Address, type Hex, isAddressEqual } from 'viem'
import { dnsEncode } from '../ens/names.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { ethCall } from './call.ts'
import {
  assertLookupBounded,
  decodeBatchQueries,
  decodeOffchainLookup,
  encodeBatchResponse,
  type GatewayQuery,
  localBatchGatewayUrl,
  type OffchainLookup,
  splitSelector,
} from './gateway.ts'
import { perNameLimits } from './limits.ts'
import { encodeAddressCall } from './records.ts'
import { resolveCall, resolverErrors } from './resolver.ts'

/**
 * What the Universal Resolver answers a client that asks for a name:
 *
 * - `lookup`: send this lookup, and return its response to the Universal Resolver at `to`
 * - `answered`: the records, without a lookup
 * - `failed`: `problem` continues a sentence about the Universal Resolver
 * - `absent`: the chain has none
 */
export type ClientLookup =
  | { readonly kind: 'lookup'; readonly lookup: OffchainLookup; readonly to: Address }
  | { readonly kind: 'answered' }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'absent' }

/**
 * Asks the Universal Resolver (ENSIP-23) for the Ethereum address of a normalized name, as clients do, which send batches of
 * lookups themselves (ENSIP-21).
 * @throws AppError `UpstreamException`, also for a lookup that is too large; `UpstreamTimeoutException`.
 */
export async function readClientLookup(chain: ChainClient, name: string): Promise<ClientLookup> {
  const to = chain.contracts.universalResolver
  const call = resolveCall(dnsEncode(name), encodeAddressCall(name), localBatchGatewayUrl)
  const { isReverted, data } = await ethCall(chain.rpc, to, call)
  if (!isReverted) return { kind: data === '0x' ? 'absent' : 'answered' }
  const lookup = decodeClientLookup(data, to)
  return lookup ? { kind: 'lookup', lookup, to } : { kind: 'failed', problem: describeRevert(data) }
}

/** Of the result of `resolveWithGateways`: the contract that was asked. `undefined` for anything else. */
export function resolverOfResult(result: Hex): Address | undefined {
  try {
    return new BoundedAbiReader(result).address(32)
  } catch (error) {
    if (error instanceof MalformedAbiError) return undefined
    throw error
  }
}

/** That of the contract, which the Universal Resolver passes on or has in batches of one; `undefined` for anything else. */
function decodeClientLookup(data: Hex, to: Address): OffchainLookup | undefined {
  try {
    const outer = decodeOffchainLookup(data)
    if (!outer || !isAddressEqual(outer.sender, to)) return undefined
    assertLookupBounded(outer)
    let query: GatewayQuery = outer
    let depth = 0
    while (query.urls.includes(localBatchGatewayUrl)) {
      const [item, ...others] = decodeBatchQueries(query.data)
      if (!item || others.length > 0 || ++depth > perNameLimits.maxBatchDepth) return undefined
      query = item
    }
    assertLookupBounded(query)
    const { sender, urls, data: callData } = query
    return { sender, urls, data: callData, encodeCallback: (data) => outer.encodeCallback(wrap(data, depth)) }
  } catch (error) {
    if (error instanceof MalformedAbiError) return undefined
    throw error
  }
}

function wrap(data: Hex, depth: number): Hex {
  return depth === 0 ? data : wrap(encodeBatchResponse([{ data }]), depth - 1)
}

const problems: Readonly<Record<string, string>> = {
  [resolverErrors.resolverNotFound]:
    'finds no resolver for the names below the domain: the contract does not say that it answers for them (ENSIP-10)',
  [resolverErrors.resolverNotContract]: 'says that the resolver is no contract',
  [resolverErrors.unsupportedProfile]: 'says that the contract has no addresses',
}

function describeRevert(data: Hex): string {
  const { selector } = splitSelector(data)
  return problems[selector] ?? `fails with ${selector === '0x' ? 'no reason' : `the error ${selector}`}`
}
