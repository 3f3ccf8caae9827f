import { t } from '../../text/messages.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { PageIcon } from '../../ui/PageIcon.tsx'
import type { Name } from '../page-data.ts'
import { profileLinks } from './profile-links.ts'

export function ProfileLinks({ name }: { readonly name: Name }) {
  const links = profileLinks(name)
  if (links.length === 0) return null
  return (
    <ul aria-label={t('name.links')} className="mt-5 flex flex-wrap gap-2">
      {links.map(({ key, title, icon, text, href }) => (
        <li key={key} className="max-w-full">
          <Chip title={title} icon={icon} text={text} href={href} />
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
      <PageIcon name={icon} />
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
