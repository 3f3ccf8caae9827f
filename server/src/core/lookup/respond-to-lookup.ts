import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { expiryBucketAt } from './expiry-bucket.ts'
import { isFresh } from './freshness.ts'
import { cacheKey, isResolverId, type LookupRequest } from './lookup-request.ts'
import { resolverNotFound, respond } from './respond.ts'
import type { CachedResponse } from './response-cache.ts'

/**
 * Responds to a CCIP-Read lookup (EIP-3668, ENSIP-10). A response is signed once per expiry bucket, and reused while
 * nothing was committed (synchronously), while a re-read gives the same data, or for a time while the store fails.
 * Every response is counted.
 *
 * @returns the ABI-encoded (result, expires, signature).
 * @throws AppError those of `respond`.
 */
export function respondToLookup(context: CoreContext, request: LookupRequest): Hex | Promise<Hex> {
  const { responseCache, store, clock, rules, lookupCounter } = context
  if (!isResolverId(request.resolverId)) throw resolverNotFound()
  const key = cacheKey(request.resolverId, request.data)
  const cached = responseCache.get(key)
  const dataVersion = store.dataVersion()
  const now = clock()
  const expiryBucket = expiryBucketAt(now, rules.gatewaySignatureTtlSeconds)
  const isInBucket = cached?.expiryBucket.startsAt === expiryBucket.startsAt
  if (cached && isInBucket && isFresh(cached, dataVersion)) {
    responseCache.recordHitOrMiss('hit')
    lookupCounter.record(cached.subject, now)
    return cached.response
  }
  const miss = async () => {
    const signed = await respond(context, request, dataVersion, expiryBucket.expiresAt)
    responseCache.set(key, { ...signed, expiryBucket })
    return signed
  }
  const read = responseCache.singleFlight(key, dataVersion, async () => {
    if (!cached) return miss()
    try {
      const revalidated = isInBucket && (await revalidate(context, request, cached, dataVersion))
      if (!revalidated) return await miss()
      responseCache.recordHitOrMiss('hit')
      responseCache.set(key, revalidated)
      return revalidated
    } catch (error) {
      return staleIfError(context, cached, error)
    }
  })
  return read.then(({ response, subject }) => {
    lookupCounter.record(subject, now)
    return response
  })
}

/** `undefined` when the data has changed. */
async function revalidate(
  { nameCache }: CoreContext,
  { resolverId }: LookupRequest,
  cached: CachedResponse,
  dataVersion: number,
): Promise<CachedResponse | undefined> {
  const read = await nameCache.read({ resolverId, name: cached.name, withTexts: false }, dataVersion)
  return read?.lookup.etag === cached.etag ? { ...cached, dataVersion, readAt: read.readAt } : undefined
}

/** @throws AppError `error`, unless the store caused it and the response is recent and valid. */
function staleIfError({ clock, rules }: CoreContext, cached: CachedResponse, error: unknown): CachedResponse {
  const { expiryBucket, readAt } = cached
  const isServerError = !(error instanceof AppError) || error.status >= 500
  const isRecent = performance.now() < readAt + rules.gatewayStaleIfErrorMs
  if (isServerError && isRecent && clock() < expiryBucket.expiresAt * 1000) return cached
  throw error
}
