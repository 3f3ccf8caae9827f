import { t } from '../../text/messages.ts'
import { shortAddress } from '../../ui/short-address.ts'
import type { VisitorPolicy } from '../page-data.ts'

/** The rules of the owner, before anything is typed. */
export function labelHint({ minLength, maxLength, characters }: VisitorPolicy): string {
  const hasMin = minLength > 1
  const hasMax = maxLength < 63
  return t('claim.hint', {
    kinds: characters === 'letters-and-digits' ? 'ascii' : 'all',
    length: hasMin && hasMax ? 'both' : hasMin ? 'min' : hasMax ? 'max' : 'any',
    min: minLength,
    max: maxLength,
  })
}

/** What a claim needs beyond a free name, a sentence each. An invitation link lifts what the owner asks of others. */
export function claimConditions(policy: VisitorPolicy, isInvited: boolean): readonly string[] {
  const { needsApproval, isAllowListed, namesPerWallet, tokenGate } = policy
  return [
    !isInvited && needsApproval && t('claim.needs-approval'),
    !isInvited && isAllowListed && t('claim.allow-listed'),
    namesPerWallet !== null && t('claim.names-per-wallet', { count: namesPerWallet }),
    !isInvited &&
      tokenGate &&
      t('claim.token', { standard: tokenGate.standard, contract: shortAddress(tokenGate.contract) }),
    !isInvited && tokenGate?.isOncePerToken && t('claim.token-once'),
  ].filter((line) => typeof line === 'string')
}
