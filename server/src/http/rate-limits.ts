import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { extendedFailure } from './wire-failure.ts'

/** How much is left to the address that a request comes from. */
export interface Allowance {
  /** Takes one; throws `TooManyRequestsException` (429) when there is none. */
  readonly take: () => Promise<void>
  /** Throws the same when there is none, and takes none. */
  readonly assertLeft: () => Promise<void>
}

/** What is limited: free resolutions; and requests that are to be paid for, and are not. */
export interface Allowances {
  readonly free: Allowance
  readonly unpaid: Allowance
}

/** Milliseconds for which a limit counts, from the first request on. */
const window = 60_000

/** An unpaid request asks less of us than a free resolution, and honest clients make one for each paid one. */
const unpaidPerFree = 10

/** Addresses that are counted at once; of more, those that asked longest ago are forgotten. */
const addresses = 50_000

/**
 * Counts requests by client address, IPv6 by networks of 64 bits. The counts are those of this process: a store that
 * several share is an option (`store`) of the plugin.
 */
export async function addRateLimits(
  app: FastifyInstance,
  { config }: Context,
): Promise<(request: FastifyRequest) => Allowances> {
  // Kept from the start, because a client that has hung up has no address any more.
  const addressOf = new WeakMap<FastifyRequest, string>()
  await app.register(rateLimit, {
    global: false,
    cache: addresses,
    timeWindow: window,
    keyGenerator: (request) => normalizeIP(addressOf.get(request) ?? ''),
  })
  const limited = (max: number) => {
    const count = app.createRateLimit({ max })
    return (request: FastifyRequest): Allowance => ({
      take: async () => {
        const counted = await count(request)
        if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted)
      },
      assertLeft: async () => {
        const counted = await count(request, { increment: false })
        if (!counted.isAllowed && counted.remaining === 0) throw tooMany(counted)
      },
    })
  }
  const free = limited(config.resolveFreeLimit)
  const unpaid = limited(config.resolveFreeLimit * unpaidPerFree)
  return (request) => {
    addressOf.set(request, request.ip)
    return { free: free(request), unpaid: unpaid(request) }
  }
}

function tooMany({ max, ttlInSeconds }: { readonly max: number; readonly ttlInSeconds: number }) {
  const error = new AppError(
    'TooManyRequestsException',
    `Your address may do this ${max} times in ${window / 1000} seconds; try again in ${ttlInSeconds} seconds.`,
  )
  return extendedFailure(error, { 'retry-after': `${ttlInSeconds}` }, { retryAfterSeconds: ttlInSeconds })
}
