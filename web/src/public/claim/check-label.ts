import { ApiError } from '../../api/api-error.ts'
import { type MessageKey, t } from '../../text/messages.ts'
import { normalizeName } from '../normalize-name.ts'
import type { VisitorPolicy } from '../page-data.ts'
import { type Availability, askAvailability } from './ask-availability.ts'
import type { OpenInvitation } from './check-invitation.ts'

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
  readonly policy: VisitorPolicy
  /** Of the connected wallet. */
  readonly address: string | undefined
  readonly invitation: OpenInvitation | undefined
  readonly signal: AbortSignal
}

export async function checkLabel({
  label,
  domain,
  chainId,
  policy,
  address,
  invitation,
  signal,
}: LabelQuestion): Promise<LabelAvailability> {
  try {
    // A dot parts words as a space does.
    const text = label.replaceAll('.', ' ')
    const normal = await normalizeName(`${label}.${domain}`)
    const problem = text !== label ? 'dot' : 'problem' in normal ? normal.problem : undefined
    const name = 'name' in normal && !problem ? normal.name : `${text}.${domain}`
    if (invitation) return await checkInvited(name, problem, { domain, chainId, policy, address, invitation })
    if (problem) {
      const { suggestions } = await askAvailability(name, { chainId, signal })
      return refuse(t(problemMessages[problem]), suggestions)
    }
    const found = toAvailability(name, policy, await askAvailability(name, { chainId, signal }))
    if (!address || found.kind !== 'reserved') return found
    const { checkClaim } = await import('./claim.ts')
    const { outcome, suggestions } = await checkClaim(address, { name, domain, chainId })
    return outcome === 'refused' ? refuse(t('claim.not-for-you'), suggestions) : { kind: 'kept', name }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ApiError && error.status < 500 && error.status !== 429)
      return refuse(t(error.name === 'InvalidNameException' ? 'claim.bad-character' : 'claim.not-allowed'))
    return {
      kind: 'failed',
      reason: navigator.onLine ? t('claim.no-response') : t('claim.offline'),
    }
  }
}

const problemMessages = {
  dot: 'claim.has-dot',
  mixed: 'claim.mixed-alphabets',
  character: 'claim.bad-character',
} as const

/** By the rules of an invitation link, which are others than those of the domain. */
async function checkInvited(
  name: string,
  problem: keyof typeof problemMessages | undefined,
  { address, policy, ...question }: Omit<LabelQuestion, 'label' | 'signal'>,
): Promise<LabelAvailability> {
  const { checkClaim } = await import('./claim.ts')
  const { outcome, rule, suggestions = [] } = await checkClaim(address, { name, ...question })
  if (outcome !== 'refused') return { kind: 'free', name }
  if (rule === 'taken') return { kind: 'taken', name, suggestions }
  return refuse(problem ? t(problemMessages[problem]) : explainRule(rule, policy), suggestions)
}

/** In words for members, and not the sentence of the service, which is for programs. */
export function explainRule(
  rule: string | null | undefined,
  { minLength, maxLength, characters }: VisitorPolicy,
): string {
  const isNoName = rule === 'characters' && characters === 'any'
  const key = isNoName ? problemMessages.character : ruleMessages[rule ?? '']
  return t(key ?? 'claim.not-allowed', { min: minLength, max: maxLength })
}

const ruleMessages: Readonly<Record<string, MessageKey>> = {
  closed: 'claim.closed',
  'not-open-yet': 'claim.not-open-yet',
  over: 'claim.over',
  'too-short': 'rule.too-short',
  'too-long': 'rule.too-long',
  characters: 'rule.characters',
  profanity: 'rule.blocked',
  blocked: 'rule.blocked',
  reserved: 'rule.reserved',
  pending: 'rule.pending',
  'look-alike': 'rule.look-alike',
  waiting: 'rule.waiting',
  full: 'claim.full',
  'names-per-wallet': 'rule.names-per-wallet',
  'allow-list': 'claim.allow-listed',
  'token-used': 'rule.token-used',
  token: 'rule.token',
}

function refuse(reason: string, suggestions: readonly string[] = []): LabelAvailability {
  return { kind: 'refused', reason, suggestions }
}

function toAvailability(
  name: string,
  policy: VisitorPolicy,
  { isAvailable, rule, state, suggestions = [] }: Availability,
): LabelAvailability {
  if (isAvailable) return { kind: 'free', name }
  if (state === 'reserved') return { kind: 'reserved', name, suggestions }
  if (!rule || rule === 'taken') return { kind: 'taken', name, suggestions }
  return refuse(explainRule(rule, policy), suggestions)
}
