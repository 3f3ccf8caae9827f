import { ApiError } from '../../api/api-error.ts'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import { normalizeName } from '../normalize-name.ts'

/** Whether a label can be claimed. `name` is normalized. */
export type LabelAnswer =
  | { readonly kind: 'free'; readonly name: string }
  | { readonly kind: 'taken'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

interface LabelQuestion {
  readonly label: string
  readonly domain: string
  readonly chainId: number
  readonly signal: AbortSignal
}

export async function checkLabel({ label, domain, chainId, signal }: LabelQuestion): Promise<LabelAnswer> {
  if (label.includes('.')) return { kind: 'refused', reason: 'A name has no dot.' }
  const name = await normalizeName(`${label}.${domain}`)
  if (name === undefined)
    return { kind: 'refused', reason: 'A character of it cannot be in a name, such as a space or a symbol.' }
  try {
    const query = { subname: name, chainId: chainIdOf(chainId) }
    const answer = await unwrap(api.GET('/ens/v1/subname/available', { params: { query }, signal }))
    return toAnswer(name, answer)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ApiError && error.status < 500 && error.status !== 429)
      return { kind: 'refused', reason: error.message }
    return { kind: 'failed', reason: 'No answer. Check your connection; you can still try to claim it.' }
  }
}

interface Availability {
  readonly isAvailable: boolean
  readonly rule?: string | null
  readonly reason?: string | null
}

function toAnswer(name: string, { isAvailable, rule, reason }: Availability): LabelAnswer {
  if (isAvailable) return { kind: 'free', name }
  if (!rule || rule === 'taken') return { kind: 'taken', name }
  return { kind: 'refused', reason: reason ?? 'The owner of the domain does not allow it.' }
}
