import type { Hex } from 'viem'
import { fromHex } from '../../crypto/hex.ts'
import { namehash } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { encodeResult } from '../../gateway/encode-result.ts'
import { assertNodesMatch, decodeRequest, type GatewayRequest, readsTexts } from '../../gateway/request.ts'
import { encodeResponse, parseGatewayData, responseDigest } from '../../gateway/response.ts'
import type { Lookup, LookupResolver } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'
import { chooseSigner } from '../resolvers/signers.ts'
import type { LookupSubject } from '../statistics/lookup-counter.ts'
import type { LookupRequest } from './lookup-request.ts'
import type { CachedName } from './name-cache.ts'
import type { SignedResponse } from './response-cache.ts'

/**
 * Makes a response with one read and one signature for any number of records. A missing, reserved or blocked name has
 * none. `expiresAt` is in Unix seconds.
 *
 * @throws AppError `BadRequestException` for undecodable call data, `NotFoundException` for a name that this resolver
 * does not serve, `ServiceUnavailableException` without a signer.
 */
export async function respond(
  context: CoreContext,
  { resolverId, data }: LookupRequest,
  dataVersion: number,
  expiresAt: number,
): Promise<SignedResponse> {
  const callData = parseGatewayData(data)
  const request = decodeRequest(callData, context.rules.limits.gateway)
  const { name, query } = request
  context.responseCache.recordHitOrMiss('miss')
  const read = await context.nameCache.read({ resolverId, name, withTexts: readsTexts(query) }, dataVersion)
  const { lookup, readAt } = assertResolver(read)
  const subject = assertServed(lookup, name)
  const result = encodeLookupResult(lookup.subname, request)
  const response = sign(context, lookup.resolver, callData, result, expiresAt)
  return { response, name, etag: lookup.etag, subject, dataVersion, readAt }
}

export function resolverNotFound(): AppError {
  return new AppError('NotFoundException', 'There is no resolver with that id.')
}

function assertResolver(read: CachedName | undefined): CachedName {
  if (!read) throw resolverNotFound()
  return read
}

function assertServed({ domainKey, subname }: Lookup, name: string): LookupSubject {
  if (domainKey === undefined)
    throw new AppError('NotFoundException', `${name} is not under a domain that this resolver serves.`)
  return { domainKey, subnameKey: subname?.key, isAbsent: !isVisible(subname) }
}

function encodeLookupResult(subname: Lookup['subname'], request: GatewayRequest): Uint8Array {
  assertNodesMatch(request, subname ? fromHex(subname.node) : namehash(request.name))
  return encodeResult(request.query, isVisible(subname) ? subname.records : null)
}

function isVisible(subname: Lookup['subname']): subname is NonNullable<Lookup['subname']> {
  return subname?.isClaimed === true && !subname.isBlocked
}

function sign(
  { signers }: CoreContext,
  { chainId, address, signingScheme, trustedSigners }: LookupResolver,
  callData: Uint8Array,
  result: Uint8Array,
  expires: number,
): Hex {
  const signer = chooseSigner(signers.get(chainId), { trustedSigners })
  if (!signer)
    throw new AppError('ServiceUnavailableException', `No signer is configured for chain ${chainId}.`)
  const signed = { chainId, resolver: address, expires, request: callData, result }
  return encodeResponse(result, expires, signer.sign(responseDigest(signingScheme, signed)))
}
