import {
  type Address,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'

/** EIP-3668. */
export interface GatewayQuery {
  readonly sender: Address
  readonly urls: readonly string[]
  readonly data: Hex
}

export interface OffchainLookup extends GatewayQuery {
  readonly encodeCallback: (answer: Hex) => Hex
}

/** A batch that clients decode themselves (ENSIP-21). */
export const localBatchGatewayUrl = 'x-batch-gateway:true'

const selectors = { offchainLookup: '0x556f1830', query: '0xa780bab6' }

/** The selector is in lower case. */
export function splitSelector(data: Hex): { readonly selector: string; readonly args: Hex } {
  return {
    selector: data.slice(0, 10).toLowerCase(),
    args: `0x${data.slice(10)}`,
  }
}

const batchErrorAbi = parseAbi(['error HttpError(uint16 status, string message)'])

/** `undefined` for any other revert. */
export function decodeOffchainLookup(revertData: Hex): OffchainLookup | undefined {
  const { selector: error, args } = splitSelector(revertData)
  if (error !== selectors.offchainLookup) return undefined
  const abi = new BoundedAbiReader(args)
  const selector = abi.selector(96)
  const extraData = abi.bytes(0, 128)
  return {
    sender: abi.address(0),
    urls: abi.list(0, 32, (base, head) => abi.text(base, head)),
    data: abi.bytes(0, 64),
    encodeCallback: (answer) =>
      `${selector}${encodeAbiParameters(parseAbiParameters('bytes, bytes'), [answer, extraData]).slice(2)}`,
  }
}

/** `query((address,string[],bytes)[])`. */
export function decodeBatchQueries(data: Hex): readonly GatewayQuery[] {
  const { selector, args } = splitSelector(data)
  if (selector !== selectors.query) throw new MalformedAbiError('is no batch')
  const abi = new BoundedAbiReader(args)
  return abi.list(0, 0, (base, head) => {
    const tuple = abi.tuple(base, head)
    return {
      sender: abi.address(tuple),
      urls: abi.list(tuple, tuple + 32, (urls, url) => abi.text(urls, url)),
      data: abi.bytes(tuple, tuple + 64),
    }
  })
}

/** Response, or the HTTP status to pass on. */
export type BatchResult = { readonly data: Hex } | { readonly status: number }

/** Result of `query`. */
export function encodeBatchResponse(results: readonly BatchResult[]): Hex {
  return encodeAbiParameters(parseAbiParameters('bool[], bytes[]'), [
    results.map((result) => 'status' in result),
    results.map((result) => ('data' in result ? result.data : encodeHttpError(result.status))),
  ])
}

function encodeHttpError(status: number): Hex {
  return encodeErrorResult({
    abi: batchErrorAbi,
    errorName: 'HttpError',
    args: [status, 'The gateway failed.'],
  })
}
