import { ApiError } from '../../api/api-error.ts'
import { importPart } from '../../api/import-part.ts'
import { t } from '../../text/messages.ts'
import { normalizeName } from '../normalize-name.ts'
import type { VisitorPolicy } from '../page-data.ts'
import { askAvailability } from './ask-availability.ts'
import type { OpenInvitation } from './check-invitation.ts'
import type { LabelAvailability } from './label-availability.ts'

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

/** What few labels need. */
const checking = () => importPart(() => import('./check-refused.ts'))

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
    const question = { name, domain, chainId, policy, address, invitation }
    if (invitation)
      return await (await checking()).checkInvited(question, problem && problemMessages[problem])
    if (problem) {
      const { suggestions } = await askAvailability(name, { chainId, signal })
      return refuse(t(problemMessages[problem]), suggestions)
    }
    const { isAvailable, rule, state, suggestions = [] } = await askAvailability(name, { chainId, signal })
    if (isAvailable) return { kind: 'free', name }
    if (state !== 'reserved' && (!rule || rule === 'taken')) return { kind: 'taken', name, suggestions }
    const { checkReserved, refuseByRule } = await checking()
    return state === 'reserved'
      ? await checkReserved(question, { kind: 'reserved', name, suggestions }, rule === 'reserved')
      : refuseByRule(rule, policy, suggestions)
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

/** Of a text that is no label, whatever the policy says. */
const problemMessages = {
  dot: 'claim.has-dot',
  mixed: 'claim.mixed-alphabets',
  character: 'claim.bad-character',
} as const

function refuse(reason: string, suggestions: readonly string[] = []): LabelAvailability {
  return { kind: 'refused', reason, suggestions }
}
