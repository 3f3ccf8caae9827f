import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { SealedSet } from '../../model/seal.ts'
import type { CoreContext } from '../context.ts'
import { getSubname } from '../subnames/read.ts'
import type { SubnameDetails } from '../subnames/rules.ts'
import { describeSeal, type SealOfName } from './describe-seal.ts'

export interface SetOfName {
  readonly name: EnsName
  readonly seal: Pick<SealOfName, 'holder' | 'kind' | 'state'>
  readonly set: SealedSet
}

export interface SealableName extends SubnameDetails {
  readonly seal: SealOfName | null
}

interface NameOnChain {
  readonly chainId: ChainId
  readonly name: EnsName
}

/** A name, and who signs its records. @throws AppError as `getSubname`. */
export async function getSealableName(context: CoreContext, input: NameOnChain): Promise<SealableName> {
  const details = await getSubname(context, input)
  return { ...details, seal: await describeSeal(context, details) }
}

/** @throws AppError as `getSubname`; `NotSealedException`, `NotFoundException` without a set of the present holder. */
export async function readSealedSet(context: CoreContext, input: NameOnChain): Promise<SetOfName> {
  const { subname, seal } = await getSealableName(context, input)
  const { name } = subname
  if (!seal)
    throw new AppError('NotSealedException', `${name} is not sealed on chain, as far as it was read.`)
  if (!seal.set)
    throw new AppError(
      'NotFoundException',
      `${name} is sealed, and its holder has sent no records that count.`,
    )
  return { name, seal, set: seal.set }
}
