import { type Hex, size } from 'viem'
import { dnsEncode } from '../ens/dns-encode.ts'
import { AppError } from '../errors.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { ccipCall } from './call.ts'
import { localBatchGatewayUrl, splitSelector } from './offchain-lookup.ts'
import { multicallCall, resolveCall } from './resolver-abi.ts'
import {
  isUnreachableNameError,
  lastGatewayError,
  rejectedResponseError,
  resolverErrors,
} from './resolver-errors.ts'
import type { ReadSession } from './session.ts'

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
function isErrorData(answer: Hex): boolean {
  return size(answer) % 32 === 4
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
