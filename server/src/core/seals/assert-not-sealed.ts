import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Seal } from '../../model/seal.ts'
import type { Subname } from '../../model/subname.ts'
import type { Queryable } from '../../store/tables.ts'
import { sealedNameError } from '../subnames/rules.ts'
import { findSeals, findSealsOfDomain } from './find-seals.ts'

/**
 * Every change of a name that exists asks it, also in its transaction. `acceptedBy`: who accepts a reservation or is issued the
 * name, which is allowed to the holder of the seal.
 * @throws AppError `SealedNameException`.
 */
export async function assertNotSealed(
  db: Queryable,
  { domainId, name }: Pick<Subname, 'domainId' | 'name'>,
  acceptedBy?: Hex,
): Promise<void> {
  const seal = (await findSealsOfDomain(db, domainId, [name])).get(name)
  if (!seal || seal.holder === acceptedBy) return
  throw acceptedBy === undefined ? sealedNameError({ name }, seal) : sealedForAnotherError({ name }, seal)
}

/**
 * A sealed name can be issued to its holder alone, who then signs its records.
 * @throws AppError `SealedNameException`.
 */
export async function assertIssuable(
  db: Queryable,
  resolver: Pick<Resolver, 'id' | 'hasSeals' | 'sealTrees'>,
  { name, holder }: Pick<Subname, 'name' | 'holder'>,
): Promise<void> {
  const seal = (await findSeals(db, resolver, [name])).get(name)
  if (seal && seal.holder !== holder) throw sealedForAnotherError({ name }, seal)
}

/** Of a label that is not issued. */
function sealedForAnotherError({ name }: Pick<Subname, 'name'>, { holder }: Pick<Seal, 'holder'>) {
  return new AppError(
    'SealedNameException',
    `${name} is sealed on chain for ${holder}, to whom alone it can be issued. Nothing was changed.`,
  )
}
