import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'
import type { Records } from '../ens/stored-records.ts'
import type { Branding } from './branding.ts'
import type { FormerGateway } from './former-gateway.ts'

export interface Domain {
  /** Internal key. */
  readonly key: number
  readonly id: string
  readonly workspaceId: string
  readonly resolverId: string
  readonly chainId: ChainId
  readonly name: EnsName
  readonly node: Hex
  /** `null`: unlimited. */
  readonly userChosenLimit: number | null
  /** Whether the operator blocked it or a domain above it. */
  readonly isBlocked: boolean
  /** The operator's words to its owner, of the nearest block at or above it; `null`: none, or not blocked. */
  readonly blockReason: string | null
  /** Changed by `changeSubnameCount` and `decrementSubnameCount` only. */
  readonly subnameCount: number
  /** Changed by these two and `claimSubname`. */
  readonly claimedCount: number
  /** Origins of accepted messages; `null`: any. */
  readonly allowedOrigins: readonly string[] | null
  /** `null` if unknown. */
  readonly onchainResolver: Hex | null
  /** Proved control on chain at onboarding; `null` without a proof. */
  readonly controller: Hex | null
  readonly plan: Plan
  /** Of its policy; 0: the default. A name is issued under the version that was checked. */
  readonly policyVersion: number
  readonly records: Records
  readonly branding: Branding
  /** Seconds for which shared caches may keep a response to a lookup, up to `maxSharedMaxAge`; `null`: never. */
  readonly sharedMaxAge: number | null
  /** `null`: none. */
  readonly formerGateway: FormerGateway | null
  /** Starts at 1; incremented with the records and the branding. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
  /** `null` while in use. A deleted domain is kept with its subnames until purged. */
  readonly deletedAt: number | null
}

/** As long as a lookup may be stale while the database is down: a removed name is seen by the next block or five. */
export const maxSharedMaxAge = 60

export type NewDomain = Omit<Domain, 'key'> & { readonly key?: number }

/** The operator's limits, in addition to the owner's `userChosenLimit`. */
export interface Plan {
  /** Milliseconds since 1970 after which no subname is issued; `null`: never. */
  readonly expiresAt: number | null
  /** `null`: unlimited. */
  readonly maxNames: number | null
}

/** Absent parts are unchanged. */
export type PlanChanges = { readonly [Part in keyof Plan]?: Plan[Part] | undefined }

export const unlimitedPlan: Plan = { expiresAt: null, maxNames: null }
