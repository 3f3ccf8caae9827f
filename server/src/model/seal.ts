import type { Hex } from 'viem'

/** What a holder is: an account, which signs with its key or by its code (ERC-1271), or a passkey (WebAuthn). */
export const holderKinds = ['account', 'passkey'] as const

export type HolderKind = (typeof holderKinds)[number]

/** The holder of a name, as its resolver contract has it. */
export interface Seal {
  /** Of a passkey, the last 20 bytes of keccak256 of its key. */
  readonly holder: Hex
  readonly kind: HolderKind
  /** Sets with a lower number do not count. */
  readonly sequence: bigint
}

/** All records of a name, signed by its holder: the newest that was accepted. */
export interface SealedSet extends Seal {
  /** In Unix seconds, of all signatures in it. */
  readonly validUntil: number
  /** What the contract is answered: a set, and perhaps a delegation with the texts of a delegate. */
  readonly response: Hex
  /** In milliseconds. */
  readonly storedAt: number
}

/** A tree of seals in its contract; trees are in the order in which they count. */
export interface SealTree {
  readonly root: Hex
  readonly depth: number
}

/** As `Resolver.sealTrees` has them: `depth:root`, separated by blanks. */
export function formatSealTrees(trees: readonly SealTree[]): string {
  return trees.map(({ root, depth }) => `${depth}:${root}`).join(' ')
}

/** Safe: only `formatSealTrees` writes them. */
export function parseSealTrees(text: string): readonly SealTree[] {
  if (text === '') return []
  return text.split(' ').map((tree) => {
    const separator = tree.indexOf(':')
    return { depth: Number(tree.slice(0, separator)), root: tree.slice(separator + 1) as Hex }
  })
}

interface SealedSetRow {
  readonly subnameKey: number
  readonly holder: Hex
  readonly kind: HolderKind
  readonly setSequence: bigint
  readonly validUntil: number
  readonly response: Hex
  readonly storedAt: number
  /** Up to when its end was announced, in Unix seconds. */
  readonly noticedUntil: number
}

/** Of a node, in the storage of a resolver contract. */
interface SealRow {
  readonly resolverId: string
  readonly node: Hex
  readonly holder: Hex
  /** `open`: no holder, whatever the trees say. */
  readonly kind: HolderKind | 'open'
  readonly sealSequence: bigint
}

/** Up to which block the seals of a contract were read. */
interface SealScanRow {
  readonly resolverId: string
  readonly address: Hex
  readonly block: number
}

/** Known by its root, whichever contracts have it. */
interface SealTreeRow {
  readonly root: Hex
  readonly depth: number
  readonly names: number
  readonly storedAt: number
}

interface SealProofRow {
  readonly root: Hex
  readonly bucket: number
  /** Siblings, length of the bucket (4), bucket. */
  readonly proof: Uint8Array
}

export interface SealTables {
  sealedSets: SealedSetRow
  seals: SealRow
  sealScans: SealScanRow
  sealTrees: SealTreeRow
  sealProofs: SealProofRow
}
