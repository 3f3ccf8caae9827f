import type { Hex } from './bytes.ts'

/** What answers a call: a gateway, the name's holder, one of the two as the answer proves, or files. */
export type Callback = 'gateway' | 'holder' | 'provenHolder' | 'file'

export interface Seal {
  readonly holder: Hex
  /** 0: nothing is written about the name; 1: an account; 2: a passkey; 3: the holder has given the seal up. */
  readonly kind: number
  readonly sequence: bigint
}

export interface HashTree {
  readonly root: Hex
  /** Levels of bits, and siblings of a proof. */
  readonly depth: number
}

/** What the contract of a domain knows at a block. */
export interface ResolverState {
  readonly chainId: bigint
  readonly resolver: Hex
  readonly signers: readonly Hex[]
  readonly isDark: boolean
  /** Unix seconds; 0 without a beat. */
  readonly lastBeat: bigint
  /** The root that counts in the dark; null without one. */
  readonly zone: HashTree | null
  /** In the contract's storage. */
  readonly seal: Seal | null
  /** Of seals, the oldest first: the first with a node counts. */
  readonly trees: readonly HashTree[]
  /** Whether the chain verifies P-256 (EIP-7951). */
  readonly hasP256: boolean
}

export interface AccountSignature {
  readonly account: Hex
  readonly hash: Hex
  readonly signature: Hex
}

/** ERC-1271, at the block of the state. False for an account without code. */
export type IsValidSignature = (signature: AccountSignature) => boolean | Promise<boolean>

/** Whose word each state asks for. */
export function callbackOf({ isDark, seal, trees }: ResolverState): Callback {
  if (isDark) return 'file'
  if (isSealed(seal)) return 'holder'
  return isDecidedByTrees({ seal, trees }) ? 'provenHolder' : 'gateway'
}

/** Whether a holder answers: an account or a passkey. */
export function isSealed(seal: Seal | null): seal is Seal {
  return seal?.kind === 1 || seal?.kind === 2
}

/** Whether trees have to say if the name is sealed: storage, once it is written, outranks them. */
export function isDecidedByTrees({ seal, trees }: Pick<ResolverState, 'seal' | 'trees'>): boolean {
  return trees.length > 0 && (seal === null || seal.kind === 0)
}
