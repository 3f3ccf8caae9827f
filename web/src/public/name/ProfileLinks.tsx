import { type MessageKey, t } from '../../text/messages.ts'
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
    return [
      {
        key,
        title: typeof title === 'string' ? title : t(title.message),
        icon,
        value,
        href: isMail ? `mailto:${value}` : webLink(url ? url(value) : value),
      },
    ]
  })
  if (links.length === 0) return null
  return (
    <ul aria-label={t('name.links')} className="mt-5 flex flex-wrap gap-2">
      {links.map(({ key, title, icon, value, href }) => (
        <li key={key} className="max-w-full">
          <Chip title={title} icon={icon} text={key === 'url' && href ? shortUrl(href) : value} href={href} />
        </li>
      ))}
    </ul>
  )
}

interface ChipProps {
  readonly title: string
  readonly icon: IconName
  readonly text: string
  readonly href: string | undefined
}

const chipShape =
  'bg-raised border-line inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border ps-3 pe-4 font-medium shadow-sm transition pointer-coarse:min-h-11'

/** The icon says which service it is; its title is for screen readers, and on hover. */
function Chip({ title, icon, text, href }: ChipProps) {
  const content = (
    <>
      <Icon name={icon} />
      <span className="sr-only">{title}: </span>
      <bdi className="max-w-72 truncate text-sm">{text}</bdi>
    </>
  )
  if (!href)
    return (
      <span title={title} className={chipShape}>
        {content}
      </span>
    )
  return (
    <a
      href={href}
      title={title}
      rel="noopener noreferrer nofollow ugc me"
      className={`${chipShape} hover:bg-hover`}
    >
      {content}
    </a>
  )
}

/** Without the scheme, and without a slash at the end. */
function shortUrl(href: string): string {
  return href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
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

const handleOf = (value: string) => encodeURIComponent(value.trim().replace(/^@/, ''))

const linkKeys: readonly LinkKey[] = [
  { key: 'url', title: { message: 'name.website' }, icon: 'globe' },
  { key: 'email', title: { message: 'name.email' }, icon: 'mail' },
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
  { key: 'location', title: { message: 'name.location' }, icon: 'pin' },
]
