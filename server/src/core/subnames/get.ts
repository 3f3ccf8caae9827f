import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { reading } from '../reading.ts'
import { type IssuedName, issuedName } from './issued-name.ts'
import { requireSubname } from './require-subname.ts'

/**
 * Reads one subname.
 *
 * @throws AppError `SubnameNotFoundException`, also for a name of a blocked domain.
 */
export async function getSubname(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<IssuedName> {
  const { subname, domain } = await requireSubname(reading(context), input.chainId, input.name)
  if (domain.isBlocked)
    throw new AppError(
      'SubnameNotFoundException',
      `${subname.name} does not exist on chain ${input.chainId}.`,
    )
  return issuedName(context, domain, subname)
}
