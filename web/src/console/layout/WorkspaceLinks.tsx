import { Link } from '@tanstack/react-router'
import { linkShape } from './ScreenLinks.tsx'

const screens = [
  { title: 'Add a domain', to: '/console/workspaces/$workspaceId/add-domain' },
  { title: 'Members', to: '/console/workspaces/$workspaceId/members' },
  { title: 'API keys', to: '/console/workspaces/$workspaceId/keys' },
  { title: 'Webhooks', to: '/console/workspaces/$workspaceId/webhooks' },
  { title: 'Activity', to: '/console/workspaces/$workspaceId/activity' },
] as const

interface WorkspaceLinksProps {
  readonly workspaceId: string
  /** In a line instead of below each other. */
  readonly isInline?: boolean
}

/** The screens of a workspace. */
export function WorkspaceLinks({ workspaceId, isInline = false }: WorkspaceLinksProps) {
  return (
    <ul className={isInline ? 'flex flex-wrap text-sm' : 'text-soft'}>
      {screens.map(({ title, to }) => (
        <li key={title}>
          <Link
            to={to}
            params={{ workspaceId }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={linkShape}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
