import { type Address, type Hex, isAddressEqual, RpcRequestError } from 'viem'
import { isHexBytes } from '../ens/hex.ts'
import { AppError } from '../errors.ts'
import { MalformedAbiError } from './bounded-abi.ts'
import { callNode, type RpcNode } from './json-rpc-transport.ts'
import {
  type BatchAnswer,
  decodeBatch,
  decodeLookup,
  encodeBatchAnswer,
  type Lookup,
  localBatchUrl,
} from './lookup.ts'
import type { Reading } from './reading.ts'
import { readingLimits } from './reading-limits.ts'

/** How a call ended, with the data that it returned or reverted with. */
export interface CallOutcome {
  readonly isReverted: boolean
  readonly data: Hex
}

/**
 * Calls a contract as a client of EIP-3668 does: asks the gateways that it sends us to, calls it back with their answer,
 * and so on until it returns or reverts otherwise. Batches of lookups (ENSIP-21) are taken apart here; a lookup of a
 * batch that fails is told to the contract, any other one is thrown.
 *
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function callWithLookups(reading: Reading, to: Address, data: Hex): Promise<CallOutcome> {
  const { node } = reading.chain
  try {
    let outcome = await callOnce(node, to, data)
    for (;;) {
      const lookup = outcome.isReverted ? decodeLookup(outcome.data) : undefined
      if (!lookup) return outcome
      // A lookup of a contract that it called is not its own (EIP-3668, security considerations).
      if (!isAddressEqual(lookup.sender, to)) throw malformed()
      outcome = await callOnce(node, to, lookup.callback(await answerLookup(reading, lookup)))
    }
  } catch (error) {
    throw error instanceof MalformedAbiError ? malformed() : error
  }
}

const malformed = () =>
  new AppError('UpstreamException', 'The resolver of the name asks for a lookup that is malformed.')

/**
 * Makes one `eth_call`, at the newest block, and follows no lookup.
 *
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException` when the node gives no answer.
 */
export async function callOnce(node: RpcNode, to: Address, data: Hex): Promise<CallOutcome> {
  try {
    const request = { method: 'eth_call', params: [{ to, data }, 'latest'] }
    const returned = await callNode(node, request, readingLimits.nodeAnswer)
    if (isHexBytes(returned)) return { isReverted: false, data: returned }
  } catch (error) {
    if (!(error instanceof RpcRequestError)) throw error
    return { isReverted: true, data: revertDataIn(error.data) }
  }
  throw new AppError('UpstreamException', `${node.name} gave an answer that no call gives.`)
}

/** Some nodes put the data of a revert into an object; a call that ended otherwise has none. */
function revertDataIn(data: unknown): Hex {
  if (isHexBytes(data)) return data
  const isObject = typeof data === 'object' && data !== null
  return isObject && 'data' in data && isHexBytes(data.data) ? data.data : '0x'
}

async function answerLookup(reading: Reading, lookup: Lookup, depth = 0): Promise<Hex> {
  if (!lookup.urls.includes(localBatchUrl)) return reading.ask(lookup)
  if (depth === readingLimits.batchDepth) throw malformed()
  const answers = decodeBatch(lookup.data).map(
    (item): Promise<BatchAnswer> =>
      answerLookup(reading, item, depth + 1).then(
        (data) => ({ data }),
        (error: unknown) => {
          if (error instanceof AppError) return { status: error.status }
          throw error
        },
      ),
  )
  return encodeBatchAnswer(await Promise.all(answers))
}
