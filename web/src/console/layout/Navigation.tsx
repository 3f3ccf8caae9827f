import { Link } from '@tanstack/react-router'
import { BookOpen, Stethoscope } from 'lucide-react'
import type { Session } from '../session.ts'
import { DomainLinks } from './DomainLinks.tsx'
import { iconShape, linkShape } from './link-shape.ts'
import { NavigationGroup } from './NavigationGroup.tsx'
import type { Place } from './place.ts'
import { ScreenLinks, WorkspaceLinks } from './ScreenLinks.tsx'
import { operatorScreens } from './screens.ts'
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx'

interface NavigationProps {
  readonly place: Place
  readonly session: Session
  /** When a link was used. */
  readonly onChosen: () => void
}

/** One workspace with its domains, one domain with its screens; nothing of the others. */
export function Navigation({ place, session, onChosen }: NavigationProps) {
  const { workspaceId, domain } = place
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <nav
      aria-label="Console"
      className="flex min-h-full flex-col text-sm"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onChosen()
      }}
    >
      <WorkspaceSwitcher place={place} onChosen={onChosen} />
      {workspaceId !== undefined && <DomainLinks place={{ ...place, workspaceId }} />}
      {domain && <ScreenLinks {...domain} />}
      {workspaceId !== undefined && <WorkspaceLinks workspaceId={workspaceId} />}
      {session.isOperator && (
        <NavigationGroup title="Operator">
          {operatorScreens.map(({ title, to, Icon }) => (
            <li key={title}>
              <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={linkShape}>
                <Icon aria-hidden className={iconShape} />
                {title}
              </Link>
            </li>
          ))}
        </NavigationGroup>
      )}
      <ul className="mt-auto grid gap-0.5 pt-6">
        <li>
          <Link to="/console/doctor" activeOptions={{ includeSearch: false }} className={linkShape}>
            <Stethoscope aria-hidden className={iconShape} />
            Doctor
          </Link>
        </li>
        <li>
          <a href="/guide/" target="_blank" rel="noreferrer" className={linkShape}>
            <BookOpen aria-hidden className={iconShape} />
            Documentation
          </a>
        </li>
      </ul>
    </nav>
  )
}
