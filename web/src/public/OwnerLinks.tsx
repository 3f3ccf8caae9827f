import { webLink } from '../ui/web-link.ts'
import type { DomainPage } from './page-data.ts'

interface OwnerLinksProps extends Pick<DomainPage['branding'], 'links'> {
  /** Of the list, the room around it. */
  readonly className: string
}

/** Links of the owner of a domain. */
export function OwnerLinks({ links, className }: OwnerLinksProps) {
  const safe = links.flatMap(({ title, url }) => {
    const href = webLink(url)
    return href ? [{ title, href }] : []
  })
  if (safe.length === 0) return null
  return (
    <ul className={`flex flex-wrap gap-x-6 gap-y-2 text-sm ${className}`}>
      {safe.map(({ title, href }) => (
        <li key={`${title} ${href}`}>
          <a
            href={href}
            rel="noopener noreferrer nofollow ugc"
            className="name-breaks text-soft hover:text-ink inline-flex min-h-6 items-center underline underline-offset-4"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
