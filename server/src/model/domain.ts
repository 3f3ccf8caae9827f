import type { Hex } from 'viem'
import type { Records } from '../ens/records.ts'

/** An onboarded name below which subnames are issued. */
export interface Domain {
  /** The key inside the store; not public. */
  readonly key: number
  readonly id: string
  readonly workspaceId: string
  readonly resolverId: string
  readonly chainId: number
  readonly name: string
  readonly node: Hex
  /** Maximum number of subnames set by its owner, `null` for unlimited. */
  readonly userChosenLimit: number | null
  /** Whether the operator blocked it or a domain above it. */
  readonly isBlocked: boolean
  /** Changed by `incrementSubnameCount` and `decrementSubnameCount` only. */
  readonly subnameCount: number
  /** The number of claimed ones. Changed by these two and by `claimSubname`. */
  readonly claimedCount: number
  /** Allowed origins of messages, `null` for all. */
  readonly allowedOrigins: readonly string[] | null
  /** The last known resolver on chain, `null` if unknown. */
  readonly onchainResolver: Hex | null
  /** The address that proved control on chain when its workspace onboarded it, `null` without a proof. */
  readonly controller: Hex | null
  readonly plan: Plan
  /** The records of the domain itself. */
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

/** The operator's limits of a domain, beside its owner's (`userChosenLimit`). */
export interface Plan {
  /** Milliseconds since 1970 after which no new subname is issued, `null` for no end. */
  readonly expiresAt: number | null
  /** Maximum number of subnames, `null` for unlimited. */
  readonly maxNames: number | null
}

/** Changes of a plan; absent parts stay. */
export type PlanChanges = { readonly [Part in keyof Plan]?: Plan[Part] | undefined }

/** The default plan. */
export const unlimitedPlan: Plan = { expiresAt: null, maxNames: null }
