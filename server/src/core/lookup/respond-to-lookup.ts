import type { Hex } from 'viem'
import { type EnsName, normalizeName } from '../../ens/names.ts'
import { AppError, OverloadedError } from '../../errors.ts'
import type { UnsignedResponse } from '../../gateway/digest.ts'
import {
  assertNodesMatch,
  assertNodesOfName,
  decodeRequest,
  type GatewayRequest,
  isResolveCall,
  readsTexts,
} from '../../gateway/request.ts'
import { encodeResponse, parseGatewayData } from '../../gateway/response.ts'
import type { Signer } from '../../signing/signer.ts'
import { isRemoved } from '../../store/entities/former-names.ts'
import { type FormerLookup, type LookupResolver, relativeLabel } from '../../store/lookup.ts'
import { type LookupContext, settleSync } from '../context.ts'
import { chooseSigner, signersInTurn } from '../resolvers/signers.ts'
import type { LookupSubject } from '../statistics/lookup-counter.ts'
import { expiryBucketAt } from './expiry-bucket.ts'
import { isFresh } from './freshness.ts'
import { isResolverId, type LookupRequest, type ResponseKey, responseKey } from './lookup-request.ts'
import type { CachedName } from './packed-name.ts'
import type { CachedResponse, LookupOutcome, NotHeld, SignedLookup } from './response-cache.ts'

/**
 * Responds to a CCIP-Read lookup (EIP-3668, ENSIP-10). A response is signed once per expiry bucket, and reused while
 * nothing was committed (synchronously), while a re-read gives the same data, or for a time while the store fails.
 * Every response is counted, except those to the self-probe, which are also signed each time. A name that its domain does not hold may be one of a former gateway, which keeps its own answers.
 *
 * @throws AppError those of `respond`, and `UpstreamException` without a valid response of a former gateway.
 */
export function respondToLookup(
  context: LookupContext,
  request: LookupRequest,
): SignedLookup | Promise<SignedLookup> {
  const { responseCache, store, clock, rules, lookupCounter } = context
  const key = request.key ?? keyOf(request)
  const cached = responseCache.get(key)
  const dataVersion = store.dataVersion()
  const now = clock()
  const { expiresAt } = expiryBucketAt(now, rules.gatewaySignatureTtlSeconds)
  const isInBucket = cached !== undefined && isUsable(cached, expiresAt, now)
  if (cached && isInBucket && isFresh(cached, dataVersion)) {
    responseCache.recordHitOrMiss('hit')
    lookupCounter.record(cached.subject, now)
    return cached
  }
  const epoch = responseCache.epoch()
  /** Not what was signed before the keys have changed. */
  const keep = (signed: CachedResponse) => {
    if (responseCache.epoch() === epoch) responseCache.set(key, signed)
  }
  const miss = async () => {
    const signed = await respond(context, request, dataVersion, expiresAt)
    if ('subject' in signed) keep(signed)
    return signed
  }
  const read = responseCache.singleFlight(key, dataVersion, async () => {
    if (!cached) return miss()
    try {
      const revalidated = isInBucket && (await revalidate(context, request, cached, dataVersion))
      if (!revalidated) return await miss()
      responseCache.recordHitOrMiss('hit')
      keep(revalidated)
      return revalidated
    } catch (error) {
      return staleIfError(context, cached, error)
    }
  })
  return read.then((outcome) => {
    if ('former' in outcome) return respondAsFormer(context, request, outcome, expiresAt)
    if (!('subject' in outcome)) return outcome
    lookupCounter.record(outcome.subject, now)
    return outcome
  })
}

/** @throws AppError `NotFoundException` for what is no resolver id. */
function keyOf({ resolverId, data }: LookupRequest): ResponseKey {
  if (!isResolverId(resolverId)) throw resolverNotFound()
  return responseKey(resolverId, data)
}

/** What the holder has signed is the same in each bucket. */
function isUsable(cached: CachedResponse, bucketExpiresAt: number, now: number): boolean {
  return cached.isSealed ? now <= cached.expiresAt * 1000 : cached.expiresAt === bucketExpiresAt
}

/**
 * As the former gateway, for no longer than it, under our signature. Not for shared caches: it depends on `mayFallThrough`, and is
 * kept here already.
 */
async function respondAsFormer(
  context: LookupContext,
  { mayFallThrough, client }: LookupRequest,
  { former, resolver, request, name, callData, inResponse }: NotHeld,
  bucketExpiresAt: number,
): Promise<SignedLookup> {
  if (mayFallThrough?.() === false)
    throw new AppError(
      'UpstreamException',
      `${name} is not held here, and another service asks for it: the former gateway of ${former.name} is not asked.`,
    )
  const { chainId } = resolver
  const answer = await context.fallThrough({ former, chainId, request, name, callData, client })
  const subject = { domainKey: former.key, subnameKey: undefined, isAbsent: !answer.hasRecords }
  context.lookupCounter.record(subject, context.clock())
  const expiresAt = Math.min(bucketExpiresAt, answer.expires)
  const unsigned = { expires: expiresAt, request: callData, result: answer.result }
  const signed = await sign(context, resolver, unsigned, client)
  return { response: inResponse?.(signed) ?? signed, expiresAt, sharedMaxAge: null }
}

/** `undefined` when the data has changed. */
async function revalidate(
  { nameCache }: LookupContext,
  { resolverId }: LookupRequest,
  cached: CachedResponse,
  dataVersion: number,
): Promise<CachedResponse | undefined> {
  const read = await nameCache.read({ resolverId, name: cached.name, withTexts: false }, dataVersion)
  return read?.etag === cached.etag ? { ...cached, dataVersion, readAt: read.readAt } : undefined
}

/** @throws AppError `error`, unless the store caused it and the response is recent and valid. */
function staleIfError(
  { clock, rules }: LookupContext,
  cached: CachedResponse,
  error: unknown,
): CachedResponse {
  const { expiresAt, readAt } = cached
  const isServerError = !(error instanceof AppError) || error.status >= 500
  const isRecent = performance.now() < readAt + rules.gatewayStaleIfErrorMs
  if (isServerError && isRecent && clock() < expiresAt * 1000) return cached
  throw error
}

/** By the function that is called: live, or as the holder of a sealed name has signed. */
async function respond(
  context: LookupContext,
  request: LookupRequest,
  dataVersion: number,
  expiresAt: number,
): Promise<LookupOutcome> {
  const callData = parseGatewayData(request.data)
  const respondLive = (data: Uint8Array) =>
    respondBySigner(context, request, { callData: data, dataVersion, expiresAt })
  if (isResolveCall(callData)) return respondLive(callData)
  const readServed = async (name: string) => {
    const query = { resolverId: request.resolverId, name, withTexts: false }
    const lookup = assertResolver(await context.nameCache.read(query, dataVersion))
    return { lookup, subject: assertServed(lookup, name) }
  }
  return context.respondToSealed(context, { callData, readServed, respondLive })
}

interface LiveCall {
  readonly callData: Uint8Array
  readonly dataVersion: number
  readonly expiresAt: number
}

/**
 * Makes a response with one read and one signature for any number of records. A missing, reserved or blocked name has
 * none. `expiresAt` is in Unix seconds.
 *
 * @throws AppError `BadRequestException` for undecodable call data, `NotFoundException` for a name that this resolver
 * does not serve, `ServiceUnavailableException` without a signer.
 */
async function respondBySigner(
  context: LookupContext,
  { resolverId, client }: LookupRequest,
  { callData, dataVersion, expiresAt }: LiveCall,
): Promise<LookupOutcome> {
  const request = decodeRequest(callData, context.rules.limits.gateway)
  const { name, query } = request
  const isProbe = context.probeNames.isProbe(name)
  if (!isProbe) context.responseCache.recordHitOrMiss('miss')
  const reading = context.nameCache.read({ resolverId, name, withTexts: readsTexts(query) }, dataVersion)
  // Without waiting where it is kept: what it resolves to is read before another name is kept.
  const lookup = assertResolver(reading instanceof Promise ? await reading : reading)
  const subject = assertServed(lookup, name)
  const { former, resolver } = lookup
  const nameThere = former && !isProbe ? await nameAtFormer(context, former, request) : undefined
  if (former && nameThere !== undefined) return { former, resolver, request, name: nameThere, callData }
  const result = encodeLookupResult(lookup, request)
  const unsigned = { expires: expiresAt, request: callData, result }
  const response = await sign(context, lookup.resolver, unsigned, client)
  const { etag, sharedMaxAge, readAt } = lookup
  if (isProbe) return { response, expiresAt, sharedMaxAge: null, isProbe }
  return { response, expiresAt, sharedMaxAge, name, etag, subject, dataVersion, readAt }
}

/** The name to ask for; `undefined` for one that was removed here, or that no client asks for. */
async function nameAtFormer(
  { store }: LookupContext,
  former: FormerLookup,
  request: GatewayRequest,
): Promise<EnsName | undefined> {
  assertNodesOfName(request)
  const name = settleSync(() => normalizeName(request.name))
  if (name instanceof AppError || name !== request.name) return undefined
  return (await isRemoved(store.read, former.key, relativeLabel(former, name))) ? undefined : name
}

function resolverNotFound(): AppError {
  return new AppError('NotFoundException', 'There is no resolver with that id.')
}

function assertResolver(read: CachedName | undefined): CachedName {
  if (!read) throw resolverNotFound()
  return read
}

function assertServed({ domainKey, subname }: CachedName, name: string): LookupSubject {
  if (domainKey === undefined)
    throw new AppError('NotFoundException', `${name} is not under a domain that this resolver serves.`)
  return { domainKey, subnameKey: subname?.key, isAbsent: !subname?.isVisible }
}

function encodeLookupResult({ subname, encode }: CachedName, request: GatewayRequest): Uint8Array {
  if (subname) assertNodesMatch(request, subname.readNode())
  else assertNodesOfName(request)
  return encode(request.query)
}

async function sign(
  { signers, signingQueue }: LookupContext,
  resolver: LookupResolver,
  unsigned: UnsignedResponse,
  client: LookupRequest['client'],
): Promise<Hex> {
  const { chainId, address, signingScheme } = resolver
  const own = signers.get(chainId)
  const signer = chooseSigner(own, resolver)
  if (!signer)
    throw new AppError('ServiceUnavailableException', `No signer is configured for chain ${chainId}.`)
  const signingContext = { scheme: signingScheme, chainId, resolver: address }
  const signBy = (by: Signer) => signingQueue.sign(by, signingContext, unsigned, client)
  let signature: Uint8Array
  try {
    signature = await signBy(signer)
  } catch (error) {
    signature = await signByNext(signersInTurn(own, resolver).slice(1), signBy, error)
  }
  return encodeResponse(unsigned.result, unsigned.expires, signature)
}

/** By the first that does not fail. @throws the last error; one of a signer that is asked for too much is final. */
async function signByNext(
  [next, ...others]: readonly Signer[],
  signBy: (signer: Signer) => Uint8Array | Promise<Uint8Array>,
  error: unknown,
): Promise<Uint8Array> {
  if (!next || !(error instanceof AppError) || error instanceof OverloadedError) throw error
  try {
    return await signBy(next)
  } catch (failure) {
    return signByNext(others, signBy, failure)
  }
}
