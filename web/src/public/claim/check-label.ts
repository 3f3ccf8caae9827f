import { ApiError } from '../../api/api-error.ts'
import { normalizeName } from '../normalize-name.ts'
import { type Availability, askAvailability } from './ask-availability.ts'

/** Whether a label can be claimed. `name` is normalized. */
export type LabelAnswer =
  | { readonly kind: 'free'; readonly name: string }
  /** Reserved for the wallet. */
  | { readonly kind: 'kept'; readonly name: string }
  | { readonly kind: 'taken'; readonly name: string }
  /** With `name`: it may be reserved for the visitor. */
  | { readonly kind: 'refused'; readonly reason: string; readonly name?: string }
  | { readonly kind: 'failed'; readonly reason: string }

interface LabelQuestion {
  readonly label: string
  readonly domain: string
  readonly chainId: number
  /** Of the connected wallet. */
  readonly address: string | undefined
  readonly signal: AbortSignal
}

/** Whether the answer may be another one for a wallet that is invited. */
export function mayBeKept({ kind, ...answer }: { readonly kind: string; readonly name?: string }): boolean {
  return (kind === 'taken' || kind === 'refused') && answer.name !== undefined
}

export async function checkLabel({
  label,
  domain,
  chainId,
  address,
  signal,
}: LabelQuestion): Promise<LabelAnswer> {
  if (label.includes('.')) return { kind: 'refused', reason: 'A name has no dot.' }
  const name = await normalizeName(`${label}.${domain}`)
  if (name === undefined)
    return { kind: 'refused', reason: 'A character of it cannot be in a name, such as a space or a symbol.' }
  try {
    const found = toAnswer(name, await askAvailability(name, { chainId, signal }))
    if (!address || !mayBeKept(found)) return found
    const { checkClaim } = await import('./claim.ts')
    const { outcome } = await checkClaim(address, { name, domain, chainId })
    return outcome === 'refused' ? found : { kind: 'kept', name }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ApiError && error.status < 500 && error.status !== 429)
      return { kind: 'refused', reason: error.message }
    return { kind: 'failed', reason: 'No answer. Check your connection; you can still try to claim it.' }
  }
}

function toAnswer(name: string, { isAvailable, rule, reason }: Availability): LabelAnswer {
  if (isAvailable) return { kind: 'free', name }
  if (!rule || rule === 'taken') return { kind: 'taken', name }
  const refused = { kind: 'refused', reason: reason ?? 'The owner of the domain does not allow it.' } as const
  return rule === 'reserved' ? { ...refused, name } : refused
}
