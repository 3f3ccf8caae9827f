import { createHash } from 'node:crypto'

/** Where alerts are sent; a setting. The URL is a secret. */
export interface AlertTarget {
  /** Of its URL: the same in each process. */
  readonly id: string
  readonly kind: 'webhook' | 'mail' | 'slack' | 'discord' | 'telegram'
  /** What may be shown of it: the host, of an address the part after `@`. */
  readonly host: string
  /** Of the request; the address of a mail. */
  readonly url: string
}

/** Kinds that stand before the URL of a service of the same interface, such as `slack+https://chat.example/hooks/…`. */
const kindPrefix = /^(slack|discord|telegram)\+(?=https?:)/

const addressPattern = /^[^\s<>@,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,253}$/i

/** Why a text is no target, without a part of it: it continues a sentence. */
interface TargetProblem {
  readonly problem: string
}

/** `http:` is for receivers in the own network. */
export function parseAlertTarget(text: string): AlertTarget | TargetProblem {
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const mail = /^mailto:(.*)$/s.exec(text)?.[1]
  if (mail !== undefined)
    return addressPattern.test(mail)
      ? { id, kind: 'mail', host: mail.slice(mail.indexOf('@') + 1).toLowerCase(), url: mail }
      : { problem: 'has no e-mail address after mailto:' }
  const prefix = kindPrefix.exec(text)?.[1]
  const url = URL.parse(text.replace(kindPrefix, ''))
  if (!url || !/^https?:$/.test(url.protocol))
    return { problem: 'is neither an https URL nor mailto: and an e-mail address' }
  if (url.username || url.password) return { problem: 'has a user or password in its URL' }
  const kind = kindOf(prefix, url)
  if (kind === 'telegram' && !isTelegramUrl(url))
    return {
      problem:
        'is not https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>, as an alert by Telegram needs it',
    }
  return { id, kind, host: url.host, url: url.href }
}

/** Those of a list that are valid. */
export function validAlertTargets(texts: readonly string[]): readonly AlertTarget[] {
  return texts.flatMap((text) => {
    const parsed = parseAlertTarget(text)
    return 'problem' in parsed ? [] : [parsed]
  })
}

function kindOf(prefix: string | undefined, { hostname, pathname }: URL): AlertTarget['kind'] {
  if (prefix === 'slack' || prefix === 'discord' || prefix === 'telegram') return prefix
  if (hostname === 'api.telegram.org') return 'telegram'
  if (/^hooks\.slack(-gov)?\.com$/.test(hostname)) return 'slack'
  const isDiscord = /^((ptb|canary)\.)?discord(app)?\.com$/.test(hostname)
  return isDiscord && pathname.startsWith('/api/') ? 'discord' : 'webhook'
}

/** As the documentation of the Bot API writes it. */
function isTelegramUrl({ pathname, searchParams }: URL): boolean {
  const chat = searchParams.get('chat_id') ?? ''
  return /^\/bot\d+:[\w-]+\/sendMessage$/.test(pathname) && /^(-?\d{1,20}|@\w{1,64})$/.test(chat)
}
