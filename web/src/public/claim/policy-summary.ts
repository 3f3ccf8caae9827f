/** What a visitor may know of a domain's policy. */
export interface PolicySummary {
  readonly claims: 'closed' | 'open'
  readonly opensAt: string | null
  readonly closesAt: string | null
  readonly minLength: number
  readonly maxLength: number
  readonly characters: 'letters-and-digits' | 'any'
  readonly namesPerWallet: number | null
  readonly isAllowListed: boolean
  readonly needsApproval: boolean
  readonly tokenGate: {
    readonly chainId: number
    readonly standard: string
    readonly contract: string
    readonly minimum: string
  } | null
}
