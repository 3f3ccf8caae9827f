import type { Hex } from 'viem'
import { fromHex } from '../../ens/hex.ts'
import { ancestors } from '../../ens/name.ts'
import { namehash } from '../../ens/namehash.ts'
import { AppError } from '../../errors.ts'
import { encodeAnswer } from '../../gateway/answer.ts'
import { digestOf } from '../../gateway/digest.ts'
import { checkNodes, decodeRequest } from '../../gateway/request.ts'
import { encodeResponse } from '../../gateway/response.ts'
import { findCoveringDomain } from '../../store/domains.ts'
import type { LookupResolver } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'

export interface Lookup {
  /** From the gateway URL. It alone decides the chain, the contract and the scheme that are signed for. */
  readonly resolverId: string
  /** Call data of `resolve(bytes,bytes)`, as the contract put it into `OffchainLookup`. */
  readonly callData: Uint8Array
}

/**
 * Answers one CCIP-Read lookup (EIP-3668, ENSIP-10): one point read and one signature, whatever number of records is
 * asked for. A name that does not exist, is only reserved or belongs to a blocked domain has no records.
 *
 * @returns the ABI-encoded (result, expires, signature) that the resolver contract verifies.
 * @throws AppError `BadRequestException` for undecodable call data, `NotFoundException` for a name that this resolver
 * does not serve, `ServiceUnavailableException` when no signer is configured for the chain.
 */
export async function answerLookup(context: CoreContext, { resolverId, callData }: Lookup): Promise<Hex> {
  const request = decodeRequest(callData, context.rules.limits.gateway)
  const found = await context.store.lookup(resolverId, request.name)
  if (!found) throw new AppError('NotFoundException', 'No resolver of that id is served here.')
  const { resolver, subname } = found
  if (!subname) await assertServed(context, resolver, request.name)
  checkNodes(request, subname ? fromHex(subname.node) : namehash(request.name))
  const isVisible = subname?.isClaimed && !subname.isBlocked
  return signed(context, resolver, callData, encodeAnswer(request.query, isVisible ? subname.records : null))
}

/** Names without a row are answered (as empty) only at and below the domains that are onboarded with this resolver. */
async function assertServed(context: CoreContext, resolver: LookupResolver, name: string): Promise<void> {
  const domain = await findCoveringDomain(context.store.latest, resolver.chainId, [name, ...ancestors(name)])
  if (domain?.resolverId !== resolver.id)
    throw new AppError('NotFoundException', `${name} is not under a domain that this resolver serves.`)
}

function signed(
  context: CoreContext,
  resolver: LookupResolver,
  request: Uint8Array,
  result: Uint8Array,
): Hex {
  const signer = context.signers.get(resolver.chainId)
  if (!signer)
    throw new AppError(
      'ServiceUnavailableException',
      `No signer is configured for chain ${resolver.chainId}.`,
    )
  const expires = Math.floor(context.clock() / 1000) + context.rules.answerLifetime
  const { chainId, address, signingScheme } = resolver
  const digest = digestOf(signingScheme, { chainId, resolver: address, expires, request, result })
  return encodeResponse(result, expires, signer.sign(digest))
}
