import { type Address, type Hex, isAddressEqual, RpcRequestError } from 'viem'
import { isHexBytes } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { type RpcTransport, rpcCall } from '../rpc/transport.ts'
import { MalformedAbiError } from './bounded-abi.ts'
import { perNameLimits } from './limits.ts'
import {
  type BatchResult,
  decodeBatchQueries,
  decodeOffchainLookup,
  encodeBatchResponse,
  type GatewayQuery,
  localBatchGatewayUrl,
} from './offchain-lookup.ts'
import type { ReadSession } from './session.ts'

/** Return or revert data. */
export interface CallOutcome {
  readonly isReverted: boolean
  readonly data: Hex
}

/**
 * Calls a contract as an EIP-3668 client, until it returns or reverts otherwise. Decodes batches of lookups (ENSIP-21);
 * passes their failures to the contract, throws any other.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function ccipCall(session: ReadSession, to: Address, data: Hex): Promise<CallOutcome> {
  const { rpc } = session.chain
  try {
    let outcome = await ethCall(rpc, to, data)
    for (;;) {
      const lookup = outcome.isReverted ? decodeOffchainLookup(outcome.data) : undefined
      if (!lookup) return outcome
      // Rejects a nested contract's lookup (EIP-3668, security considerations).
      if (!isAddressEqual(lookup.sender, to)) throw malformedLookupError()
      outcome = await ethCall(rpc, to, lookup.encodeCallback(await resolveLookup(session, lookup)))
    }
  } catch (error) {
    throw error instanceof MalformedAbiError ? malformedLookupError() : error
  }
}

function malformedLookupError() {
  return new AppError(
    'UpstreamException',
    'The resolver of the name reverted with a malformed OffchainLookup.',
  )
}

/**
 * Does not follow lookups.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function ethCall(rpc: RpcTransport, to: Address, data: Hex): Promise<CallOutcome> {
  try {
    const request = { method: 'eth_call', params: [{ to, data }, 'latest'] }
    const result = await rpcCall(rpc, request, perNameLimits.maxRpcResponseBytes)
    if (isHexBytes(result)) return { isReverted: false, data: result }
  } catch (error) {
    if (!(error instanceof RpcRequestError)) throw error
    return { isReverted: true, data: extractRevertData(error.data) }
  }
  throw new AppError('UpstreamException', `${rpc.name} returned a malformed eth_call result.`)
}

/** Some RPCs nest revert data in an object. */
function extractRevertData(data: unknown): Hex {
  if (isHexBytes(data)) return data
  return isObject(data) && 'data' in data && isHexBytes(data.data) ? data.data : '0x'
}

async function resolveLookup(session: ReadSession, lookup: GatewayQuery, depth = 0): Promise<Hex> {
  if (!lookup.urls.includes(localBatchGatewayUrl)) return session.queryGateway(lookup)
  if (depth === perNameLimits.maxBatchDepth) throw malformedLookupError()
  const results = decodeBatchQueries(lookup.data).map(
    (item): Promise<BatchResult> =>
      resolveLookup(session, item, depth + 1).then(
        (data) => ({ data }),
        (error: unknown) => {
          if (error instanceof AppError) return { status: error.status }
          throw error
        },
      ),
  )
  return encodeBatchResponse(await Promise.all(results))
}
