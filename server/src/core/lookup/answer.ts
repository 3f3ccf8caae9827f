import type { Hex } from 'viem'
import { fromHex } from '../../ens/hex.ts'
import { namehash } from '../../ens/namehash.ts'
import { AppError } from '../../errors.ts'
import { encodeAnswer } from '../../gateway/answer.ts'
import { parseGatewayData } from '../../gateway/gateway-data.ts'
import { asksForTexts, checkNodes, decodeRequest, type GatewayRequest } from '../../gateway/request.ts'
import { andThen, type MaybePromise, orElse } from '../../maybe-promise.ts'
import type { Lookup } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'
import type { KnownAnswer } from './answer-cache.ts'
import { cacheKey, isResolverId } from './cache-key.ts'
import { askAgainAfter, type KnownName } from './known-names.ts'
import { type Period, periodAt } from './period.ts'
import { signAnswer } from './sign.ts'

export interface Question {
  /** From the gateway URL. It alone decides the chain, the contract and the scheme that are signed for. */
  readonly resolverId: string
  /** Call data of `resolve(bytes,bytes)`, as the contract put it into `OffchainLookup`: hex, as it was received. */
  readonly data: string
}

/**
 * Answers one CCIP-Read lookup (EIP-3668, ENSIP-10): one point read and one signature, whatever number of records is
 * asked for. A name that does not exist, is only reserved or belongs to a blocked domain has no records.
 *
 * An answer is signed once a period and given again while what it was made from is the same; at once where the store
 * answers at once. While the store does not answer, it is given again for as long as the rules allow.
 *
 * @returns the ABI-encoded (result, expires, signature) that the resolver contract verifies.
 * @throws AppError `BadRequestException` for undecodable call data, `NotFoundException` for a name that this resolver
 * does not serve, `ServiceUnavailableException` when no signer is configured for the chain.
 */
export function answerLookup(context: CoreContext, question: Question): MaybePromise<Hex> {
  const { answers, store, clock, rules } = context
  if (!isResolverId(question.resolverId)) throw noSuchResolver()
  const asking = {
    ...question,
    key: cacheKey(question.resolverId, question.data),
    period: periodAt(clock(), rules.answerLifetime),
    stamp: store.lookupStamp(),
  }
  const known = answers.get(asking.key)
  if (!known) {
    // Decoded before others join: what cannot be decoded fails alone.
    const decoded = decode(context, asking)
    return answers.once(asking.key, asking.stamp, () => answerAnew(context, asking, decoded))
  }
  const isSigned = known.period.start === asking.period.start
  if (isSigned && known.stamp === asking.stamp && performance.now() < known.checkedAt + askAgainAfter) {
    answers.asked('hit')
    return known.response
  }
  return answers.once(asking.key, asking.stamp, () =>
    orElse(
      () =>
        isSigned ? recheck(context, asking, known) : answerAnew(context, asking, decode(context, asking)),
      (failure) => answerWithoutStore(context, known, failure),
    ),
  )
}

/** A question, in its place in the cache and in time. */
interface Asking extends Question {
  readonly key: string
  readonly period: Period
  /** The store's, before anything was read. */
  readonly stamp: number
}

/** Gives a known answer again if the store still says what it was made from. */
function recheck(context: CoreContext, asking: Asking, known: KnownAnswer): MaybePromise<Hex> {
  const { resolverId, stamp } = asking
  return andThen(context.names.read({ resolverId, name: known.name, withTexts: false }, stamp), (read) => {
    if (read?.found.state !== known.state) return answerAnew(context, asking, decode(context, asking))
    context.answers.asked('hit')
    known.stamp = read.stamp
    known.checkedAt = read.readAt
    return known.response
  })
}

/** @throws what made the store fail, or the answer, when the known one is too old. */
function answerWithoutStore(
  { clock, rules }: CoreContext,
  { response, period, checkedAt }: KnownAnswer,
  failure: unknown,
): Hex {
  const isOurFault = !(failure instanceof AppError) || failure.status >= 500
  const isRecent = performance.now() < checkedAt + rules.answerStaleLimit
  if (isOurFault && isRecent && clock() < period.expires * 1000) return response
  throw failure
}

/** A question whose call data could be decoded. */
interface Decoded {
  readonly callData: Uint8Array
  readonly request: GatewayRequest
}

/** @throws AppError `BadRequestException`. */
function decode({ rules }: CoreContext, { data }: Question): Decoded {
  const callData = parseGatewayData(data)
  return { callData, request: decodeRequest(callData, rules.limits.gateway) }
}

function answerAnew(
  context: CoreContext,
  { resolverId, key, stamp, period }: Asking,
  { callData, request }: Decoded,
): MaybePromise<Hex> {
  context.answers.asked('miss')
  const wanted = { resolverId, name: request.name, withTexts: asksForTexts(request.query) }
  return andThen(context.names.read(wanted, stamp), (read) => {
    const { found, readAt } = assertServed(read, request.name)
    const result = encodeResult(found.subname, request)
    const response = signAnswer(context, found.resolver, { callData, result, expires: period.expires })
    const madeFrom = { name: request.name, state: found.state, stamp, checkedAt: readAt }
    context.answers.set(key, { response, period, ...madeFrom })
    return response
  })
}

const noSuchResolver = () => new AppError('NotFoundException', 'No resolver of that id is served here.')

function assertServed(read: KnownName | undefined, name: string): KnownName {
  if (!read) throw noSuchResolver()
  if (read.found.isServed) return read
  throw new AppError('NotFoundException', `${name} is not under a domain that this resolver serves.`)
}

function encodeResult(subname: Lookup['subname'], request: GatewayRequest): Uint8Array {
  checkNodes(request, subname ? fromHex(subname.node) : namehash(request.name))
  const isVisible = subname?.isClaimed && !subname.isBlocked
  return encodeAnswer(request.query, isVisible ? subname.records : null)
}
