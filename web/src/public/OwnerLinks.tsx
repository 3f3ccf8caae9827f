import { Mail } from 'lucide-react'
import { webLink } from '../ui/web-link.ts'
import type { DomainPage } from './page-data.ts'

interface OwnerLinksProps extends Pick<DomainPage['branding'], 'links'> {
  /** Of the list, the room around it. */
  readonly className: string
}

/** Links of the owner of a domain. */
export function OwnerLinks({ links, className }: OwnerLinksProps) {
  const safe = links.flatMap(({ title, url }) => {
    const isMail = /^mailto:[^\s?&]+$/.test(url)
    const href = isMail ? url : webLink(url)
    return href ? [{ title, href, isMail }] : []
  })
  if (safe.length === 0) return null
  return (
    <ul className={`flex flex-wrap gap-x-6 gap-y-2 text-sm ${className}`}>
      {safe.map(({ title, href, isMail }) => (
        <li key={`${title} ${href}`}>
          <a
            href={href}
            rel="noopener noreferrer nofollow ugc"
            className="name-breaks text-soft hover:text-ink inline-flex min-h-6 items-center gap-1.5 underline underline-offset-4"
          >
            {isMail && <Mail aria-hidden className="size-4 shrink-0" />}
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
