import { ApiError } from '../../api/api-error.ts'
import { normalizeName } from '../normalize-name.ts'
import { type Availability, askAvailability } from './ask-availability.ts'
import type { OpenInvitation } from './invitation.ts'

/** Whether a label can be claimed. `name` is normalized. */
export type LabelAvailability =
  | { readonly kind: 'free'; readonly name: string }
  /** Reserved for the wallet. */
  | { readonly kind: 'kept'; readonly name: string }
  /** Reserved, perhaps for the visitor, whose wallet is not connected. */
  | { readonly kind: 'reserved'; readonly name: string; readonly suggestions: readonly string[] }
  | { readonly kind: 'taken'; readonly name: string; readonly suggestions: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string; readonly suggestions: readonly string[] }
  /** The request got no response. */
  | { readonly kind: 'failed'; readonly reason: string }

interface LabelQuestion {
  readonly label: string
  readonly domain: string
  readonly chainId: number
  /** Of the connected wallet. */
  readonly address: string | undefined
  readonly invitation: OpenInvitation | undefined
  readonly signal: AbortSignal
}

export async function checkLabel({
  label,
  domain,
  chainId,
  address,
  invitation,
  signal,
}: LabelQuestion): Promise<LabelAvailability> {
  if (label.includes('.')) return refuse('A name has no dot.')
  const name = await normalizeName(`${label}.${domain}`)
  if (name === undefined) return refuse('A character of it cannot be in a name, such as a space or a symbol.')
  try {
    if (invitation) return await checkInvited(name, { domain, chainId, address, invitation })
    const found = toAvailability(name, await askAvailability(name, { chainId, signal }))
    if (!address || found.kind !== 'reserved') return found
    const { checkClaim } = await import('./claim.ts')
    const { outcome } = await checkClaim(address, { name, domain, chainId })
    return outcome === 'refused'
      ? refuse('It is reserved for another wallet than yours.', found.suggestions)
      : { kind: 'kept', name }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return refuse(error.message)
    return {
      kind: 'failed',
      reason: navigator.onLine
        ? 'The server did not respond. Press the button to check it again.'
        : 'You are offline. The name is checked as soon as you are back.',
    }
  }
}

/** By the rules of an invitation link, which are others than those of the domain. */
async function checkInvited(
  name: string,
  { address, ...question }: Pick<LabelQuestion, 'domain' | 'chainId' | 'address' | 'invitation'>,
): Promise<LabelAvailability> {
  const { checkClaim } = await import('./claim.ts')
  const { outcome, rule, reason } = await checkClaim(address, { name, ...question })
  if (outcome !== 'refused') return { kind: 'free', name }
  if (rule === 'taken') return { kind: 'taken', name, suggestions: [] }
  return refuse(reason ?? 'The owner of the domain does not allow it.')
}

function refuse(reason: string, suggestions: readonly string[] = []): LabelAvailability {
  return { kind: 'refused', reason, suggestions }
}

function toAvailability(
  name: string,
  { isAvailable, rule, reason, state, suggestions = [] }: Availability,
): LabelAvailability {
  if (isAvailable) return { kind: 'free', name }
  if (state === 'reserved') return { kind: 'reserved', name, suggestions }
  if (!rule || rule === 'taken') return { kind: 'taken', name, suggestions }
  return refuse(reason ?? 'The owner of the domain does not allow it.', suggestions)
}
