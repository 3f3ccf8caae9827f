import { parseSealTrees } from '../../model/seal.ts'
import {
  findStoredTrees,
  type SealedDomain,
  selectSealedDomains,
} from '../../store/entities/sealed-domains.ts'
import type { Queryable } from '../../store/tables.ts'
import { all, type Counted } from './health-advice.ts'

/** A tree of seals in the contract of a domain that is not stored here. */
export interface MissingTree extends Pick<SealedDomain, 'name' | 'chainId'> {
  readonly root: string
}

const maxDomains = 1000

/** As far as the service has read the chain; of domains in use. */
export async function findMissingTrees(db: Queryable): Promise<readonly MissingTree[]> {
  const domains = await selectSealedDomains(db, { limit: maxDomains })
  const inContracts = domains.flatMap(({ name, chainId, sealTrees }) =>
    parseSealTrees(sealTrees).map(({ root }) => ({ name, chainId, root })),
  )
  const stored = await findStoredTrees(
    db,
    inContracts.map(({ root }) => root),
  )
  return inContracts.filter(({ root }) => !stored.has(root))
}

/** Pure. */
export function sealSubjects(
  missing: readonly MissingTree[],
): Readonly<Record<'seal-tree-missing', Counted<string>>> {
  return {
    'seal-tree-missing': all(
      missing,
      ({ name, chainId, root }) => `${name} on chain ${chainId}: the tree ${root}`,
    ),
  }
}
