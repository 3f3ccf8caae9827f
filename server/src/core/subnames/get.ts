import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { withReadReplica } from '../read-replica.ts'
import { requireSubname } from './require-subname.ts'
import type { SubnameDetails } from './subname-details.ts'

export async function getSubname(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<SubnameDetails> {
  const details = await requireSubname(withReadReplica(context), input.chainId, input.name)
  if (details.domain.isBlocked)
    throw new AppError(
      'SubnameNotFoundException',
      `${details.subname.name} does not exist on chain ${input.chainId}.`,
    )
  return details
}
