import { type MessageKey, t } from '../../text/messages.ts'
import type { VisitorPolicy } from '../page-data.ts'
import type { OpenInvitation } from './check-invitation.ts'
import { explainRule } from './explain-rule.ts'
import type { LabelAvailability } from './label-availability.ts'

interface WalletQuestion {
  /** Normalized. */
  readonly name: string
  readonly domain: string
  readonly chainId: number
  readonly policy: VisitorPolicy
  /** Of the connected wallet. */
  readonly address: string | undefined
  readonly invitation: OpenInvitation | undefined
}

/** For the wallet; of a label that a passkey holds, for that passkey, which may be the visitor's. */
async function check({ address, ...question }: WalletQuestion) {
  // Not shared with what signs: the element for other sites would load that first.
  const { checkClaim } = await import('./claim.ts')
  const found = await checkClaim(address, question)
  const { sealed } = found
  const passkey = sealed?.passkey ?? null
  const verdict = passkey === null ? found : await checkClaim(passkey, question)
  return {
    ...verdict,
    suggestions: verdict.suggestions ?? [],
    isKnown: passkey !== null || address !== undefined,
  }
}

/** A label that is reserved, for the wallet or for others; `isSealed`: a passkey may hold it, which no wallet shows. */
export async function checkReserved(
  question: WalletQuestion,
  reserved: LabelAvailability,
  isSealed: boolean,
): Promise<LabelAvailability> {
  const { name, policy, address } = question
  if (address === undefined && !isSealed) return reserved
  const { outcome, rule, sealed, suggestions, isKnown } = await check(question)
  if (!isKnown) return reserved
  if (outcome !== 'refused') return { kind: 'kept', name, ...(sealed && { seal: sealed }) }
  const isForOther = !sealed || rule === 'reserved' || rule === 'taken'
  return {
    kind: 'refused',
    suggestions,
    reason: isForOther ? t('claim.not-for-you') : explainRule(rule, policy),
  }
}

/** By the rules of an invitation link, which are others than those of the domain. */
export async function checkInvited(
  question: WalletQuestion,
  problem: MessageKey | undefined,
): Promise<LabelAvailability> {
  const { name, policy } = question
  const { outcome, rule, sealed, suggestions, isKnown } = await check(question)
  if (outcome !== 'refused') return sealed ? { kind: 'kept', name, seal: sealed } : { kind: 'free', name }
  if (rule === 'taken') return { kind: 'taken', name, suggestions }
  if (sealed && rule === 'reserved')
    return isKnown
      ? { kind: 'refused', suggestions, reason: t('claim.not-for-you') }
      : { kind: 'reserved', name, suggestions }
  const reason = problem ? t(problem) : explainRule(rule, policy)
  return { kind: 'refused', suggestions, reason }
}

export function refuseByRule(
  rule: string | null | undefined,
  policy: VisitorPolicy,
  suggestions: readonly string[],
): LabelAvailability {
  return { kind: 'refused', suggestions, reason: explainRule(rule, policy) }
}
