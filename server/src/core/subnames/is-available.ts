import { parseLabel } from '../../ens/label.ts'
import { normalizeName, splitName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { withReadReplica } from '../read-replica.ts'
import { availabilityError } from './create-subname.ts'

/**
 * Whether `name`, in any spelling, could be added now, by the rules of `addSubname` for labels and domains. A label that
 * could never be added is a failure, as it is there.
 */
export async function isSubnameAvailable(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<boolean> {
  const parts = splitName(normalizeName(input.name))
  if (parts.domain === '')
    throw new AppError('InvalidNameException', `"${input.name}" is a label alone: its domain is missing.`)
  const label = parseLabel(parts.label, context.rules.limits.label)
  const readContext = withReadReplica(context)
  const domain = await requireDomain(readContext, input.chainId, parts.domain)
  return (await availabilityError(readContext, domain, label)) === undefined
}

isSubnameAvailable.errors = requireDomain.errors
