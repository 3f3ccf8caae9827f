import type { Domain } from '../../model/domain.ts'
import { parseOriginRules } from '../auth/allowed-origins.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { requireDomain } from './require-domain.ts'

/** `null`: any. */
export interface AllowedOrigins {
  readonly chainId: number
  readonly name: string
  readonly allowedOrigins: readonly string[] | null
}

/**
 * Sets the sites for which subname holders may sign, as the operator. Messages for other sites are rejected, including
 * earlier challenges.
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
