import type { DomainPage } from '../public/page-data.ts'

/** A claim that was made at this site and waited for approval. */
export interface KeptClaim {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly chainId: number
  /** Whether the service tells outcomes. */
  readonly canFollow: boolean
}

/** In the storage of the site, beside its own. */
const storageKey = 'byname-claims'
const maxClaims = 10

/** The newest of the domain. */
export function keptClaim({ name, chainId }: Pick<DomainPage, 'name' | 'chainId'>): KeptClaim | undefined {
  return readAll().find((claim) => claim.domain === name && claim.chainId === chainId)
}

export function keepClaim(claim: KeptClaim): void {
  store([claim, ...readAll().filter(({ id }) => id !== claim.id)].slice(0, maxClaims))
}

export function forgetClaim(id: string): void {
  store(readAll().filter((claim) => claim.id !== id))
}

/** The newest first. Empty where the site allows no storage. */
function readAll(): readonly KeptClaim[] {
  try {
    const claims: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return Array.isArray(claims) ? claims.filter(isKeptClaim) : []
  } catch {
    return []
  }
}

/** Scripts of the site may write there too. */
function isKeptClaim(value: Partial<KeptClaim> | null): value is KeptClaim {
  return typeof value?.id === 'string' && typeof value.name === 'string'
}

function store(claims: readonly KeptClaim[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(claims))
  } catch {
    // It is shown until the page is left.
  }
}
