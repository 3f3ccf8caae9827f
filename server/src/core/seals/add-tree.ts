import type { Hex } from 'viem'
import { lowerCaseHex, toHex } from '../../crypto/hex.ts'
import { type EnsName, namehash } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { holderKindNumbers, type SealLeaf } from '../../gateway/seal-bucket.ts'
import { buildSealTree } from '../../gateway/seal-tree.ts'
import type { HolderKind, SealTree } from '../../model/seal.ts'
import { insertSealTree } from '../../store/entities/seals.ts'
import type { CoreContext } from '../context.ts'

/** Names of a tree: their proofs have about 100 MB in the database. */
export const maxTreeNames = 1_000_000

export interface SealedBy {
  readonly name: EnsName
  readonly holder: Hex
  readonly kind: HolderKind
}

/**
 * Stores the tree that seals these names, so that lookups can prove what it says. It counts once the owner of the resolver contract
 * has added its root there.
 *
 * @throws AppError `BadRequestException` for none or too many names, and for a name twice.
 */
export async function addSealTree(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  names: readonly SealedBy[],
): Promise<SealTree> {
  if (names.length === 0 || names.length > maxTreeNames)
    throw new AppError('BadRequestException', `A tree of seals has 1 to ${maxTreeNames} names.`)
  const leaves = new Map<Hex, SealLeaf>()
  for (const { name, holder, kind } of names) {
    const node = toHex(namehash(name))
    if (leaves.has(node)) throw new AppError('BadRequestException', `${name} is given twice.`)
    leaves.set(node, { node, kind: holderKindNumbers[kind], holder: lowerCaseHex(holder) })
  }
  const { root, depth, proofs } = buildSealTree([...leaves.values()])
  const tree = { root, depth, names: leaves.size, storedAt: clock() }
  await store.inTurn(root).transaction((tx) => insertSealTree(tx, tree, proofs))
  return { root, depth }
}
