import type { Hex } from 'viem'
import { andThen, type MaybePromise, orElse } from '../../async/maybe-promise.ts'
import { fromHex } from '../../crypto/hex.ts'
import { namehash } from '../../ens/namehash.ts'
import { AppError } from '../../errors.ts'
import { encodeResult } from '../../gateway/encode-result.ts'
import { parseGatewayData } from '../../gateway/gateway-data.ts'
import { assertNodesMatch, decodeRequest, type GatewayRequest, readsTexts } from '../../gateway/request.ts'
import type { Lookup } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'
import { cacheKey, isResolverId } from './cache-key.ts'
import { type ExpiryBucket, expiryBucketAt } from './expiry-bucket.ts'
import { type CachedName, maxUnverifiedAgeMs } from './name-cache.ts'
import type { CachedResponse } from './response-cache.ts'
import { signResponse } from './sign-response.ts'

export interface LookupRequest {
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
export function respondToLookup(context: CoreContext, request: LookupRequest): MaybePromise<Hex> {
  const { responseCache: answers, store, clock, rules } = context
  if (!isResolverId(request.resolverId)) throw resolverNotFound()
  const attempt = {
    ...request,
    key: cacheKey(request.resolverId, request.data),
    expiryBucket: expiryBucketAt(clock(), rules.gatewaySignatureTtlSeconds),
    dataVersion: store.dataVersion(),
  }
  const cached = answers.get(attempt.key)
  if (!cached) {
    // Decoded before others join: what cannot be decoded fails alone.
    const decoded = decode(context, attempt)
    return answers.singleFlight(attempt.key, attempt.dataVersion, () => signFresh(context, attempt, decoded))
  }
  const isInBucket = cached.expiryBucket.startsAt === attempt.expiryBucket.startsAt
  if (
    isInBucket &&
    cached.dataVersion === attempt.dataVersion &&
    performance.now() < cached.verifiedAt + maxUnverifiedAgeMs
  ) {
    answers.recordHitOrMiss('hit')
    return cached.response
  }
  return answers.singleFlight(attempt.key, attempt.dataVersion, () =>
    orElse(
      () =>
        isInBucket
          ? revalidate(context, attempt, cached)
          : signFresh(context, attempt, decode(context, attempt)),
      (failure) => serveStale(context, cached, failure),
    ),
  )
}

/** A question, in its place in the cache and in time. */
interface LookupAttempt extends LookupRequest {
  readonly key: string
  readonly expiryBucket: ExpiryBucket
  /** The store's, before anything was read. */
  readonly dataVersion: number
}

/** Gives a known answer again if the store still says what it was made from. */
function revalidate(context: CoreContext, attempt: LookupAttempt, cached: CachedResponse): MaybePromise<Hex> {
  const { resolverId, dataVersion } = attempt
  return andThen(
    context.nameCache.read({ resolverId, name: cached.name, withTexts: false }, dataVersion),
    (read) => {
      if (read?.lookup.etag !== cached.etag) return signFresh(context, attempt, decode(context, attempt))
      context.responseCache.recordHitOrMiss('hit')
      cached.dataVersion = read.dataVersion
      cached.verifiedAt = read.readAt
      return cached.response
    },
  )
}

/** @throws what made the store fail, or the answer, when the known one is too old. */
function serveStale(
  { clock, rules }: CoreContext,
  { response, expiryBucket, verifiedAt }: CachedResponse,
  error: unknown,
): Hex {
  const isServerError = !(error instanceof AppError) || error.status >= 500
  const isRecent = performance.now() < verifiedAt + rules.gatewayStaleIfErrorMs
  if (isServerError && isRecent && clock() < expiryBucket.expiresAt * 1000) return response
  throw error
}

/** A question whose call data could be decoded. */
interface DecodedLookup {
  readonly callData: Uint8Array
  readonly request: GatewayRequest
}

/** @throws AppError `BadRequestException`. */
function decode({ rules }: CoreContext, { data }: LookupRequest): DecodedLookup {
  const callData = parseGatewayData(data)
  return { callData, request: decodeRequest(callData, rules.limits.gateway) }
}

function signFresh(
  context: CoreContext,
  { resolverId, key, dataVersion, expiryBucket }: LookupAttempt,
  { callData, request }: DecodedLookup,
): MaybePromise<Hex> {
  context.responseCache.recordHitOrMiss('miss')
  const nameLookup = { resolverId, name: request.name, withTexts: readsTexts(request.query) }
  return andThen(context.nameCache.read(nameLookup, dataVersion), (read) => {
    const { lookup, readAt } = assertServed(read, request.name)
    const result = encodeLookupResult(lookup.subname, request)
    const response = signResponse(context, lookup.resolver, {
      callData,
      result,
      expires: expiryBucket.expiresAt,
    })
    const validators = { name: request.name, etag: lookup.etag, dataVersion, verifiedAt: readAt }
    context.responseCache.set(key, { response, expiryBucket, ...validators })
    return response
  })
}

function resolverNotFound() {
  return new AppError('NotFoundException', 'No resolver of that id is served here.')
}

function assertServed(read: CachedName | undefined, name: string): CachedName {
  if (!read) throw resolverNotFound()
  if (read.lookup.isServed) return read
  throw new AppError('NotFoundException', `${name} is not under a domain that this resolver serves.`)
}

function encodeLookupResult(subname: Lookup['subname'], request: GatewayRequest): Uint8Array {
  assertNodesMatch(request, subname ? fromHex(subname.node) : namehash(request.name))
  const isVisible = subname?.isClaimed && !subname.isBlocked
  return encodeResult(request.query, isVisible ? subname.records : null)
}
