import type { MessageKey } from '../../text/messages.ts'
import { webLink } from '../../ui/web-link.ts'

/** Why a text will not be a link of the profile; undefined for one that will, and for others. It can be saved all the same. */
export function recordWarning(key: string, value: string): MessageKey | undefined {
  const text = value.trim()
  if (text === '') return undefined
  if (key === 'url' || key.startsWith('agent-endpoint[')) return webLink(text) ? undefined : 'edit.bad-url'
  if (key === 'email') return isEmail(text) ? undefined : 'edit.bad-email'
  return undefined
}

/** Loosely; an address with a query could fill in a message. */
export function isEmail(text: string): boolean {
  return /^[^\s?&@]+@[^\s?&@]+$/.test(text)
}
