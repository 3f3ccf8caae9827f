import { type Address, encodeFunctionData, type Hex } from 'viem'
import { universalResolverAbi } from '../ens/abis.ts'
import { normalizeName } from '../ens/name.ts'
import { AppError } from '../errors.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { ccipCall } from './call.ts'
import { localBatchGatewayUrl, splitSelector } from './offchain-lookup.ts'
import {
  isUnreachableNameError,
  lastGatewayError,
  rejectedResponseError,
  resolverErrors,
} from './resolver-errors.ts'
import type { ReadSession } from './session.ts'

/**
 * Reads the primary name of an address for a coin type through the Universal Resolver (ENSIP-19, ENSIP-23), which
 * compares the address that the name resolves to. `null` when there is none, it leads elsewhere, or it is not normalized.
 *
 * @throws AppError `UpstreamException` when a gateway or the node fails or the resolver refuses an answer;
 * `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function readPrimaryName(
  session: ReadSession,
  address: Address,
  coinType: number,
): Promise<string | null> {
  const lookupsBefore = session.lookups.count
  const data = encodeFunctionData({
    abi: universalResolverAbi,
    functionName: 'reverseWithGateways',
    args: [address, BigInt(coinType), [localBatchGatewayUrl]],
  })
  const outcome = await ccipCall(session, session.chain.contracts.universalResolver, data)
  if (!outcome.isReverted) return decodeNormalizedName(outcome.data)
  assertNotFound(session, outcome.data, session.lookups.count > lookupsBefore)
  return null
}

const notFoundSelectors: ReadonlySet<string> = new Set([
  resolverErrors.resolverNotFound,
  resolverErrors.resolverNotContract,
  resolverErrors.unsupportedProfile,
  resolverErrors.reverseAddressMismatch,
])

/** Throws unless a revert means that there is no primary name. What resolvers on chain revert with means just that. */
function assertNotFound(session: ReadSession, revertData: Hex, isOffchain: boolean): void {
  const { selector, args } = splitSelector(revertData)
  if (selector === resolverErrors.httpError) throw lastGatewayError(session)
  if (notFoundSelectors.has(selector)) return
  const isResolverError = selector === resolverErrors.resolverError
  if (isResolverError && (!isOffchain || isUnreachableNameError(args))) return
  throw rejectedResponseError()
}

/** A name that is not normalized is not to be shown (ENSIP-15). */
function decodeNormalizedName(result: Hex): string | null {
  try {
    const name = new BoundedAbiReader(result).text(0, 0)
    return name !== '' && normalizeName(name) === name ? name : null
  } catch (error) {
    if (error instanceof AppError) return null
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The Universal Resolver gave an answer that cannot be read.')
  }
}
