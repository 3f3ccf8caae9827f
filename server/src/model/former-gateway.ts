import type { Hex } from 'viem'
import type { SigningScheme } from '../gateway/digest.ts'

/** Where the names of a domain were before, which is asked for those that the domain does not hold. */
export interface FormerGateway {
  /** Template of EIP-3668: GET with `{data}`, else POST. */
  readonly url: string
  /** The former contract, for which its responses are signed; lower case. */
  readonly resolver: Hex
  readonly signingScheme: SigningScheme
  /** Addresses that the former contract trusts; lower case. */
  readonly signers: readonly Hex[]
  /** Whether a name that it answers for is issued here. */
  readonly importOnRead: boolean
}

export const maxFormerSigners = 10

/** A name that the former gateway answered for, and that the domain does not hold. Times in milliseconds since 1970. */
export interface FormerName {
  readonly domainKey: number
  /** Relative to the domain; with dots for names of more labels. */
  readonly label: string
  readonly firstAt: number
  readonly lastAt: number
}

/** Of one domain: the names that were answered for last are kept. */
export const maxFormerNames = 10_000

/**
 * What the former gateway of a domain has of a label that the domain does not hold. `held`: a name, whose Ethereum address is the
 * holder. `unknown`: it does not answer, so the name may be there; `isLasting`:
 * it refuses the question, so that it will not answer later either.
 */
export type FormerHolding =
  | { readonly state: 'held'; readonly holder: Hex | undefined }
  | { readonly state: 'unknown'; readonly reason: string; readonly isLasting: boolean }
