import { type Address, type Hex, isAddressEqual, RpcRequestError, size } from 'viem'
import { isHexBytes } from '../crypto/hex.ts'
import { dnsEncode } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { type RpcTransport, rpcCall } from '../rpc/transport.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import {
  type BatchedResponse,
  decodeBatchQueries,
  decodeOffchainLookup,
  encodeBatchResponse,
  type GatewayQuery,
  localBatchGatewayUrl,
  splitSelector,
} from './gateway.ts'
import { perNameLimits } from './limits.ts'
import {
  isUnreachableNameError,
  lastGatewayError,
  multicallCall,
  rejectedResponseError,
  resolveCall,
  resolverErrors,
} from './resolver.ts'
import type { ReadSession } from './session.ts'

/** Return or revert data. */
interface CallOutcome {
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
    (item): Promise<BatchedResponse> =>
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

export interface ResolverCall {
  readonly call: Hex
  readonly isOptional?: boolean
}

/**
 * Calls the resolver of a normalized name in one multicall, through the Universal Resolver (ENSIP-23). Unsupported
 * calls give `undefined`; an unregistered name, or a resolver that is not a contract, `null`.
 * @throws AppError `UpstreamException`, also when the resolver rejects a response (wrong signature);
 * `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function resolveCalls(
  session: ReadSession,
  name: string,
  calls: readonly ResolverCall[],
): Promise<readonly (Hex | undefined)[] | null> {
  const lookupsBefore = session.lookups.count
  const results = await multicall(
    session,
    name,
    calls.map(({ call }) => call),
  )
  if (!results) return null
  const isOffchain = session.lookups.count > lookupsBefore
  return calls.map(({ isOptional }, index) => {
    const result = results[index] ?? '0x'
    if (!isErrorData(result)) return result === '0x' ? undefined : result
    if (!isOptional) assertNotSupported(session, result, isOffchain)
    return undefined
  })
}

/** Four bytes over whole words (ENSIP-22). */
function isErrorData(response: Hex): boolean {
  return size(response) % 32 === 4
}

/** Throws unless the error means an absent record, as every on-chain revert does. */
function assertNotSupported(session: ReadSession, errorData: Hex, isOffchain: boolean): void {
  const { selector } = splitSelector(errorData)
  if (selector === resolverErrors.httpError) throw lastGatewayError(session)
  if (isOffchain && selector !== resolverErrors.unsupportedProfile) throw rejectedResponseError()
}

async function multicall(
  session: ReadSession,
  name: string,
  calls: readonly Hex[],
): Promise<readonly Hex[] | null> {
  const { universalResolver } = session.chain.contracts
  const data = resolveCall(dnsEncode(name), multicallCall(calls), localBatchGatewayUrl)
  const outcome = await ccipCall(session, universalResolver, data)
  if (outcome.isReverted) return nullIfNotFound(session, outcome.data)
  try {
    const results = new BoundedAbiReader(new BoundedAbiReader(outcome.data).bytes(0, 0))
    return results.list(0, 0, (base, head) => results.bytes(base, head))
  } catch (error) {
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The Universal Resolver returned a malformed result.')
  }
}

function nullIfNotFound(session: ReadSession, revertData: Hex): null {
  const { selector, args } = splitSelector(revertData)
  if (selector === resolverErrors.resolverNotFound || selector === resolverErrors.resolverNotContract)
    return null
  if (selector === resolverErrors.httpError) throw lastGatewayError(session)
  if (selector === resolverErrors.resolverError && isUnreachableNameError(args)) return null
  throw rejectedResponseError()
}
