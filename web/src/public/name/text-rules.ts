import type { MessageKey } from '../../text/messages.ts'
import { webLink } from '../../ui/web-link.ts'

/** Why a text cannot be saved here; undefined for one that can. What is stored already may be left as it is. */
export function textProblem(key: string, value: string): MessageKey | undefined {
  return isLinkKey(key) && value.trim() !== '' && !linkOf(value) ? 'edit.bad-url' : undefined
}

/** Why a text will not be a link of the profile; undefined for one that will, and for others. It can be saved all the same. */
export function textWarning(key: string, value: string): MessageKey | undefined {
  return key === 'email' && value.trim() !== '' && !isEmail(value.trim()) ? 'edit.bad-email' : undefined
}

function isLinkKey(key: string): boolean {
  return key === 'url' || key.startsWith('agent-endpoint[')
}

/** The URL of a text that is one with `http:`, `https:` or `mailto:`; no other scheme becomes a link. */
export function linkOf(text: string): string | undefined {
  const [, address = ''] = /^\s*mailto:(.*?)\s*$/i.exec(text) ?? []
  return isEmail(address) ? `mailto:${address}` : webLink(text)
}

const hostAndPath = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u

/** With `https://`, when a link is typed from its host on. */
export function completeLink(key: string, text: string): string {
  const trimmed = text.trim()
  return isLinkKey(key) && hostAndPath.test(trimmed) ? `https://${trimmed}` : text
}

/** Loosely; an address with a query could fill in a message. */
export function isEmail(text: string): boolean {
  return /^[^\s?&@]+@[^\s?&@]+$/.test(text)
}
