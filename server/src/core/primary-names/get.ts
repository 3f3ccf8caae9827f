import { AppError } from '../../errors.ts'
import type { PrimaryName } from '../../store/primary-names.ts'
import type { CoreContext } from '../context.ts'
import { findPrimaryName, type OfAddress } from './find.ts'

/**
 * Reads the primary name of an address.
 *
 * @throws AppError `PrimaryNameNotFoundException` when it has none, or has one that leads elsewhere by now; and those of
 * `findPrimaryName`.
 */
export async function getPrimaryName(context: CoreContext, input: OfAddress): Promise<PrimaryName> {
  const found = await findPrimaryName(context, input)
  if (found) return found
  throw new AppError(
    'PrimaryNameNotFoundException',
    `${input.address} has no primary name on chain ${input.chainId}.`,
  )
}
