import { webhookHeaders } from '../webhook/message.ts'
import type { AlertTarget } from './target.ts'
import { type AlertSurroundings, alertJson, alertText, type OutgoingAlert } from './text.ts'

export interface AlertRequest {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Signing {
  /** Standard Webhooks. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Of a target that is no address. */
export function alertRequest(
  { kind, url }: AlertTarget & { readonly kind: Exclude<AlertTarget['kind'], 'mail'> },
  alert: OutgoingAlert,
  surroundings: AlertSurroundings,
  { secret, now }: Signing,
): AlertRequest {
  if (kind === 'webhook') {
    const body = alertJson(alert, surroundings)
    const timestamp = Math.floor(now / 1000)
    return { url, body, headers: webhookHeaders({ id: alert.id, timestamp, body }, [secret]) }
  }
  const { text } = alertText(alert, kind, surroundings)
  if (kind === 'slack') return { url, body: JSON.stringify({ text, unfurl_links: false }), headers: {} }
  if (kind === 'discord') {
    // 4: no embeds of links (SUPPRESS_EMBEDS).
    const body = JSON.stringify({ content: text, allowed_mentions: { parse: [] }, flags: 4 })
    return { url, body, headers: {} }
  }
  const { origin, pathname, searchParams } = new URL(url)
  const chat = { chat_id: searchParams.get('chat_id') }
  const body = JSON.stringify({ ...chat, text, link_preview_options: { is_disabled: true } })
  return { url: `${origin}${pathname}`, body, headers: {} }
}

const maxResponseCharacters = 120

/**
 * The first words of a response to a service whose own they are, such as `chat not found`, without what the URL keeps
 * secret; undefined: none.
 */
export function explainResponse({ kind, url }: AlertTarget, body: string): string | undefined {
  if (kind === 'webhook' || kind === 'mail') return undefined
  const { pathname, search } = new URL(url)
  const secrets = `${pathname}${search}`.split(/[/?&=:]/).filter((part) => part.length >= 8)
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), body)
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return plain === '' ? undefined : plain.slice(0, maxResponseCharacters)
}
