import type { Domain } from '../../model/domain.ts'
import { parseOriginRules } from '../auth/allowed-origins.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { requireDomain } from './require-domain.ts'

/** A domain by its name, and the origins that messages for its subnames may be signed for; `null`: any. */
export interface AllowedOrigins {
  readonly chainId: number
  readonly name: string
  readonly allowedOrigins: readonly string[] | null
}

/**
 * Sets for which sites the holders of a domain's subnames may sign, for the operator, who needs no key: a message with
 * another EIP-4361 domain is refused by every operation from then on. Challenges that were composed before are refused
 * too, when they are used.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound`, those of `parseOriginRules`.
 */
export async function setAllowedOriginsAsOperator(
  context: CoreContext,
  { chainId, name, allowedOrigins }: AllowedOrigins,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  return changeDomain(context, domain, { allowedOrigins: allowedOrigins && parseOriginRules(allowedOrigins) })
}
