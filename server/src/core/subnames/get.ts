import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { withReadReplica } from '../read-replica.ts'
import { requireSubname } from './require-subname.ts'
import { type SubnameDetails, withDetails } from './subname-details.ts'

/** Reads one subname. */
export async function getSubname(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<SubnameDetails> {
  const { subname, domain } = await requireSubname(withReadReplica(context), input.chainId, input.name)
  if (domain.isBlocked)
    throw new AppError(
      'SubnameNotFoundException',
      `${subname.name} does not exist on chain ${input.chainId}.`,
    )
  return withDetails(context, domain, subname)
}

// A name of a blocked domain is not found.
getSubname.errors = requireSubname.errors
