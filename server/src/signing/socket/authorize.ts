import type { Address } from 'viem'
import { AppError } from '../../errors.ts'
import type { SigningContext, SigningScheme, UnsignedResponse } from '../../gateway/digest.ts'
import { assertNodesOfName, decodeRequest, type GatewayRequest } from '../../gateway/request.ts'
import { isResultOf } from '../../gateway/result-shape.ts'
import { type SignedFields, seedSize } from '../signer.ts'

/** A contract for which the process signs. */
export interface KnownResolver {
  readonly chainId: number
  readonly address: Address
  readonly scheme: SigningScheme
}

/** The contract accepts no response that is valid for longer. */
const maxLifetimeSeconds = 3600

/** Why the fields are not signed, as a sentence; undefined when they may be. `now` is in milliseconds since 1970. */
export function findRefusal(
  known: readonly KnownResolver[],
  { responses, seed, ...context }: SignedFields,
  now: number,
): string | undefined {
  if (!known.some((resolver) => isFor(resolver, context)))
    return `The resolver ${context.resolver} of chain ${context.chainId} with the scheme ${context.scheme} is not in SIGNER_RESOLVERS.`
  if (responses.length === 0) return 'There is no response to sign.'
  if (responses.length > 1 && context.scheme !== 'merkle')
    return `The scheme ${context.scheme} has one signature for each response.`
  if (seed.length !== (responses.length > 1 ? seedSize : 0))
    return `The seed has ${seedSize} bytes for several responses, and none for one.`
  for (const response of responses) {
    const refusal = findRefusalOf(response, now / 1000)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

function findRefusalOf({ expires, request, result }: UnsignedResponse, now: number): string | undefined {
  if (expires > now + maxLifetimeSeconds)
    return `A response would be valid for more than ${maxLifetimeSeconds} seconds. Do the clocks differ?`
  if (expires < Math.floor(now)) return 'A response has expired already. Do the clocks differ?'
  const decoded = decode(request)
  if (decoded instanceof AppError) return `A request is not one of this gateway: ${decoded.message}`
  return isResultOf(decoded.query, result) ? undefined : 'A result is not one that its call returns.'
}

/** Services bound the calls of a multicall by a setting; here only its bytes do. */
const callLimits = { maxMulticallItems: 65_536 }

/** As the service decodes it. */
function decode(request: Uint8Array): GatewayRequest | AppError {
  try {
    const decoded = decodeRequest(request, callLimits)
    assertNodesOfName(decoded)
    return decoded
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function isFor({ chainId, address, scheme }: KnownResolver, context: SigningContext): boolean {
  return (
    chainId === context.chainId &&
    scheme === context.scheme &&
    address.toLowerCase() === context.resolver.toLowerCase()
  )
}
