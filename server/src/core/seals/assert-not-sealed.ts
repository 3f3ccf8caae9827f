import type { Hex } from 'viem'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import type { Queryable } from '../../store/tables.ts'
import { sealedNameError } from '../subnames/rules.ts'
import { findSeals, findSealsOfDomain } from './find-seals.ts'

/**
 * Every change of a name that exists asks it, also in its transaction. `acceptedBy`: who accepts a reservation, which is allowed
 * to the holder of the seal, as to be issued the name.
 * @throws AppError `SealedNameException`.
 */
export async function assertNotSealed(
  db: Queryable,
  { domainId, name }: Pick<Subname, 'domainId' | 'name'>,
  acceptedBy?: Hex,
): Promise<void> {
  const seal = (await findSealsOfDomain(db, domainId, [name])).get(name)
  if (seal && seal.holder !== acceptedBy) throw sealedNameError({ name }, seal)
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
  if (seal && seal.holder !== holder) throw sealedNameError({ name }, seal)
}
