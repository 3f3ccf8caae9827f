import { keccak256 } from '../crypto/keccak.ts'

/** Node of the root name (ENSIP-1): 32 zero bytes. */
const rootNode = new Uint8Array(32)

/** Computes the node of `label` under a parent node (ENSIP-1): two hashes, where a whole name needs two a label. */
export function childNode(parent: Uint8Array, label: string): Uint8Array {
  const pair = new Uint8Array(64)
  pair.set(parent)
  pair.set(keccak256(Buffer.from(label)), 32)
  return keccak256(pair)
}

/** Computes the node of a name (ENSIP-1): 32 bytes. The name must be normalized; the empty string is the root. */
export function namehash(name: string): Uint8Array {
  return name === '' ? rootNode : name.split('.').reduceRight(childNode, rootNode)
}
