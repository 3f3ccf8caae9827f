import type { Address, Hex } from 'viem'
import { chainOf } from '../../chain/chains.ts'
import { controls } from '../../chain/control.ts'
import { type NameResolver, resolverOf } from '../../chain/resolver-of.ts'
import { checksumAddress } from '../../ens/evm-address.ts'
import { lowerCaseHex } from '../../ens/hex.ts'
import { AppError } from '../../errors.ts'
import type { Resolver } from '../../store/resolvers.ts'
import type { SpentMessage } from '../../store/spent-messages.ts'
import type { Caller, Claim } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { isAdmin, requireKey } from '../credentials/authorize-domain.ts'
import { hasPurpose, onboardingPurpose } from '../credentials/purpose.ts'
import { type Audience, readClaim, verifyClaim } from '../credentials/verify-claim.ts'
import { supportedChain } from '../supported-chain.ts'

/**
 * Milliseconds for which a message proves control of a domain after it was issued. Any sign-in message does, so one that
 * a controller signed for another site is to be of use to that site for this time only (decision 17).
 */
export const maxMessageAge = 600_000

export interface ControlToProve {
  readonly caller: Caller
  /** Normalized. */
  readonly name: string
  /** Into which the domain is to be onboarded. */
  readonly workspaceId: string
  /** Which the domain has to use, on its chain. */
  readonly resolver: Resolver
  /** Of the domain where it is stored already; they bind plain sign-in messages only. */
  readonly allowedOrigins: readonly string[] | null
}

/** Who proved to control a domain, and by which message. */
export interface ControlProof {
  /** In lower case. */
  readonly controller: Hex
  /** The message, where it names this onboarding and is good for one use; `null` for a plain sign-in message. */
  readonly bound: SpentMessage | null
}

/**
 * Proves on chain that a domain may be onboarded with a resolver: the domain itself uses it, and the signer of the
 * caller's message owns or manages the domain. The message may be bound to this onboarding (`onboardingPurpose`); one that
 * names another purpose proves nothing. An admin key needs no signature; with `VERIFY_DOMAIN_CONTROL` off nothing is
 * proven.
 *
 * @returns the proof, `null` where none was needed.
 * @throws AppError those of `verifyClaim`, `ForbiddenException`, `NotHolderException`, and upstream failures.
 */
export async function proveControl(
  context: CoreContext,
  { caller, name, workspaceId, resolver, allowedOrigins }: ControlToProve,
): Promise<ControlProof | null> {
  if (!context.rules.verifyDomainControl) return null
  const chainId = supportedChain(resolver.chainId)
  const purpose = onboardingPurpose(name, workspaceId)
  const audience = { chainId, maxAge: maxMessageAge, purpose, allowedOrigins }
  const signer = isAdmin(requireKey(caller)) ? null : await verifySigner(context, caller.claim, audience)
  const chain = chainOf(context.chains, chainId)
  assertUses(await resolverOf(chain, name), name, resolver)
  if (signer === null) return null
  if (await controls(chain, name, signer)) return proofOf(signer, caller.claim)
  throw new AppError('NotHolderException', `${signer} neither owns nor manages ${name} on chain ${chainId}.`)
}

/**
 * Verifies the caller's message. One that names the domain and the workspace may be for any site: the origins are set by the
 * present workspace, which could otherwise keep the controller out.
 */
async function verifySigner(
  context: CoreContext,
  claim: Claim | undefined,
  audience: Audience,
): Promise<Address> {
  const isBound = hasPurpose(readClaim(claim).message)
  return verifyClaim(context, claim, isBound ? { ...audience, allowedOrigins: null } : audience)
}

/** The proof by a claim that has been verified. */
function proofOf(signer: Address, claim: Claim | undefined): ControlProof {
  const controller = lowerCaseHex(signer)
  const { message } = readClaim(claim)
  const { nonce, issuedAt } = message
  const expiresAt = issuedAt + maxMessageAge
  return { controller, bound: hasPurpose(message) ? { address: controller, nonce, expiresAt } : null }
}

function assertUses(found: NameResolver, name: string, { chainId, address }: Resolver): void {
  if (!found.inherited && found.resolver?.toLowerCase() === address.toLowerCase()) return
  throw new AppError(
    'ForbiddenException',
    `On chain ${chainId}, ${name} ${stateOf(found)}; set its resolver to ${checksumAddress(address)} first.`,
  )
}

const stateOf = ({ resolver, inherited }: NameResolver): string =>
  inherited && resolver
    ? `has no resolver of its own and inherits ${checksumAddress(resolver)}`
    : `uses ${resolver ? checksumAddress(resolver) : 'no resolver'}`
