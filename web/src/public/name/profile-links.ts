import { type MessageKey, t } from '../../text/messages.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { webLink } from '../../ui/web-link.ts'
import type { Name } from '../page-data.ts'
import { textOf } from './records.ts'
import { isEmail, linkOf } from './text-rules.ts'

interface ProfileLink {
  readonly key: string
  /** The service that it leads to. */
  readonly title: string
  readonly icon: IconName
  readonly text: string
  /** Absent: the record holds no address that can be opened. */
  readonly href: string | undefined
}

/** Text records of a name that are shown as links. */
export function profileLinks(name: Name): readonly ProfileLink[] {
  return linkKeys.flatMap(({ key, title, icon, url }) => {
    const value = textOf(name, key)
    if (value === undefined) return []
    const isMail = icon === 'mail' && isEmail(value)
    const href = isMail ? `mailto:${value}` : url ? webLink(url(value)) : linkOf(value)
    return [
      {
        key,
        title: typeof title === 'string' ? title : t(title.message),
        icon,
        text: key === 'url' && href ? shortUrl(href) : value,
        href,
      },
    ]
  })
}

/** Without the scheme, and without a slash at the end. */
function shortUrl(href: string): string {
  return href.replace(/^(https?:\/\/(www\.)?|mailto:)/, '').replace(/\/$/, '')
}

/** Text records that a profile shows as links (ENSIP-5, ENSIP-18). */
interface LinkKey {
  readonly key: string
  /** Of a service, the same in every language, or a message. */
  readonly title: string | { readonly message: MessageKey }
  readonly icon: IconName
  /** The URL of a value; absent: the value is one, or none. */
  readonly url?: (value: string) => string
}

/** The handle of a text that is one, with or without `@`, or the URL of its profile at one of the hosts. */
function handleOf(value: string, hosts: string, folder = ''): string {
  const url = new RegExp(`^(?:https?://)?(?:www\\.)?(?:${hosts})/${folder}([^/?#]+)/?$`, 'i')
  const [, handle = value] = url.exec(value.trim()) ?? []
  return encodeURIComponent(handle.trim().replace(/^@/, ''))
}

export const linkKeys: readonly LinkKey[] = [
  { key: 'url', title: { message: 'name.website' }, icon: 'globe' },
  { key: 'email', title: { message: 'name.email' }, icon: 'mail' },
  {
    key: 'com.twitter',
    title: 'X',
    icon: 'x',
    url: (value) => `https://x.com/${handleOf(value, 'x\\.com|twitter\\.com')}`,
  },
  {
    key: 'com.github',
    title: 'GitHub',
    icon: 'github',
    url: (value) => `https://github.com/${handleOf(value, 'github\\.com')}`,
  },
  {
    key: 'org.telegram',
    title: 'Telegram',
    icon: 'telegram',
    url: (value) => `https://t.me/${handleOf(value, 't\\.me')}`,
  },
  { key: 'com.discord', title: 'Discord', icon: 'discord' },
  {
    key: 'xyz.farcaster',
    title: 'Farcaster',
    icon: 'farcaster',
    url: (value) => `https://farcaster.xyz/${handleOf(value, 'farcaster\\.xyz|warpcast\\.com')}`,
  },
  {
    key: 'com.linkedin',
    title: 'LinkedIn',
    icon: 'profile',
    url: (value) => `https://www.linkedin.com/in/${handleOf(value, 'linkedin\\.com', 'in/')}`,
  },
  { key: 'location', title: { message: 'name.location' }, icon: 'pin' },
]
