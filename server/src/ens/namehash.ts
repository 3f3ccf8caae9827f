import { keccak256 } from '../crypto/keccak.ts'

/** Root node (ENSIP-1). */
const rootNode = new Uint8Array(32)

/** ENSIP-1. */
export function childNode(parent: Uint8Array, label: string): Uint8Array {
  const pair = new Uint8Array(64)
  pair.set(parent)
  pair.set(keccak256(Buffer.from(label)), 32)
  return keccak256(pair)
}

/** ENSIP-1: 32 bytes. The name must be normalized; the empty string is the root. */
export function namehash(name: string): Uint8Array {
  return name === '' ? rootNode : name.split('.').reduceRight(childNode, rootNode)
}
