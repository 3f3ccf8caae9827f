import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, LayoutList } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { domainsQuery } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import type { Place } from './place.ts'

interface WorkspaceSwitcherProps {
  readonly place: Place
  /** When another screen is on its way. */
  readonly onChosen: () => void
}

/** The chosen workspace; a menu of the others. */
export function WorkspaceSwitcher({ place: { workspaces, workspaceId }, onChosen }: WorkspaceSwitcherProps) {
  const navigate = useNavigate()
  const chosen = workspaces.find(({ id }) => id === workspaceId)
  const choose = async (id: string) => {
    onChosen()
    const list = await queryClient.fetchQuery(domainsQuery(id)).catch(() => undefined)
    const first = list?.domains[0]
    if (first)
      return navigate({
        to: '/console/domains/$chainId/$domain',
        params: { domain: first.domainName, chainId: `${first.chainId}` },
      })
    return navigate({
      to: list ? '/console/workspaces/$workspaceId/add-domain' : '/console/workspaces/$workspaceId/activity',
      params: { workspaceId: id },
    })
  }
  const trigger = (
    <button
      type="button"
      className="bg-raised border-line hover:bg-hover flex min-h-11 w-full items-center gap-2.5 rounded border px-2 py-1.5 text-start text-base shadow-sm transition-colors md:text-sm"
    >
      {workspaceId === undefined ? (
        <span className="bg-sunk size-7 shrink-0 rounded-[8px]" />
      ) : (
        <Avatar name={workspaceId} size="sm" shape="square" />
      )}
      <span className="min-w-0 grow truncate font-medium">{chosen?.name ?? 'Choose a workspace'}</span>
      <ChevronsUpDown aria-hidden className="text-soft size-4 shrink-0" />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      {workspaces.length > 0 && (
        <MenuGroup label="Workspaces">
          {workspaces.map(({ id, name }) => (
            <MenuItem
              key={id}
              icon={<Avatar name={id} size="xs" shape="square" />}
              onClick={() => void choose(id)}
            >
              <span className="flex items-center gap-3">
                <span className="min-w-0 grow truncate">{name}</span>
                {id === workspaceId && <Check aria-label="chosen" className="text-accent-text size-4" />}
              </span>
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {workspaces.length > 0 && <MenuSeparator />}
      <MenuItem
        icon={<LayoutList aria-hidden className="text-soft size-5 p-0.5" />}
        onClick={() => {
          onChosen()
          void navigate({ to: '/console' })
        }}
      >
        Your workspaces and domains
      </MenuItem>
    </Menu>
  )
}
