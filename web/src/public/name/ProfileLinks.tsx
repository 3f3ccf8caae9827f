import { Icon, type IconName } from '../../ui/Icon.tsx'
import { webLink } from '../../ui/web-link.ts'
import type { Name } from '../page-data.ts'
import { isEmail } from './record-warning.ts'
import { textOf } from './records.ts'

export function ProfileLinks({ name }: { readonly name: Name }) {
  const links = linkKeys.flatMap(({ key, title, icon, url }) => {
    const value = textOf(name, key)
    if (value === undefined) return []
    const isMail = icon === 'mail' && isEmail(value)
    return [{ key, title, icon, value, href: isMail ? `mailto:${value}` : webLink(url ? url(value) : value) }]
  })
  if (links.length === 0) return null
  return (
    <ul aria-label="Links" className="mt-6 flex flex-wrap gap-x-6 gap-y-3">
      {links.map(({ key, title, icon, value, href }) => (
        <li key={key} className="flex min-h-6 max-w-full items-center gap-2">
          <Icon name={icon} />
          <span className="text-soft text-sm">{title}</span>
          {href ? (
            <a
              href={href}
              rel="noopener noreferrer nofollow ugc me"
              className="name-breaks underline underline-offset-4"
            >
              {value}
            </a>
          ) : (
            <span className="name-breaks">{value}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Text records that a profile shows as links (ENSIP-5, ENSIP-18). */
interface LinkKey {
  readonly key: string
  readonly title: string
  readonly icon: IconName
  /** The URL of a value; absent: the value is one. */
  readonly url?: (value: string) => string
}

const handleOf = (value: string) => encodeURIComponent(value.trim().replace(/^@/, ''))

const linkKeys: readonly LinkKey[] = [
  { key: 'url', title: 'Website', icon: 'globe' },
  { key: 'email', title: 'Email', icon: 'mail' },
  { key: 'com.twitter', title: 'X', icon: 'x', url: (value) => `https://x.com/${handleOf(value)}` },
  {
    key: 'com.github',
    title: 'GitHub',
    icon: 'branch',
    url: (value) => `https://github.com/${handleOf(value)}`,
  },
  {
    key: 'org.telegram',
    title: 'Telegram',
    icon: 'plane',
    url: (value) => `https://t.me/${handleOf(value)}`,
  },
  { key: 'com.discord', title: 'Discord', icon: 'bubble' },
  {
    key: 'xyz.farcaster',
    title: 'Farcaster',
    icon: 'arch',
    url: (value) => `https://farcaster.xyz/${handleOf(value)}`,
  },
  {
    key: 'com.linkedin',
    title: 'LinkedIn',
    icon: 'profile',
    url: (value) => `https://www.linkedin.com/in/${handleOf(value)}`,
  },
]
