import type { Address, Hex } from 'viem'
import { findNameResolver, type NameResolver } from '../../ccip/find-resolver.ts'
import { canManageName } from '../../chain/name-ownership.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { AppError, type ErrorName, upstreamErrors } from '../../errors.ts'
import type { ConsumedMessage } from '../../model/consumed-message.ts'
import type { Resolver } from '../../model/resolver.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { isAdminKey, requireCallerApiKey } from '../auth/assert-domain-access.ts'
import { hasPurpose, onboardingPurpose } from '../auth/message-purpose.ts'
import {
  type ExpectedAudience,
  parseSignedMessage,
  verifySignedMessage,
} from '../auth/verify-signed-message.ts'
import type { Caller, SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

/**
 * Milliseconds after its issue for which a message proves control of a domain. Any sign-in message does, so this bounds how
 * long a site can use one that a controller signed for it (decision 17).
 */
export const maxMessageAgeMs = 600_000

export interface ProveControl {
  readonly caller: Caller
  /** Normalized. */
  readonly name: string
  /** The workspace into which the domain is onboarded. */
  readonly workspaceId: string
  /** The resolver that the domain must use, on its chain. */
  readonly resolver: Resolver
  /** Of the stored domain, if any; they apply to plain sign-in messages only. */
  readonly allowedOrigins: readonly string[] | null
}

/** The address that proved control of a domain, and its message. */
export interface ControlProof {
  /** In lower case. */
  readonly controller: Hex
  /** The message, if it names this onboarding and may be used once; `null` for a plain sign-in message. */
  readonly boundMessage: ConsumedMessage | null
}

/**
 * Proves on chain that a domain may be onboarded with a resolver: the domain itself uses it, and the signer of the caller's
 * message owns or manages the domain. The message may name this onboarding (`onboardingPurpose`); one with another purpose
 * proves nothing. An admin key needs no signature; with `REQUIRE_ONCHAIN_RESOLVER` off nothing is proven.
 *
 * @returns the proof, `null` if none was needed.
 */
export async function proveControl(
  context: CoreContext,
  { caller, name, workspaceId, resolver, allowedOrigins }: ProveControl,
): Promise<ControlProof | null> {
  if (!context.rules.requireOnchainResolver) return null
  const chainId = requireSupportedChain(resolver.chainId)
  const purpose = onboardingPurpose(name, workspaceId)
  const audience = { chainId, maxAgeMs: maxMessageAgeMs, purpose, allowedOrigins }
  const signer = isAdminKey(requireCallerApiKey(caller))
    ? null
    : await verifySigner(context, caller.signedMessage, audience)
  const chain = chainClientOf(context.chains, chainId)
  assertUsesResolver(await findNameResolver(chain, name), name, resolver)
  if (signer === null) return null
  if (await canManageName(chain, name, signer)) return toControlProof(signer, caller.signedMessage)
  throw new AppError('NotHolderException', `${signer} neither owns nor manages ${name} on chain ${chainId}.`)
}

/**
 * Verifies the caller's message. One that names the domain and the workspace may be for any site: the current workspace sets
 * the origins, and could otherwise lock the controller out.
 */
async function verifySigner(
  context: CoreContext,
  signedMessage: SignedMessage | undefined,
  audience: ExpectedAudience,
): Promise<Address> {
  const isBound = hasPurpose(parseSignedMessage(signedMessage).message)
  return verifySignedMessage(
    context,
    signedMessage,
    isBound ? { ...audience, allowedOrigins: null } : audience,
  )
}

/** The proof of a verified message. */
function toControlProof(signer: Address, signedMessage: SignedMessage | undefined): ControlProof {
  const controller = lowerCaseHex(signer)
  const { message } = parseSignedMessage(signedMessage)
  const { nonce, issuedAt } = message
  const expiresAt = issuedAt + maxMessageAgeMs
  return { controller, boundMessage: hasPurpose(message) ? { address: controller, nonce, expiresAt } : null }
}

function assertUsesResolver(onchain: NameResolver, name: string, { chainId, address }: Resolver): void {
  if (!onchain.inherited && onchain.resolver?.toLowerCase() === address.toLowerCase()) return
  throw new AppError(
    'ForbiddenException',
    `On chain ${chainId}, ${name} ${describeResolver(onchain)}; set its resolver to ${checksumAddress(address)} first.`,
  )
}

function describeResolver({ resolver, inherited }: NameResolver): string {
  return inherited && resolver
    ? `has no resolver of its own and inherits ${checksumAddress(resolver)}`
    : `uses ${resolver ? checksumAddress(resolver) : 'no resolver'}`
}

proveControl.errors = [
  ...requireCallerApiKey.errors,
  ...verifySignedMessage.errors,
  'ForbiddenException',
  'NotHolderException',
  ...upstreamErrors,
] as const satisfies readonly ErrorName[]
