import { type MessageKey, t } from '../../text/messages.ts'
import type { VisitorPolicy } from '../page-data.ts'

/** In words for members, and not the sentence of the service, which is for programs. */
export function explainRule(
  rule: string | null | undefined,
  { minLength, maxLength, characters }: VisitorPolicy,
): string {
  const isNoName = rule === 'characters' && characters === 'any'
  const key = isNoName ? 'claim.bad-character' : ruleMessages[rule ?? '']
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
