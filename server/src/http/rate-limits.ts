import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { CallerKey } from '../core/caller.ts'
import { type Counted, type RateLimit, rateWindow } from '../core/limits/rate-counter.ts'
import { AppError } from '../errors.ts'
import { clientOf } from './client-address.ts'
import { extendedFailure } from './wire-failure.ts'

/** How much is left to the address that a request comes from. */
export interface Allowance {
  /** Takes one; throws `TooManyRequestsException` (429) when there is none. */
  readonly take: () => Promise<void>
  /** Throws the same when there is none, and takes none. */
  readonly assertLeft: () => Promise<void>
}

/** What is limited: free resolutions; requests that are to be paid for, and are not; and what costs the operator. */
export interface Allowances {
  readonly free: Allowance
  readonly unpaid: Allowance
  readonly costly: Pick<Allowance, 'take'>
}

/** The limits of all operations. */
export interface RateLimits {
  /** Counts a request by its client's address, once more where it asks much of others; throws 429. */
  readonly countAddress: (request: FastifyRequest, reply: FastifyReply, isCostly: boolean) => void
  /** Counts a request by its key; throws 429. */
  readonly countKey: (key: CallerKey, reply: FastifyReply) => void
  readonly allowancesOf: (request: FastifyRequest, reply: FastifyReply) => Allowances
  /**
   * Gives what counts a check on chain of a signature, by the client's address and by the signer that is claimed; it throws
   * 429. `isCounted`: the request was counted as costly already.
   */
  readonly checkCounterOf: (
    request: FastifyRequest,
    reply: FastifyReply,
    isCounted: boolean,
  ) => (signer: string) => void
}

/** An unpaid request asks less of us than a free resolution, and honest clients make one for each paid one. */
const unpaidPerFree = 10

/**
 * Checks on chain that a client may ask for in the name of one signer without counting against that signer: otherwise
 * others could spend what a contract wallet may have checked, and so lock it out.
 */
const ownChecks = 5

/**
 * Limits requests by API key and by client address, IPv6 by networks of 64 bits. What is left is in the headers
 * `RateLimit` and `RateLimit-Policy` of every answer that was counted, as draft-ietf-httpapi-ratelimit-headers-10 has
 * them. Free resolutions are counted exactly over all servers, everything else within a second's requests.
 */
export function createRateLimits({ config, rates, metrics }: Context): RateLimits {
  const { key, address, costly } = config.rates
  const limits = {
    key: { name: 'key', max: key },
    address: { name: 'address', max: address },
    costly: { name: 'costly', max: costly },
    free: { name: 'free', max: config.resolveFreeLimit },
    unpaid: { name: 'unpaid', max: config.resolveFreeLimit * unpaidPerFree },
    signer: { name: 'signer', max: costly },
    ownChecks: { name: 'own-checks', max: ownChecks },
  } satisfies Record<string, RateLimit>

  const judge = (limit: RateLimit, counted: Counted, reply: FastifyReply) => {
    append(reply, 'ratelimit-policy', `"${limit.name}";q=${limit.max};w=${rateWindow}`)
    append(reply, 'ratelimit', `"${limit.name}";r=${counted.remaining};t=${counted.resetIn}`)
    if (counted.isAllowed) return
    metrics.limited(limit.name)
    throw tooMany(limit, counted)
  }
  const count = (limit: RateLimit, subject: string, reply: FastifyReply) => {
    if (limit.max > 0) judge(limit, rates.take(limit, subject), reply)
  }
  return {
    countAddress: (request, reply, isCostly) => {
      if (address === 0 && !isCostly) return
      const client = clientOf(request.ip)
      count(limits.address, client, reply)
      if (isCostly) count(limits.costly, client, reply)
    },
    countKey: ({ id }, reply) => count(limits.key, id, reply),
    allowancesOf: (request, reply) => {
      // Read now, because a client that has hung up has no address any more.
      const client = clientOf(request.ip)
      const { free, unpaid } = limits
      return {
        free: {
          take: async () => judge(free, await rates.takeExactly(free, client), reply),
          assertLeft: async () => judge(free, rates.peek(free, client), reply),
        },
        unpaid: {
          take: async () => judge(unpaid, rates.take(unpaid, client), reply),
          assertLeft: async () => {
            const left = rates.peek(unpaid, client)
            if (!left.isAllowed) judge(unpaid, left, reply)
          },
        },
        costly: { take: async () => count(limits.costly, client, reply) },
      }
    },
    checkCounterOf: (request, reply, isCounted) => {
      const client = clientOf(request.ip)
      return (signer) => {
        if (!isCounted) count(limits.costly, client, reply)
        const own = rates.take(limits.ownChecks, `${client} ${signer}`)
        if (!own.isAllowed) count(limits.signer, signer, reply)
      }
    },
  }
}

/** Both headers are lists: a request may be under several limits. */
const append = (reply: FastifyReply, name: string, item: string): void => {
  const before = reply.getHeader(name)
  reply.header(name, before === undefined ? item : `${before}, ${item}`)
}

function tooMany({ name, max }: RateLimit, { resetIn }: Counted) {
  const who = name === 'key' ? 'This API key' : name === 'signer' ? 'This signer' : 'Your address'
  const error = new AppError(
    'TooManyRequestsException',
    `${who} may do this ${max} times in ${rateWindow} seconds; try again in ${resetIn} seconds.`,
  )
  return extendedFailure(error, { 'retry-after': `${resetIn}` }, { retryAfterSeconds: resetIn })
}
