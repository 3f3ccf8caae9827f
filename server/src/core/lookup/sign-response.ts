import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import { responseDigest } from '../../gateway/digest.ts'
import { encodeResponse } from '../../gateway/response.ts'
import type { LookupResolver } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'

/** What is signed beside the resolver. `expires` is in Unix seconds. */
interface UnsignedResponse {
  readonly callData: Uint8Array
  readonly result: Uint8Array
  readonly expires: number
}

/**
 * Signs an answer for the contract of a resolver, and encodes both as the contract takes them.
 *
 * @throws AppError `ServiceUnavailableException` when no signer is configured for the chain.
 */
export function signResponse(
  { signers }: CoreContext,
  { chainId, address, signingScheme }: LookupResolver,
  { callData, result, expires }: UnsignedResponse,
): Hex {
  const signer = signers.get(chainId)
  if (!signer)
    throw new AppError('ServiceUnavailableException', `No signer is configured for chain ${chainId}.`)
  const digest = responseDigest(signingScheme, {
    chainId,
    resolver: address,
    expires,
    request: callData,
    result,
  })
  return encodeResponse(result, expires, signer.sign(digest))
}
