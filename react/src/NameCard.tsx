import type { NameWithEtag } from '@byname/sdk'
import { type ReactElement, type ReactNode, useState } from 'react'
import { type BynameContext, useByname } from './context.ts'
import { explainError } from './errors.ts'
import { NameText } from './NameText.tsx'
import { profileLinks } from './profile-links.ts'
import { type NameOptions, useName } from './use-name.ts'

export interface NameCardProps extends NameOptions {
  readonly name: string
  readonly className?: string | undefined
  /** Draws the name in place of this component: null if it is not issued. */
  readonly children?: ((name: NameWithEtag | null) => ReactNode) | undefined
}

/** Avatar, name, description, links and holder of a name. What its records say is the text of its holder. */
export function NameCard({ name, className, children, initialData }: NameCardProps): ReactElement {
  const { messages } = useByname()
  const { data, error, refetch } = useName(name, { initialData })
  if (children && data !== undefined) return <>{children(data)}</>
  return (
    <article
      className={['byname byname-card', className].filter(Boolean).join(' ')}
      aria-busy={data === undefined && !error}
    >
      {data ? (
        <Profile name={data} />
      ) : (
        <>
          <p className="byname-name">
            <NameText name={name} />
          </p>
          <p className="byname-note" role="status">
            {error ? explainError(error, messages) : data === null ? messages.notIssued : messages.loading}
          </p>
          {error && (
            <button type="button" className="byname-link" onClick={() => void refetch()}>
              {messages.retry}
            </button>
          )}
        </>
      )}
    </article>
  )
}

function Profile({ name }: { readonly name: NameWithEtag }) {
  const context = useByname()
  const { messages } = context
  const { texts } = name.records
  const links = profileLinks(texts)
  return (
    <>
      <Avatar key={name.etag} name={name} context={context} />
      <p className="byname-name">
        <NameText name={name.name} />
      </p>
      {texts['name'] && (
        <p className="byname-display-name" dir="auto">
          {texts['name']}
        </p>
      )}
      {name.state === 'reserved' && <p className="byname-note">{messages.reserved}</p>}
      {name.sealed && (
        <p className="byname-note">
          <strong>{messages.sealed}</strong> {messages.seal[name.sealed.state]}
        </p>
      )}
      {texts['description'] && (
        <p className="byname-description" dir="auto">
          {texts['description']}
        </p>
      )}
      {links.length > 0 && (
        <ul className="byname-links" aria-label={messages.links}>
          {links.map(({ key, text, href }) => (
            <li key={key}>
              <a href={href} rel="noopener noreferrer nofollow ugc">
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
      {name.holder && (
        <p className="byname-holder">
          {messages.holder}{' '}
          <span title={name.holder}>
            {name.holder.slice(0, 6)}…{name.holder.slice(-4)}
          </span>
        </p>
      )}
    </>
  )
}

interface AvatarProps {
  readonly name: NameWithEtag
  readonly context: BynameContext
}

/** Through the service, which re-encodes it; the first letter for a name without one. */
function Avatar({ name, context: { url, chainId } }: AvatarProps) {
  const [hasFailed, setHasFailed] = useState(false)
  if (name.records.texts['avatar'] === undefined || hasFailed)
    return (
      <span className="byname-avatar" aria-hidden="true">
        {[...name.name][0]?.toUpperCase()}
      </span>
    )
  const query = new URLSearchParams({ chainId: `${chainId}`, version: name.etag })
  return (
    <img
      className="byname-avatar"
      src={`${url}/byname/v1/names/${encodeURIComponent(name.name)}/avatar?${query}`}
      alt=""
      onError={() => setHasFailed(true)}
    />
  )
}
