import { type Address, encodeFunctionData, type Hex } from 'viem'
import { normalizeName } from '../ens/name.ts'
import { AppError } from '../errors.ts'
import { universalResolverAbi } from './abis.ts'
import { BoundedAbi, MalformedAbiError } from './bounded-abi.ts'
import { callWithLookups } from './call-with-lookups.ts'
import { localBatchUrl, split } from './lookup.ts'
import type { Reading } from './reading.ts'
import { gatewayFailure, isUnreachable, refusedAnswer, resolverErrors } from './resolver-errors.ts'

/**
 * Reads the primary name of an address for a coin type through the Universal Resolver (ENSIP-19, ENSIP-23), which
 * compares the address that the name resolves to. `null` when there is none, it leads elsewhere, or it is not normalized.
 *
 * @throws AppError `UpstreamException` when a gateway or the node fails or the resolver refuses an answer;
 * `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function readPrimaryName(
  reading: Reading,
  address: Address,
  coinType: number,
): Promise<string | null> {
  const lookupsBefore = reading.lookups.count
  const data = encodeFunctionData({
    abi: universalResolverAbi,
    functionName: 'reverseWithGateways',
    args: [address, BigInt(coinType), [localBatchUrl]],
  })
  const outcome = await callWithLookups(reading, reading.chain.contracts.universalResolver, data)
  if (!outcome.isReverted) return normalizedIn(outcome.data)
  assertNone(reading, outcome.data, reading.lookups.count > lookupsBefore)
  return null
}

const none: ReadonlySet<string> = new Set([
  resolverErrors.resolverNotFound,
  resolverErrors.resolverNotContract,
  resolverErrors.unsupportedProfile,
  resolverErrors.reverseAddressMismatch,
])

/** Throws unless a revert means that there is no primary name. What resolvers on chain revert with means just that. */
function assertNone(reading: Reading, reverted: Hex, isOffchain: boolean): void {
  const { selector, args } = split(reverted)
  if (selector === resolverErrors.httpError) throw gatewayFailure(reading)
  if (none.has(selector)) return
  const isResolvers = selector === resolverErrors.resolverError
  if (isResolvers && (!isOffchain || isUnreachable(args))) return
  throw refusedAnswer()
}

/** A name that is not normalized is not to be shown (ENSIP-15). */
function normalizedIn(returned: Hex): string | null {
  try {
    const name = new BoundedAbi(returned).text(0, 0)
    return name !== '' && normalizeName(name) === name ? name : null
  } catch (error) {
    if (error instanceof AppError) return null
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The Universal Resolver gave an answer that cannot be read.')
  }
}
