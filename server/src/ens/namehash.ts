import { keccak256 } from '../crypto/keccak.ts'

/** Root node (ENSIP-1). */
const rootNode = new Uint8Array(32)

/** In place of a label that is too long or not known: `[`, its hash as 64 hex digits, `]`. No normalized label looks so. */
const encodedHash = /^\[([0-9a-fA-F]{64})\]$/

function labelHash(label: string): Uint8Array {
  const hash = label.startsWith('[') ? encodedHash.exec(label)?.[1] : undefined
  return hash === undefined ? keccak256(Buffer.from(label)) : Buffer.from(hash, 'hex')
}

/** ENSIP-1. */
export function childNode(parent: Uint8Array, label: string): Uint8Array {
  const pair = new Uint8Array(64)
  pair.set(parent)
  pair.set(labelHash(label), 32)
  return keccak256(pair)
}

/** ENSIP-1: 32 bytes. The name must be normalized; the empty string is the root. */
export function namehash(name: string): Uint8Array {
  return name === '' ? rootNode : name.split('.').reduceRight(childNode, rootNode)
}
