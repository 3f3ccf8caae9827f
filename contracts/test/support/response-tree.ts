import { concat, encodePacked, type Hex, hexToBigInt, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type ResponsePayload, responseDigest } from './response-payload.ts'

interface Tree {
  readonly root: Hex
  /** Of each leaf, its siblings, the lowest first. */
  readonly paths: readonly (readonly Hex[])[]
}

/** A hash of a level, and the leaves below it. */
interface Node {
  readonly hash: Hex
  readonly leaves: readonly number[]
}

/** A node of the tree, implemented independently of the contract and the gateway. */
export function nodeHash(one: Hex, other: Hex): Hex {
  const isFirst = hexToBigInt(one) < hexToBigInt(other)
  const [first, second] = isFirst ? [one, other] : [other, one]
  return keccak256(encodePacked(['uint8', 'bytes32', 'bytes32'], [1, first, second]))
}

/** The tree over `leaves`, of which there is one at least; the last node of an odd level goes up unchanged. */
export function treeOf(leaves: readonly Hex[]): Tree {
  const paths = leaves.map((): Hex[] => [])
  let level = leaves.map((hash, index): Node => ({ hash, leaves: [index] }))
  while (level.length > 1) {
    const parents: Node[] = []
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = level.slice(index, index + 2)
      if (left && right) {
        for (const leaf of left.leaves) paths[leaf]?.push(right.hash)
        for (const leaf of right.leaves) paths[leaf]?.push(left.hash)
        parents.push({ hash: nodeHash(left.hash, right.hash), leaves: [...left.leaves, ...right.leaves] })
      } else if (left) parents.push(left)
    }
    level = parents
  }
  return { root: level[0]?.hash ?? '0x', paths }
}

/** What is signed for a root, implemented independently of the contract. */
export function rootDigest({ resolver, chainId }: ResponsePayload, root: Hex): Hex {
  return keccak256(
    encodePacked(['bytes2', 'address', 'uint256', 'bytes32'], ['0x1900', resolver, BigInt(chainId), root]),
  )
}

/** One signature for the responses of `payloads`, which are for one resolver: the `signature` of each. */
export async function signTogether(
  payloads: readonly ResponsePayload[],
  signer: PrivateKeyAccount,
): Promise<readonly Hex[]> {
  const [first] = payloads
  if (!first) return []
  const { root, paths } = treeOf(payloads.map(responseDigest))
  const hash = payloads.length === 1 ? root : rootDigest(first, root)
  const signature = await signer.sign({ hash })
  return paths.map((path) => concat([signature, ...path]))
}

/** The signature of one response below any siblings; without them, as it is signed alone. */
export async function signPath(
  payload: ResponsePayload,
  siblings: readonly Hex[],
  signer: PrivateKeyAccount,
): Promise<Hex> {
  const leaf = responseDigest(payload)
  const hash = siblings.length === 0 ? leaf : rootDigest(payload, siblings.reduce(nodeHash, leaf))
  return concat([await signer.sign({ hash }), ...siblings])
}
