/** How often something was done by somebody, which `id` names together, until `expiresAt`. Then it begins anew. */
export interface RateCount {
  readonly id: string
  readonly count: number
  readonly expiresAt: number
}
