import type { Domain } from '../../model/domain.ts'
import { parseOriginRules } from '../auth/allowed-origins.ts'
import type { CoreContext } from '../context.ts'
import { changeDomain } from './change.ts'
import { requireDomain } from './require-domain.ts'

/** A domain by its name, and its allowed origins; `null`: any. */
export interface AllowedOrigins {
  readonly chainId: number
  readonly name: string
  readonly allowedOrigins: readonly string[] | null
}

/**
 * Sets the sites for which the holders of a domain's subnames may sign, for the operator, without a key: every operation
 * rejects messages with another EIP-4361 domain, including challenges that were composed before.
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
