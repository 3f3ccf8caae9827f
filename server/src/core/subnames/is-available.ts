import { normalizeName, splitName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { withReadReplica } from '../read-replica.ts'
import { availabilityError } from './create-subname.ts'
import { requireDomainLabel } from './require-domain-label.ts'

/** By the rules of `addSubname`. A label that can never be added is an error. */
export async function isSubnameAvailable(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<boolean> {
  const parts = splitName(normalizeName(input.name))
  if (parts.domain === '')
    throw new AppError('InvalidNameException', `"${input.name}" is a label alone: its domain is missing.`)
  const target = await requireDomainLabel(withReadReplica(context), { ...parts, chainId: input.chainId })
  return availabilityError(context, target) === undefined
}

isSubnameAvailable.errors = requireDomainLabel.errors
