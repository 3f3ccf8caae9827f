import type { Address, Hex } from 'viem'
import { findNameResolver, type NameResolver } from '../../ccip/resolver.ts'
import { canManageName } from '../../chain/names.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { normalizeSearchText } from '../../ens/search-text.ts'
import { AppError } from '../../errors.ts'
import type { ConsumedMessage } from '../../model/challenge.ts'
import type { Resolver } from '../../model/resolver.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { isAdministrator } from '../auth/access.ts'
import {
  hasPurpose,
  onboardingPurpose,
  parseSignedMessage,
  toConsumedMessage,
  verifySignedMessage,
} from '../auth/signed-message.ts'
import type { Caller, CoreContext, ExpectedAudience, SignedCaller, SignedMessage } from '../context.ts'
import { getNameExpiries } from './onchain.ts'

/** Maximum age. Bounds how long a site can reuse a controller's sign-in message (decision 17). */
export const maxMessageAgeMs = 600_000

interface ProveControl {
  readonly caller: Caller
  /** Normalized. */
  readonly name: string
  readonly workspaceId: string
  readonly resolver: Resolver
  /** For plain sign-in messages only. */
  readonly sites: Pick<ExpectedAudience, 'key' | 'allowedOrigins'>
}

interface ControlProof {
  /** Lower case. */
  readonly controller: Hex
  /** `null` for a plain sign-in message, which is reusable. */
  readonly boundMessage: ConsumedMessage | null
}

/**
 * Proves on chain that the domain itself uses the resolver, and that the signer owns or manages it. A purpose must name
 * this onboarding (`onboardingPurpose`). Admin keys need no signature; without `REQUIRE_ONCHAIN_RESOLVER` nothing is
 * proven.
 *
 * @returns `null` if no proof was needed.
 */
export async function proveControl(
  context: CoreContext,
  { caller, name, workspaceId, resolver, sites }: ProveControl,
): Promise<ControlProof | null> {
  if (!context.rules.requireOnchainResolver) return null
  const { chainId } = resolver
  const purpose = onboardingPurpose(name, workspaceId)
  const audience = { chainId, maxAgeMs: maxMessageAgeMs, purpose, ...sites }
  const signer = isAdministrator(caller) ? null : await verifySigner(context, caller, audience)
  const chain = chainClientOf(context.chains, chainId)
  assertUsesResolver(await findNameResolver(chain, name), name, resolver)
  if (signer === null) return null
  if (await canManageName(chain, name, signer)) return toControlProof(signer, caller.signedMessage)
  throw new AppError('NotHolderException', `${signer} neither owns nor manages ${name} on chain ${chainId}.`)
}

/**
 * A message that names domain and workspace may be for any site: the current workspace sets the origins, and could
 * otherwise lock the controller out.
 */
async function verifySigner(
  context: CoreContext,
  caller: SignedCaller,
  audience: ExpectedAudience,
): Promise<Address> {
  const isBound = hasPurpose(parseSignedMessage(caller.signedMessage).message)
  return verifySignedMessage(context, caller, isBound ? { ...audience, allowedOrigins: null } : audience)
}

function toControlProof(signer: Address, signedMessage: SignedMessage | undefined): ControlProof {
  const controller = lowerCaseHex(signer)
  const { message } = parseSignedMessage(signedMessage)
  return {
    controller,
    boundMessage: hasPurpose(message) ? toConsumedMessage(signer, message, maxMessageAgeMs) : null,
  }
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

/**
 * Whether `text`.eth, or `text` as a whole name, is registered, in its grace period or reserved. `undefined` when it is
 * no second-level `.eth` name or the chain cannot be read.
 */
export async function isNameRegistered(
  context: CoreContext,
  { chainId, text }: { chainId: ChainId; text: string },
): Promise<boolean | undefined> {
  const normalized = normalizeSearchText(text)
  const name = normalized.includes('.') ? normalized : `${normalized}.eth`
  if (!/^[^.]+\.eth$/.test(name)) return undefined
  try {
    const [expiry] = await getNameExpiries(context, { chainId, names: [name] })
    return expiry !== undefined && expiry.status !== 'expired'
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) return undefined
    throw error
  }
}
