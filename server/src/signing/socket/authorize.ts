import type { Address } from 'viem'
import type { SigningContext, SigningScheme } from '../../gateway/digest.ts'
import { hashSize } from '../../gateway/merkle-tree.ts'
import type { SignedFields } from '../signer.ts'

/** A contract for which the process signs. */
export interface KnownResolver {
  readonly chainId: number
  readonly address: Address
  readonly scheme: SigningScheme
}

/** The contract accepts no response that is valid for longer. */
const maxLifetimeSeconds = 3600

/** `resolve(bytes,bytes)` of ENSIP-10: what every contract asks its gateway. */
const resolveSelector = 0x9061b923

/** Why the fields are not signed, as a sentence; undefined when they may be. `now` is in milliseconds since 1970. */
export function findRefusal(
  known: readonly KnownResolver[],
  { responses, blinding, ...context }: SignedFields,
  now: number,
): string | undefined {
  if (!known.some((resolver) => isFor(resolver, context)))
    return `The resolver ${context.resolver} of chain ${context.chainId} with the scheme ${context.scheme} is not in SIGNER_RESOLVERS.`
  if (responses.length > 1 && context.scheme !== 'merkle')
    return `The scheme ${context.scheme} has one signature for each response.`
  if (blinding.length !== (responses.length > 1 ? responses.length * hashSize : 0))
    return 'The blinding has 32 bytes for each of several responses, and none for one.'
  const latest = now / 1000 + maxLifetimeSeconds
  if (responses.some(({ expires }) => expires > latest))
    return `A response would be valid for more than ${maxLifetimeSeconds} seconds. Do the clocks differ?`
  if (responses.some(({ request }) => !isResolveCall(request)))
    return 'A request is not a call of resolve(bytes,bytes).'
  return undefined
}

function isFor({ chainId, address, scheme }: KnownResolver, context: SigningContext): boolean {
  return (
    chainId === context.chainId &&
    scheme === context.scheme &&
    address.toLowerCase() === context.resolver.toLowerCase()
  )
}

function isResolveCall(request: Uint8Array): boolean {
  return request.length >= 4 && Buffer.from(request).readUInt32BE(0) === resolveSelector
}
