import type { Hex } from 'viem'
import type { Records } from '../ens/records.ts'

/** An onboarded name below which subnames are issued. */
export interface Domain {
  /** What the store refers to it by; not shown outside. */
  readonly key: number
  readonly id: string
  readonly workspaceId: string
  readonly resolverId: string
  readonly chainId: number
  readonly name: string
  readonly node: Hex
  /** How many subnames its owner allows, `null` for any number. */
  readonly userChosenLimit: number | null
  /** Whether the operator blocked it or a domain above it. */
  readonly isBlocked: boolean
  /** Moved by `incrementSubnameCount` and `decrementSubnameCount` only. */
  readonly subnameCount: number
  /** How many of them are claimed. Moved by these two and by `claimSubname`. */
  readonly claimedCount: number
  /** Origins a wallet message may be signed for, `null` for all. */
  readonly allowedOrigins: readonly string[] | null
  /** The resolver last seen on chain, `null` when none was. */
  readonly onchainResolver: Hex | null
  /** The address that proved on chain to control the domain when its workspace onboarded it, `null` without a proof. */
  readonly controller: Hex | null
  readonly plan: Plan
  /** What the domain itself resolves to. */
  readonly records: Records
  /** Starts at 1 and grows by one with every change of the records. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
  /** A deleted domain is kept with its subnames until it is purged; `null` while in use. */
  readonly deletedAt: number | null
}

/** A domain to be onboarded: the database chooses its key. */
export type NewDomain = Omit<Domain, 'key'> & { readonly key?: number }

/** What the operator allows a domain, beside what its owner chooses (`userChosenLimit`). */
export interface Plan {
  /** Milliseconds since 1970 from which on no new subname is issued, `null` for no end. */
  readonly expiresAt: number | null
  /** How many subnames the domain may have, `null` for any number. */
  readonly maxNames: number | null
}

/** What may change in a plan; absent: stays. */
export type PlanChanges = { readonly [Part in keyof Plan]?: Plan[Part] | undefined }

/** The plan of a domain for which the operator set none. */
export const unlimitedPlan: Plan = { expiresAt: null, maxNames: null }
