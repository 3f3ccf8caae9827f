import type { Seal, SealedSet } from '../../model/seal.ts'
import { findSealedSet } from '../../store/entities/seals.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/rules.ts'
import { findSeals, isSetOf } from './find-seals.ts'

/** Whether the name resolves: by what is signed; not any more, since that has ended; not yet, since nothing is here that counts. */
export const sealStates = ['signed', 'ended', 'unsigned'] as const

export type SealState = (typeof sealStates)[number]

export interface SealOfName extends Pick<Seal, 'holder' | 'kind'> {
  /** What the holder has signed last; absent: nothing that is here, so that the name does not resolve. */
  readonly set: SealedSet | undefined
  readonly state: SealState
}

export function sealStateOf(
  { clock }: Pick<CoreContext, 'clock'>,
  set: Pick<SealedSet, 'validUntil'> | undefined,
): SealState {
  if (!set) return 'unsigned'
  return set.validUntil * 1000 < clock() ? 'ended' : 'signed'
}

/** As far as this service has read the chain; `null` for a name that is not sealed. */
export async function describeSeal(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  { subname, resolver }: SubnameDetails,
): Promise<SealOfName | null> {
  const seal = (await findSeals(store.db, resolver, [subname.name])).get(subname.name)
  if (!seal) return null
  const stored = await findSealedSet(store.db, subname)
  const set = stored && isSetOf(seal, stored) ? stored : undefined
  const { holder, kind } = seal
  return { holder, kind, set, state: sealStateOf({ clock }, set) }
}
