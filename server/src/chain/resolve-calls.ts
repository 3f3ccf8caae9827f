import { type Hex, size } from 'viem'
import { dnsEncode } from '../ens/dns-encode.ts'
import { AppError } from '../errors.ts'
import { BoundedAbi, MalformedAbiError } from './bounded-abi.ts'
import { callWithLookups } from './call-with-lookups.ts'
import { localBatchUrl, split } from './lookup.ts'
import type { Reading } from './reading.ts'
import { multicallCall, resolveCall } from './record-call.ts'
import { gatewayFailure, isUnreachable, refusedAnswer, resolverErrors } from './resolver-errors.ts'

/** A record call, and whether it may fail in any way without spoiling the others. */
export interface Question {
  readonly call: Hex
  readonly isOptional?: boolean
}

/**
 * Asks the resolver of a normalized name several things in one multicall, through the Universal Resolver (ENSIP-23).
 *
 * An answer is what the function returns, `undefined` where the resolver does not know the function. `null` stands for
 * all answers when nobody registered the name, or its resolver is none.
 *
 * @throws AppError `UpstreamException` when a gateway or the node fails or the resolver refuses an answer (a wrong
 * signature, say); `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function resolveCalls(
  reading: Reading,
  name: string,
  questions: readonly Question[],
): Promise<readonly (Hex | undefined)[] | null> {
  const lookupsBefore = reading.lookups.count
  const answers = await multicall(
    reading,
    name,
    questions.map(({ call }) => call),
  )
  if (!answers) return null
  const isOffchain = reading.lookups.count > lookupsBefore
  return questions.map(({ isOptional }, index) => {
    const answer = answers[index] ?? '0x'
    if (!isError(answer)) return answer === '0x' ? undefined : answer
    if (!isOptional) assertUnsupported(reading, answer, isOffchain)
    return undefined
  })
}

/** The answer to a failed call is error data: four bytes more than whole words (ENSIP-22). */
const isError = (answer: Hex): boolean => size(answer) % 32 === 4

/** Throws unless an error means no more than that there is no such record. On chain, reverts mean just that. */
function assertUnsupported(reading: Reading, error: Hex, isOffchain: boolean): void {
  const { selector } = split(error)
  if (selector === resolverErrors.httpError) throw gatewayFailure(reading)
  if (isOffchain && selector !== resolverErrors.unsupportedProfile) throw refusedAnswer()
}

async function multicall(
  reading: Reading,
  name: string,
  calls: readonly Hex[],
): Promise<readonly Hex[] | null> {
  const { universalResolver } = reading.chain.contracts
  const data = resolveCall(dnsEncode(name), multicallCall(calls), localBatchUrl)
  const outcome = await callWithLookups(reading, universalResolver, data)
  if (outcome.isReverted) return nothingOrThrow(reading, outcome.data)
  try {
    const answers = new BoundedAbi(new BoundedAbi(outcome.data).bytes(0, 0))
    return answers.list(0, 0, (base, head) => answers.bytes(base, head))
  } catch (error) {
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The Universal Resolver gave an answer that cannot be read.')
  }
}

/** What a revert of the Universal Resolver means: that there is nothing, or that something failed. */
function nothingOrThrow(reading: Reading, reverted: Hex): null {
  const { selector, args } = split(reverted)
  if (selector === resolverErrors.resolverNotFound || selector === resolverErrors.resolverNotContract)
    return null
  if (selector === resolverErrors.httpError) throw gatewayFailure(reading)
  if (selector === resolverErrors.resolverError && isUnreachable(args)) return null
  throw refusedAnswer()
}
