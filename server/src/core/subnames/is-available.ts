import { parseLabel } from '../../ens/label.ts'
import { joinName, normalizeName, splitName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { isTaken } from '../../store/subnames.ts'
import type { CoreContext } from '../context.ts'
import { capacityError } from '../domains/capacity.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { reading } from '../reading.ts'

/**
 * Whether `name` could be added now: its label is one that may be issued, nobody has it, and its domain is neither
 * blocked nor full nor lapsed.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound` when the domain is not onboarded.
 */
export async function isSubnameAvailable(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<boolean> {
  const parts = splitName(normalizeName(input.name))
  if (parts.domain === '')
    throw new AppError('InvalidNameException', `"${input.name}" is a label alone: its domain is missing.`)
  const label = parseLabel(parts.label, context.rules.limits.label)
  const domain = await requireDomain(reading(context), input.chainId, parts.domain)
  if (domain.isBlocked || capacityError(domain, context.clock())) return false
  return !(await isTaken(context.store.latest, domain.chainId, joinName(label, domain.name)))
}
