import { useLayoutEffect } from 'react'
import { serviceOrigin } from '../api/service-origin.ts'
import { profileLinks } from '../public/name/profile-links.ts'
import { textOf } from '../public/name/records.ts'
import type { Name } from '../public/page-data.ts'
import { t } from '../text/messages.ts'
import { Icon } from '../ui/Icon.tsx'
import { NameTitle } from '../ui/NameTitle.tsx'
import type { Host } from './element-access.ts'
import { Picture } from './Picture.tsx'
import { Failed, Placeholder } from './parts.tsx'
import { type Branded, pageUrl, readName } from './read-service.ts'
import { useLoaded } from './use-loaded.ts'

export interface NameCardProps {
  readonly host: Host
  readonly name: string
  readonly chainId: number | undefined
}

/** As on its profile, to which it leads. */
export function NameCard({ host, name, chainId }: NameCardProps) {
  const loaded = useLoaded(`${name} ${chainId}`, () => readName(name, chainId))
  const accent = loaded.kind === 'loaded' ? loaded.value.accent : undefined
  useLayoutEffect(() => host.setAccent(accent), [host, accent])
  if (loaded.kind === 'loading') return <Placeholder />
  if (loaded.kind === 'failed')
    return (
      <Failed
        host={host}
        title={t('embed.name-not-loaded')}
        lastingTitle={t('embed.name-unavailable')}
        error={loaded.error}
        retry={loaded.retry}
      />
    )
  return <Profile name={loaded.value.value} color={loaded.value.color} />
}

interface ProfileProps {
  readonly name: Name
  readonly color: Branded<Name>['color']
}

function Profile({ name, color }: ProfileProps) {
  const { ens, chainId, sealed } = name
  const links = profileLinks(name)
  const displayName = textOf(name, 'name')
  const description = textOf(name, 'description')
  const avatar = `${serviceOrigin}/byname/v1/names/${encodeURIComponent(ens)}/avatar?chainId=${chainId}`
  return (
    <article className="profile" aria-label={ens}>
      <div className="head" part="header">
        <Picture
          name={ens}
          accent={color}
          src={textOf(name, 'avatar') === undefined ? null : avatar}
          size={64}
        />
        <div>
          <p className="title" part="name">
            <a href={pageUrl('n', ens, chainId).href}>
              <NameTitle name={ens} />
            </a>
          </p>
          {displayName && (
            <p dir="auto" className="soft">
              {displayName}
            </p>
          )}
        </div>
      </div>
      {description && (
        <p dir="auto" className="words">
          {description}
        </p>
      )}
      {sealed && (
        <p className="words" part="seal">
          <strong className={sealed.state === 'signed' ? 'good' : 'warn'}>{t('seal')}</strong>{' '}
          {t(`seal.${sealed.state}`)}
        </p>
      )}
      {links.length > 0 && (
        <ul className="chips" aria-label={t('name.links')}>
          {links.map(({ key, title, icon, text, href }) => (
            <li key={key}>
              {href ? (
                <a
                  className="chip"
                  part="link"
                  href={href}
                  title={title}
                  rel="noopener noreferrer nofollow ugc"
                >
                  <Icon name={icon} />
                  <span className="unseen">{title}: </span>
                  <bdi>{text}</bdi>
                </a>
              ) : (
                <span className="chip" title={title}>
                  <Icon name={icon} />
                  <span className="unseen">{title}: </span>
                  <bdi>{text}</bdi>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
