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
 * Reads and verifies a primary name (ENSIP-19) through the Universal Resolver (ENSIP-23). `null` if absent, resolving
 * elsewhere or not normalized.
 * @throws AppError `UpstreamException`, also when the resolver rejects a response; `UpstreamTimeoutException`,
 * `ServiceUnavailableException`.
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

/** Throws unless the revert means no primary name, as every on-chain resolver's does. */
function assertNotFound(session: ReadSession, revertData: Hex, isOffchain: boolean): void {
  const { selector, args } = splitSelector(revertData)
  if (selector === resolverErrors.httpError) throw lastGatewayError(session)
  if (notFoundSelectors.has(selector)) return
  const isResolverError = selector === resolverErrors.resolverError
  if (isResolverError && (!isOffchain || isUnreachableNameError(args))) return
  throw rejectedResponseError()
}

/** Names that are not normalized must not be shown (ENSIP-15). */
function decodeNormalizedName(result: Hex): string | null {
  try {
    const name = new BoundedAbiReader(result).text(0, 0)
    return name !== '' && normalizeName(name) === name ? name : null
  } catch (error) {
    if (error instanceof AppError) return null
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The Universal Resolver returned a malformed result.')
  }
}
