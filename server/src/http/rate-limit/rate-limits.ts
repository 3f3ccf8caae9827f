import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createKeyedSemaphore } from '../../async/limits.ts'
import type { Context } from '../../context.ts'
import { authenticateApiKey } from '../../core/auth/keys.ts'
import type { GuessQuota } from '../../core/claims/use-link.ts'
import { countShared } from '../../core/rate-limits.ts'
import { windowSeconds as budgetSeconds } from '../../core/write-budgets.ts'
import { AppError, DatabaseUnavailableError, QuotaExceededError } from '../../errors.ts'
import type { DecodingQuota } from '../../media/open-media.ts'
import type { ApiKey } from '../../model/api-key.ts'
import type { Allowance, WriteMeter } from '../../model/write-budget.ts'
import { credentialOf, presentedApiKey } from '../credentials/credentials.ts'
import { clientKey } from './client-key.ts'

export interface RateLimitQuota {
  /** @throws AppError `TooManyRequestsException` (429) at the limit. */
  readonly consume: () => Promise<void>
  /** Throws the same, without counting. */
  readonly assertRemaining: () => Promise<void>
}

export interface RateLimitQuotas {
  /** Of the API key or session, which has been counted once already. */
  readonly key: { readonly consume: (requests: number) => void }
  readonly free: Pick<RateLimitQuota, 'consume'>
  readonly unpaid: RateLimitQuota
  readonly expensive: Pick<RateLimitQuota, 'consume'>
  /** Of the client address. */
  readonly decoding: DecodingQuota
  readonly diagnosis: DiagnosisQuota
  /** Requests to one host that all callers cause. Throws 429. */
  readonly target: { readonly consume: (host: string) => void }
  /** Of secrets of invitation links, of the client address. */
  readonly guesses: GuessQuota
  /** Of claims that wait for approval, of the client address in a domain. */
  readonly pendingClaims: { readonly consume: (domainId: string) => Promise<void> }
  /** Of recipients that are left for outcomes, of the client address. */
  readonly notices: Pick<RateLimitQuota, 'consume'>
}

/** Of diagnoses without a credential. */
interface DiagnosisQuota extends Pick<RateLimitQuota, 'consume'> {
  /** Counts a request to a host, of all clients together; false at the limit. */
  readonly admitTarget: (host: string) => boolean
}

export interface RateLimits {
  /** Counts a request, once more if expensive; throws 429. */
  readonly limitByIp: (request: FastifyRequest, reply: FastifyReply, isExpensive: boolean) => void
  /** Throws 429. */
  readonly limitByCredential: (request: FastifyRequest, reply: FastifyReply) => void
  readonly quotasFor: (request: FastifyRequest, reply: FastifyReply) => RateLimitQuotas
  /** Of a request without API key or session; else undefined. */
  readonly writeMeterFor: (request: FastifyRequest, reply: FastifyReply) => WriteMeter | undefined
  /**
   * Counts a signature check on chain by client address and by claimed signer; throws 429. `isAlreadyLimited`: the
   * request counts as expensive already.
   */
  readonly signatureCheckLimiter: (
    request: FastifyRequest,
    reply: FastifyReply,
    isAlreadyLimited: boolean,
  ) => (signer: string) => void
}

/** Unpaid requests cost less, and honest clients make one for each paid one. */
const unpaidMultiplier = 10

/** In a domain from one address in an hour: wallets are free, addresses less so, and claims stay for 30 days. */
const maxPendingClaims = 30
const hourMs = 3_600_000

/** From one address in an hour: each may be of another person. */
const maxNotices = 20

/** By an address without a credential, and requests to one host that all of them cause, in a minute. */
const maxDiagnoses = 10
const maxRequestsPerTarget = 120

/** Of unknown secrets by an address in a minute. */
const maxGuesses = 10

/** A lookup is short, and the requests that wait are bounded as all are. */
const untilItsTurn = new AbortController().signal

/** Checks by each client that do not count against the signer, so that others cannot lock out a contract wallet. */
const maxChecksPerClientAndSigner = 5

function credentialId(request: FastifyRequest): string | undefined {
  const { apiKey, session } = credentialOf(request)
  return apiKey?.id ?? session?.session.id
}

/**
 * Sets `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). Free resolutions are counted in
 * the database for all processes; the rest in the memory of each.
 */
export function createRateLimits(context: Context): RateLimits {
  const { config, metrics } = context
  const rateLimiter = createRateLimiter(context.clock)
  const guessesInTurn = createKeyedSemaphore(1)
  const { perKey, perIp, expensivePerIp } = config.rateLimits
  const limits = {
    perKey: { name: 'key', max: perKey },
    perIp: { name: 'address', max: perIp },
    expensive: { name: 'expensive', max: expensivePerIp },
    free: { name: 'free', max: config.rateLimitFreeResolvePerIp },
    unpaid: { name: 'unpaid', max: config.rateLimitFreeResolvePerIp * unpaidMultiplier },
    diagnosis: { name: 'diagnosis', max: Math.min(maxDiagnoses, expensivePerIp) },
    perTarget: { name: 'target', max: maxRequestsPerTarget },
    guesses: { name: 'guesses', max: Math.min(maxGuesses, expensivePerIp) },
    perSigner: { name: 'signer', max: expensivePerIp },
    /** Milliseconds. */
    decoding: { name: 'decoding', max: config.decodingMsPerClient },
    perClientAndSigner: { name: 'own-checks', max: maxChecksPerClientAndSigner },
  } satisfies Record<string, RateLimit>

  const apply = (rateLimit: RateLimit, result: RateLimitResult, reply: FastifyReply) => {
    const policy = `"${rateLimit.name}"`
    setInHeader(reply, 'ratelimit-policy', policy, `q=${rateLimit.max};w=${windowSeconds}`)
    setInHeader(reply, 'ratelimit', policy, `r=${result.remaining};t=${result.resetInSeconds}`)
    if (result.isAllowed) return
    metrics.rateLimited(rateLimit.name)
    throw rateLimitError(rateLimit, result)
  }
  /** While the database is unavailable, each process counts alone. */
  const consumeShared = async (rateLimit: RateLimit, subject: string): Promise<RateLimitResult> => {
    const known = rateLimiter.get(rateLimit, subject)
    if (!known.isAllowed) return known
    try {
      const expiresAt = rateLimiter.windowEnd(rateLimit, subject)
      const window = await countShared(context, `${rateLimit.name} ${subject}`, expiresAt)
      return rateLimiter.set(rateLimit, subject, window)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) return rateLimiter.consume(rateLimit, subject)
      throw error
    }
  }
  const consumeHourly = async (id: string, max: number, message: string) => {
    if (expensivePerIp === 0) return
    const now = context.clock()
    const { count, expiresAt } = await countShared(context, id, now + hourMs)
    if (count > max) throw new QuotaExceededError(message, Math.ceil((expiresAt - now) / 1000))
  }
  const limit = (rateLimit: RateLimit, subject: string, reply: FastifyReply, requests = 1) => {
    if (rateLimit.max > 0) apply(rateLimit, rateLimiter.consume(rateLimit, subject, requests), reply)
  }
  const report = (allowances: readonly Allowance[], reply: FastifyReply) => {
    for (const unit of ['writes', 'bytes'] as const) {
      const [least] = allowances
        .filter((allowance) => allowance.unit === unit)
        .toSorted((a, b) => a.remaining / a.max - b.remaining / b.max)
      if (!least) continue
      const policy = `"${least.subject}-${unit}"`
      const quotaUnit = unit === 'bytes' ? ';qu="content-bytes"' : ''
      setInHeader(reply, 'ratelimit-policy', policy, `q=${least.max}${quotaUnit};w=${budgetSeconds}`)
      setInHeader(reply, 'ratelimit', policy, `r=${least.remaining};t=${least.resetInSeconds}`)
      if (least.retryInSeconds > 0) metrics.rateLimited(`${least.subject}-${unit}`)
    }
  }
  return {
    limitByIp: (request, reply, isExpensive) => {
      if (perIp === 0 && !isExpensive) return
      const client = clientKey(request.ip)
      limit(limits.perIp, client, reply)
      if (isExpensive) limit(limits.expensive, client, reply)
    },
    limitByCredential: (request, reply) => {
      const id = credentialId(request)
      if (id !== undefined) limit(limits.perKey, id, reply)
    },
    quotasFor: (request, reply) => {
      // Read now: a disconnected client has no address.
      const client = clientKey(request.ip)
      const id = credentialId(request)
      const { free, unpaid } = limits
      return {
        key: {
          consume: (requests) => {
            if (id !== undefined && requests > 0) limit(limits.perKey, id, reply, requests)
          },
        },
        free: { consume: async () => apply(free, await consumeShared(free, client), reply) },
        unpaid: {
          consume: async () => apply(unpaid, rateLimiter.consume(unpaid, client), reply),
          assertRemaining: async () => {
            const remaining = rateLimiter.get(unpaid, client)
            if (!remaining.isAllowed) apply(unpaid, remaining, reply)
          },
        },
        expensive: { consume: async () => limit(limits.expensive, client, reply) },
        decoding: {
          assertRemaining: () => {
            const remaining = rateLimiter.get(limits.decoding, client)
            if (!remaining.isAllowed) apply(limits.decoding, remaining, reply)
          },
          spend: (durationMs) => rateLimiter.add(limits.decoding, client, Math.ceil(durationMs)),
        },
        pendingClaims: {
          consume: (domainId) =>
            consumeHourly(
              `claims ${domainId} ${client}`,
              maxPendingClaims,
              `Your address has claimed ${maxPendingClaims} names of this domain within an hour, which wait for approval.`,
            ),
        },
        notices: {
          consume: () =>
            consumeHourly(
              `notices of ${client}`,
              maxNotices,
              `Your address has left ${maxNotices} recipients of messages within an hour.`,
            ),
        },
        guesses: {
          find: async (lookUp) => {
            if (limits.guesses.max === 0) return lookUp()
            return guessesInTurn(client)(async () => {
              const remaining = rateLimiter.get(limits.guesses, client)
              if (!remaining.isAllowed) apply(limits.guesses, remaining, reply)
              const found = await lookUp()
              if (found === undefined) rateLimiter.add(limits.guesses, client, 1)
              return found
            }, untilItsTurn)
          },
        },
        target: { consume: (host) => limit(limits.perTarget, host, reply) },
        diagnosis: {
          consume: async () => limit(limits.diagnosis, client, reply),
          admitTarget: (host) => rateLimiter.consume(limits.perTarget, host).isAllowed,
        },
      }
    },
    writeMeterFor: (request, reply) => {
      if (credentialId(request) !== undefined) return undefined
      return {
        client: clientKey(request.ip),
        apiKey: async () => {
          const apiKey = await presentedKey(context, request)
          if (apiKey) limit(limits.perKey, apiKey.id, reply)
          return apiKey
        },
        report: (allowances) => report(allowances, reply),
      }
    },
    signatureCheckLimiter: (request, reply, isAlreadyLimited) => {
      const client = clientKey(request.ip)
      return (signer) => {
        if (!isAlreadyLimited) limit(limits.expensive, client, reply)
        const perClient = rateLimiter.consume(limits.perClientAndSigner, `${client} ${signer}`)
        if (!perClient.isAllowed) limit(limits.perSigner, signer, reply)
      }
    },
  }
}

/** Undefined also where it is not valid: the operation does without it. */
async function presentedKey(context: Context, request: FastifyRequest): Promise<ApiKey | undefined> {
  const key = presentedApiKey(request)
  if (key === undefined) return undefined
  try {
    return await authenticateApiKey(context, key, request.headers.origin)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined
    throw error
  }
}

/** A request may be under several limits, and be counted more than once by one. */
function setInHeader(reply: FastifyReply, name: string, policy: string, parameters: string): void {
  const header = reply.getHeader(name)
  const others =
    header === undefined ? [] : `${header}`.split(', ').filter((item) => !item.startsWith(policy))
  reply.header(name, [...others, `${policy};${parameters}`].join(', '))
}

const limitedSubjects: Readonly<Record<string, string>> = {
  key: 'This API key',
  signer: 'This signer',
  target: 'The other service',
}

function rateLimitError({ name, max }: RateLimit, { resetInSeconds }: RateLimitResult) {
  const subject = limitedSubjects[name] ?? 'Your address'
  const quantity =
    name === 'decoding'
      ? `${max} ms of decoding images`
      : `${max} ${name === 'guesses' ? 'unknown invitation links' : 'requests'}`
  return new QuotaExceededError(
    `${subject} is limited to ${quantity} in ${windowSeconds} seconds. Retry in ${resetInSeconds} seconds.`,
    resetInSeconds,
  )
}

/** Per window of 60 seconds; `max` requests, or another unit. */
interface RateLimit {
  readonly name: string
  readonly max: number
}

interface RateLimitResult {
  readonly isAllowed: boolean
  readonly remaining: number
  /** Rounded up. */
  readonly resetInSeconds: number
}

/** `expiresAt` in milliseconds since 1970. */
interface RateWindow {
  readonly count: number
  readonly expiresAt: number
}

/** Fixed windows, in the memory of this process. */
interface RateLimiter {
  /** Counts `requests`, or none if they exceed the limit; absent: one. */
  consume(limit: RateLimit, subject: string, requests?: number): RateLimitResult
  /** Counts what has happened, even beyond the limit. */
  add(limit: RateLimit, subject: string, requests: number): void
  /** Does not count; `isAllowed`: whether any remain. */
  get(limit: RateLimit, subject: string): RateLimitResult
  /** Replaces a window by one counted elsewhere; `isAllowed`: whether its last request was within the limit. */
  set(limit: RateLimit, subject: string, window: RateWindow): RateLimitResult
  /** In milliseconds since 1970; without a window, of a new one. */
  windowEnd(limit: RateLimit, subject: string): number
}

const windowSeconds = 60

/** The least recently used are evicted. */
const maxWindows = 50_000

/** @param clock Milliseconds since 1970. */
export function createRateLimiter(clock: () => number): RateLimiter {
  // With `max` in place of sizes, memory for all would be allocated at once.
  const windows = new LRUCache<string, RateWindow>({ maxSize: maxWindows, sizeCalculation: () => 1 })

  const windowOf = (limit: RateLimit, subject: string): RateWindow => {
    const now = clock()
    const window = windows.get(keyOf(limit, subject))
    // A window that ends too late began before the clock was set back.
    const isActive = window && window.expiresAt > now && window.expiresAt <= now + 2 * windowMs
    return isActive ? window : { count: 0, expiresAt: now + windowMs }
  }
  const toResult = (limit: RateLimit, { count, expiresAt }: RateWindow): RateLimitResult => ({
    isAllowed: count <= limit.max,
    remaining: Math.max(0, limit.max - count),
    resetInSeconds: Math.max(1, Math.ceil((expiresAt - clock()) / 1000)),
  })
  const set = (limit: RateLimit, subject: string, window: RateWindow) => {
    windows.set(keyOf(limit, subject), window)
    return toResult(limit, window)
  }
  return {
    consume: (limit, subject, requests = 1) => {
      const { count, expiresAt } = windowOf(limit, subject)
      const window = { count: count + requests, expiresAt }
      if (window.count <= limit.max) return set(limit, subject, window)
      return { ...toResult(limit, { count, expiresAt }), isAllowed: false }
    },
    add: (limit, subject, requests) => {
      const { count, expiresAt } = windowOf(limit, subject)
      set(limit, subject, { count: count + requests, expiresAt })
    },
    get: (limit, subject) => {
      const result = toResult(limit, windowOf(limit, subject))
      return { ...result, isAllowed: result.remaining > 0 }
    },
    set,
    windowEnd: (limit, subject) => windowOf(limit, subject).expiresAt,
  }
}

const windowMs = windowSeconds * 1000

function keyOf({ name }: RateLimit, subject: string): string {
  return `${name} ${subject}`
}
