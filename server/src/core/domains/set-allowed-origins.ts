import type { Domain } from '../../store/domains.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { parseOriginRules } from '../origin.ts'
import { changeDomain } from './change.ts'
import { requireDomain } from './require-domain.ts'
import { assertMayChange } from './require-own-domain.ts'

/** A domain by its name, and the origins that messages for its subnames may be signed for; `null`: any. */
export interface AllowedOrigins {
  readonly chainId: number
  readonly name: string
  readonly allowedOrigins: readonly string[] | null
}

/**
 * Sets for which sites the holders of a domain's subnames may sign: a message with another EIP-4361 domain is refused by
 * every operation from then on. Challenges that were composed before are refused too, when they are used.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound`, those of `assertMayChange` and
 * `parseOriginRules`.
 */
export async function setAllowedOrigins(
  context: CoreContext,
  { caller, ...input }: AllowedOrigins & { readonly caller: Caller },
): Promise<Domain> {
  const domain = await requireDomain(context, input.chainId, input.name)
  assertMayChange(caller, domain)
  return change(context, domain, input)
}

/** The same for the operator, who needs no key; throws as `setAllowedOrigins`. */
export const setAllowedOriginsAsOperator = async (
  context: CoreContext,
  input: AllowedOrigins,
): Promise<Domain> => change(context, await requireDomain(context, input.chainId, input.name), input)

const change = (context: CoreContext, domain: Domain, { allowedOrigins }: AllowedOrigins): Promise<Domain> =>
  changeDomain(context, domain, { allowedOrigins: allowedOrigins && parseOriginRules(allowedOrigins) })
