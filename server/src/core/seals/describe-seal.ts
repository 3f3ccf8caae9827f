import type { Seal, SealedSet } from '../../model/seal.ts'
import { findSealedSet } from '../../store/entities/seals.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/rules.ts'
import { findSeals } from './find-seals.ts'

export interface SealOfName extends Pick<Seal, 'holder' | 'kind'> {
  /** What the holder has signed last; absent: nothing that is here, so that the name does not resolve. */
  readonly set: SealedSet | undefined
}

/** As far as this service has read the chain; `null` for a name that is not sealed. */
export async function describeSeal(
  { store }: Pick<CoreContext, 'store'>,
  { subname, resolver }: SubnameDetails,
): Promise<SealOfName | null> {
  const seal = (await findSeals(store.db, resolver, [subname.name])).get(subname.name)
  if (!seal) return null
  const set = await findSealedSet(store.db, subname)
  const { holder, kind } = seal
  return { holder, kind, set: set?.holder === holder && set.sequence >= seal.sequence ? set : undefined }
}
