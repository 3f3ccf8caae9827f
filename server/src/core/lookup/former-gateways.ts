import { LRUCache } from 'lru-cache'
import { type CircuitBreaker, createCircuitBreaker } from '../../async/circuit-breaker.ts'
import { parseGatewayResponse, parseSignedResponse, toGatewayHttpRequest } from '../../ccip/gateway.ts'
import { perNameLimits } from '../../ccip/limits.ts'
import { fromHex, toHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { maxResultBytes } from '../../gateway/encode-result.ts'
import { hasRecords } from '../../gateway/former-result.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import type { GatewayRequest } from '../../gateway/request.ts'
import { isResultOf, withEmptyValues } from '../../gateway/result-shape.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { OutboundResponse, RequestingClient, SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import type { FormerLookup } from '../../store/lookup.ts'

/** Sent with each request: a service of this software that gets it asks no further gateway. */
export const fallThroughHeader = 'byname-fall-through'

export const formerGatewayLimits = {
  /** Of a request, with the time that it waits for its turn. */
  timeoutMs: 5_000,
  /** Requests at a time, in all; a quarter of them for one domain. */
  maxConcurrent: 64,
  maxConcurrentPerDomain: 16,
  /** The last quarter is for domains that ask for few at a time. */
  maxSharedConcurrent: 48,
  maxFew: 4,
  /** A response after this time counts as a failure, and is used. */
  slowMs: 3_000,
  /** Lookups that wait for a response, or for their turn. */
  maxPending: 1_000,
  maxPendingPerDomain: 200,
  maxCachedAnswers: 20_000,
  maxCacheBytes: 16 * 2 ** 20,
  /** For how long an empty answer, or a response that is not valid, is kept. */
  absentTtlMs: 5_000,
  /** Failures in a row after which a gateway rests. */
  maxFailures: 5,
  restMs: 2_000,
} as const

/** `absent`: valid, without any record. `rejected`: not valid. `not asked`: resting, or too many lookups wait. */
type FormerGatewayOutcome = 'answered' | 'absent' | 'rejected' | 'failed' | 'timed out' | 'not asked'

/** A lookup of a name that its domain does not hold. */
export interface FallThrough {
  readonly former: FormerLookup
  readonly chainId: ChainId
  readonly request: GatewayRequest
  readonly name: EnsName
  readonly callData: Uint8Array
  readonly client?: (() => string) | undefined
}

export interface FormerResponse {
  readonly result: Uint8Array
  /** Unix seconds. */
  readonly expires: number
  readonly hasRecords: boolean
}

interface FormerGatewayRequest {
  readonly former: FormerLookup
  readonly chainId: ChainId
  /** Of `resolve(bytes,bytes)`, with the calls of `query`. */
  readonly callData: Uint8Array
  readonly query: GatewayRequest['query']
}

/** The former gateways of domains. */
export interface FormerGateways {
  /**
   * The result of one, verified as its contract would, from memory while it is valid. Equal questions are asked once.
   * @throws FormerGatewayError, AppError `ServiceUnavailableException` when too many lookups wait.
   */
  readonly ask: (question: FormerGatewayRequest) => Promise<FormerResponse>
  readonly size: () => { readonly entries: number; readonly bytes: number }
  /** Aborts what is asked. */
  readonly close: () => void
}

interface Dependencies {
  readonly fetchFor: (client: RequestingClient) => SsrfSafeFetch
  readonly clock: () => number
  /** The longest time for which a response is kept. */
  readonly maxAgeMs: number
  readonly onOutcome: (outcome: FormerGatewayOutcome) => void
}

/** `outage`: whatever it is asked. `question`: it refuses this question. `invalid`: its contract would reject the response. */
type FormerGatewayFault = 'outage' | 'question' | 'invalid'

/** No valid response: the name may exist there. */
export class FormerGatewayError extends AppError {
  readonly fault: FormerGatewayFault
  /** Continues a sentence about the gateway. */
  readonly reason: string

  constructor({ name }: Pick<FormerLookup, 'name'>, reason: string, fault: FormerGatewayFault) {
    super('UpstreamException', `The name is not held here, and the former gateway of ${name} ${reason}.`)
    this.fault = fault
    this.reason = reason
  }
}

/** Of one domain, with one setting. */
interface GatewayState {
  readonly id: number
  readonly breaker: CircuitBreaker
  pending: number
}

type CachedOutcome = { readonly answer: FormerResponse } | { readonly error: FormerGatewayError }

type CacheEntry = CachedOutcome & { readonly keptAt: number; readonly usableUntil: number }

const entryOverheadBytes = 300
const maxGateways = 10_000

export function createFormerGateways(dependencies: Dependencies): FormerGateways {
  const { clock, onOutcome } = dependencies
  const limits = formerGatewayLimits
  const gateways = new LRUCache<string, GatewayState>({ max: maxGateways })
  const cache = new LRUCache<string, CacheEntry>({
    max: limits.maxCachedAnswers,
    maxSize: limits.maxCacheBytes,
    maxEntrySize: limits.maxCacheBytes / 64,
    sizeCalculation: (entry, key) =>
      entryOverheadBytes + key.length + ('answer' in entry ? entry.answer.result.length : 0),
  })
  const inFlight = new Map<string, Promise<FormerResponse>>()
  const closing = new AbortController()
  let nextId = 0
  let pending = 0
  /** At most `maxConcurrentPerDomain` of each domain. */
  let occupied = 0

  const stateOf = ({ key, settings }: FormerLookup): GatewayState => {
    const known = gateways.get(`${key} ${settings}`)
    if (known) return known
    const state = {
      id: nextId++,
      breaker: createCircuitBreaker({ ...limits, isFailure: isOutage }),
      pending: 0,
    }
    gateways.set(`${key} ${settings}`, state)
    return state
  }
  const keep = (key: string, outcome: CachedOutcome) => {
    const now = clock()
    const usableUntil =
      'answer' in outcome
        ? Math.min(
            outcome.answer.expires * 1000,
            now + (outcome.answer.hasRecords ? dependencies.maxAgeMs : limits.absentTtlMs),
          )
        : now + limits.absentTtlMs
    cache.set(key, { ...outcome, keptAt: now, usableUntil })
  }
  const askOnce = async (state: GatewayState, key: string, question: FormerGatewayRequest) => {
    const waits = state.pending >= limits.maxConcurrentPerDomain || occupied >= limits.maxConcurrent
    state.pending++
    pending++
    if (state.pending <= limits.maxConcurrentPerDomain) occupied++
    try {
      const answer = await state.breaker.run(() => send(dependencies, question, closing.signal), waits)
      keep(key, { answer })
      onOutcome(answer.hasRecords ? 'answered' : 'absent')
      return answer
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      onOutcome(error.outcome)
      const failure = new FormerGatewayError(question.former, error.message, error.fault)
      if (error.fault !== 'outage') keep(key, { error: failure })
      throw failure
    } finally {
      if (state.pending <= limits.maxConcurrentPerDomain) occupied--
      state.pending--
      pending--
    }
  }
  const assertMayAsk = (state: GatewayState, { former }: FormerGatewayRequest) => {
    if (state.breaker.isOpen()) {
      onOutcome('not asked')
      throw new FormerGatewayError(
        former,
        'has failed several times; it is asked again within seconds',
        'outage',
      )
    }
    const isCrowded = occupied >= limits.maxSharedConcurrent && state.pending >= limits.maxFew
    if (isCrowded || state.pending >= limits.maxPendingPerDomain || pending >= limits.maxPending) {
      onOutcome('not asked')
      throw new AppError(
        'ServiceUnavailableException',
        `Too many lookups wait for the former gateway of ${former.name}. Retry after 1 second.`,
      )
    }
  }
  return {
    ask: async (question) => {
      const state = stateOf(question.former)
      const key = `${state.id} ${toHex(question.callData)}`
      const cached = cache.get(key)
      const now = clock()
      // One of a later time was kept before the clock was set back, and would be used for as long as that was.
      if (cached && cached.keptAt <= now && now < cached.usableUntil) {
        if ('error' in cached) throw cached.error
        return cached.answer
      }
      const flight = inFlight.get(key)
      if (flight) return flight
      assertMayAsk(state, question)
      const asked = askOnce(state, key, question).finally(() => inFlight.delete(key))
      inFlight.set(key, asked)
      return asked
    },
    size: () => ({ entries: cache.size, bytes: cache.calculatedSize }),
    close: () => closing.abort(),
  }
}

/** Continues a sentence about the gateway. */
class SendError extends Error {
  readonly outcome: FormerGatewayOutcome
  readonly fault: FormerGatewayFault

  constructor(outcome: FormerGatewayOutcome, fault: FormerGatewayFault, message: string) {
    super(message)
    this.outcome = outcome
    this.fault = fault
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof SendError && error.fault === 'outage'
}

/** Of a proxy in front of a gateway that is down. */
const outageStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

async function send(
  { fetchFor, clock }: Dependencies,
  question: FormerGatewayRequest,
  signal: AbortSignal,
): Promise<FormerResponse> {
  const { former, chainId, callData, query } = question
  const { resolver, signingScheme, signers } = former.gateway
  if (callData.length > perNameLimits.maxCallDataBytes)
    throw new SendError(
      'failed',
      'question',
      `is asked at most ${perNameLimits.maxCallDataBytes} bytes of call data`,
    )
  const response = await request(fetchFor({ key: former.id, cdnLoop: undefined }), question, signal)
  if (response.status !== 200)
    throw new SendError(
      'failed',
      outageStatuses.has(response.status) ? 'outage' : 'question',
      `answered HTTP ${response.status}`,
    )
  const data = parseGatewayResponse(response)
  const signed = data && parseSignedResponse(data)
  if (!signed) throw new SendError('rejected', 'invalid', 'returned no signed response')
  const result = fromHex(signed.result)
  if (result.length > maxResultBytes)
    throw new SendError('rejected', 'invalid', `returned a result of more than ${maxResultBytes} bytes`)
  if (signed.expires <= BigInt(Math.floor(clock() / 1000)))
    throw new SendError('rejected', 'invalid', 'returned a response that has expired')
  const unsigned = { expires: signed.expires, request: callData, result }
  const context = { scheme: signingScheme, chainId, resolver }
  const signer = recoverResponseSigner(context, unsigned, fromHex(signed.signature))
  if (signer === null || !signers.includes(signer))
    throw new SendError('rejected', 'invalid', 'returned a response that is not signed by one of its signers')
  const shaped = withEmptyValues(query, result)
  if (!isResultOf(query, shaped))
    throw new SendError(
      'rejected',
      query.type === 'multicall' ? 'question' : 'invalid',
      'returned a result that its call cannot have',
    )
  return { result: shaped, expires: Number(signed.expires), hasRecords: hasRecords(query, shaped) }
}

async function request(
  fetch: SsrfSafeFetch,
  { former: { gateway }, callData }: FormerGatewayRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { timeoutMs } = formerGatewayLimits
  try {
    return await fetch({
      ...toGatewayHttpRequest({ sender: gateway.resolver, urls: [], data: toHex(callData) }, gateway.url),
      headers: { [fallThroughHeader]: '1' },
      maxBytes: perNameLimits.maxGatewayResponseBytes,
      timeoutMs,
      signal,
    })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const outcome = error.fault === 'timed-out' ? 'timed out' : 'failed'
    throw new SendError(outcome, error.fault === 'refused' ? 'invalid' : 'outage', error.message)
  }
}
