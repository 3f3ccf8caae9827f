import { evmChain, resolverAddress, type ZoneName } from '../databases/zone.ts'
import { getRequest, postRequest } from '../load/requests.ts'
import type { ExpectedLookup } from './expected-lookup.ts'

/** The requests of a load: a lookup of each of `names`, repeatedly. */
export interface Workload {
  readonly names: readonly ZoneName[]
  readonly lookupOf: (zoneName: ZoneName, coinType: number) => ExpectedLookup
  /** `distinct` reads the address on another chain in every pass, so that no request is repeated. */
  readonly repetition: 'equal' | 'distinct'
  /** Both forms of EIP-3668. */
  readonly method: 'GET' | 'POST'
  /** Path of the gateway, without sender and data. */
  readonly path: string
}

/** An EVM chain for which no name has its own address; the chains of further passes follow it. */
const firstChain = 0x10000000

/** A chain whose coin type is easily found in a request, to be replaced. */
const placeholder = evmChain(0x7edcba98)

/** The lookup of request number `index`. */
export function lookupAt(workload: Workload, index: number): ExpectedLookup {
  return workload.lookupOf(cycle(workload.names, index), coinTypeAt(workload, index))
}

/**
 * Prepares all requests of a workload. The returned function returns the bytes of request number `index`: the same
 * buffer in every pass, with the coin type overwritten.
 */
export function prepareRequests(workload: Workload): (index: number) => Buffer {
  const requests = workload.names.map((zoneName) => {
    const bytes = requestFor(workload, workload.lookupOf(zoneName, placeholder).callData)
    return { bytes, placeholderAt: bytes.indexOf(hexOf(placeholder)) }
  })
  return (index) => {
    const { bytes, placeholderAt } = cycle(requests, index)
    bytes.write(hexOf(coinTypeAt(workload, index)), placeholderAt, 'latin1')
    return bytes
  }
}

function coinTypeAt({ names, repetition }: Workload, index: number): number {
  return evmChain(firstChain + (repetition === 'distinct' ? Math.floor(index / names.length) : 0))
}

function cycle<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('There is nothing to ask for.')
  return item
}

function requestFor({ method, path }: Workload, callData: string): Buffer {
  return method === 'GET'
    ? getRequest(`${path}/${resolverAddress}/${callData}.json`)
    : lookupRequest(path, callData)
}

/** A lookup in the form that every gateway supports (EIP-3668): POST. */
export function lookupRequest(path: string, callData: string): Buffer {
  return postRequest(path, { data: callData, sender: resolverAddress }, {})
}

/** A coin type of an EVM chain, which has all of its 32 bits, as it is encoded in call data. */
function hexOf(coinType: number): string {
  return coinType.toString(16)
}
