import { responseDigest, rootDigest, type SigningContext } from '../gateway/digest.ts'
import { createMerkleTree, type MerkleTree } from '../gateway/merkle-tree.ts'
import type { SignedFields } from './signer.ts'

interface SignedDigest {
  readonly digest: Uint8Array
  /** What follows the signature of the response with this index. */
  readonly pathOf: MerkleTree['pathOf']
}

const noPath = () => new Uint8Array()

/** What is signed for the digests of responses: that of one, else that of the root of their tree. */
export function digestOfLeaves(
  context: SigningContext,
  leaves: readonly Uint8Array[],
  seed: Uint8Array,
): SignedDigest {
  const [first, second] = leaves
  if (first && !second) return { digest: first, pathOf: noPath }
  const { root, pathOf } = createMerkleTree(leaves, seed)
  return { digest: rootDigest(context, root), pathOf }
}

export function digestOf({ responses, seed, ...context }: SignedFields): Uint8Array {
  const leaves = responses.map((response) => responseDigest(context, response))
  return digestOfLeaves(context, leaves, seed).digest
}
