import { AppError, type ErrorName } from '../../errors.ts'
import type { PrimaryName } from '../../model/primary-name.ts'
import type { CoreContext } from '../context.ts'
import { type FindPrimaryName, findPrimaryName } from './find.ts'

export async function getPrimaryName(context: CoreContext, input: FindPrimaryName): Promise<PrimaryName> {
  const primaryName = await findPrimaryName(context, input)
  if (primaryName) return primaryName
  throw new AppError(
    'PrimaryNameNotFoundException',
    `${input.address} has no primary name on chain ${input.chainId}.`,
  )
}

getPrimaryName.errors = [
  ...findPrimaryName.errors,
  'PrimaryNameNotFoundException',
] as const satisfies readonly ErrorName[]
