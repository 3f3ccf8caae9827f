import { Icon } from '../../ui/Icon.tsx'
import { webLink } from '../../ui/web-link.ts'
import type { Name } from '../page-data.ts'
import { linkKeys } from './profile-keys.ts'
import { textOf } from './records.ts'

export function ProfileLinks({ name }: { readonly name: Name }) {
  const links = linkKeys.flatMap(({ key, title, icon, url }) => {
    const value = textOf(name, key)
    if (value === undefined) return []
    // An address with a query could fill in a message.
    const isMail = icon === 'mail' && /^[^\s?&]+@[^\s?&]+$/.test(value)
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
