import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { CallerApiKey } from '../../core/caller.ts'
import { countShared } from '../../core/rate-limit/count-shared.ts'
import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import { extendedErrorResponse } from '../http-error-response.ts'
import { clientKey } from './client-key.ts'
import { createRateLimiter, type RateLimit, type RateLimitResult, windowSeconds } from './rate-limiter.ts'

/** A quota of the client address. */
export interface RateLimitQuota {
  /** Counts one; throws `TooManyRequestsException` (429) at the limit. */
  readonly consume: () => Promise<void>
  /** Throws the same at the limit, without counting. */
  readonly assertRemaining: () => Promise<void>
}

/** The counted kinds: free resolutions; requests that need a payment and are not charged; expensive requests. */
export interface RateLimitQuotas {
  readonly free: Pick<RateLimitQuota, 'consume'>
  readonly unpaid: RateLimitQuota
  readonly expensive: Pick<RateLimitQuota, 'consume'>
}

/** The limits of all operations. */
export interface RateLimits {
  /** Counts a request by its client's address, once more if it is expensive; throws 429. */
  readonly limitByIp: (request: FastifyRequest, reply: FastifyReply, isExpensive: boolean) => void
  /** Counts a request by its key; throws 429. */
  readonly limitByKey: (key: CallerApiKey, reply: FastifyReply) => void
  readonly quotasFor: (request: FastifyRequest, reply: FastifyReply) => RateLimitQuotas
  /**
   * Returns a function that counts the check of a signature on chain, by the client's address and by the claimed signer; it
   * throws 429. `isCounted`: the request was already counted as expensive.
   */
  readonly signatureCheckLimiter: (
    request: FastifyRequest,
    reply: FastifyReply,
    isAlreadyLimited: boolean,
  ) => (signer: string) => void
}

/** An unpaid request costs less than a free resolution, and honest clients make one for each paid one. */
const unpaidMultiplier = 10

/**
 * Checks of one signer that a client may cause without counting against that signer: otherwise others could exhaust the limit
 * of a contract wallet, and so lock it out.
 */
const maxChecksPerClientAndSigner = 5

/**
 * Limits requests by API key and by client address, IPv6 by networks of 64 bits. The headers `RateLimit` and `RateLimit-Policy`
 * of every counted response have the remainder (draft-ietf-httpapi-ratelimit-headers-10). Free resolutions are counted in the
 * database, for all processes together; everything else in the memory of each process.
 */
export function createRateLimits(context: Context): RateLimits {
  const { config, metrics } = context
  const rateLimiter = createRateLimiter(context.clock)
  const { perKey, perIp, expensivePerIp } = config.rateLimits
  const limits = {
    perKey: { name: 'key', max: perKey },
    perIp: { name: 'address', max: perIp },
    expensive: { name: 'expensive', max: expensivePerIp },
    free: { name: 'free', max: config.rateLimitFreeResolvePerIp },
    unpaid: { name: 'unpaid', max: config.rateLimitFreeResolvePerIp * unpaidMultiplier },
    perSigner: { name: 'signer', max: expensivePerIp },
    perClientAndSigner: { name: 'own-checks', max: maxChecksPerClientAndSigner },
  } satisfies Record<string, RateLimit>

  const apply = (rateLimit: RateLimit, result: RateLimitResult, reply: FastifyReply) => {
    appendToHeader(reply, 'ratelimit-policy', `"${rateLimit.name}";q=${rateLimit.max};w=${windowSeconds}`)
    appendToHeader(reply, 'ratelimit', `"${rateLimit.name}";r=${result.remaining};t=${result.resetInSeconds}`)
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
  const limit = (rateLimit: RateLimit, subject: string, reply: FastifyReply) => {
    if (rateLimit.max > 0) apply(rateLimit, rateLimiter.consume(rateLimit, subject), reply)
  }
  return {
    limitByIp: (request, reply, isExpensive) => {
      if (perIp === 0 && !isExpensive) return
      const client = clientKey(request.ip)
      limit(limits.perIp, client, reply)
      if (isExpensive) limit(limits.expensive, client, reply)
    },
    limitByKey: ({ id }, reply) => limit(limits.perKey, id, reply),
    quotasFor: (request, reply) => {
      // Read now: a disconnected client has no address.
      const client = clientKey(request.ip)
      const { free, unpaid } = limits
      return {
        free: { consume: async () => apply(free, await consumeShared(free, client), reply) },
        unpaid: {
          consume: async () => apply(unpaid, rateLimiter.consume(unpaid, client), reply),
          assertRemaining: async () => {
            const remaining = rateLimiter.get(unpaid, client)
            if (!remaining.isAllowed) apply(unpaid, remaining, reply)
          },
        },
        expensive: { consume: async () => limit(limits.expensive, client, reply) },
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

/** Both headers are lists: a request may be under several limits. */
function appendToHeader(reply: FastifyReply, name: string, item: string): void {
  const before = reply.getHeader(name)
  reply.header(name, before === undefined ? item : `${before}, ${item}`)
}

function rateLimitError({ name, max }: RateLimit, { resetInSeconds }: RateLimitResult) {
  const subject = name === 'key' ? 'This API key' : name === 'signer' ? 'This signer' : 'Your address'
  const error = new AppError(
    'TooManyRequestsException',
    `${subject} is limited to ${max} requests in ${windowSeconds} seconds. Retry in ${resetInSeconds} seconds.`,
  )
  return extendedErrorResponse(
    error,
    { 'retry-after': `${resetInSeconds}` },
    { retryAfterSeconds: resetInSeconds },
  )
}
