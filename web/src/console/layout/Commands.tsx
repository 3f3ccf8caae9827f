import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  FileUp,
  FolderInput,
  Keyboard,
  LayoutList,
  LogOut,
  MonitorSmartphone,
  Plus,
  Stethoscope,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { type Command, CommandPalette } from '../../ui/CommandPalette.tsx'
import { explainError } from '../../wallet/wallet-error.ts'
import { networkName } from '../instance.ts'
import { labelOf } from '../names/label-of.ts'
import { type FoundName, reasonOf, workspaceSearchQuery } from '../names/search-workspace.ts'
import { domainsQuery } from '../queries.ts'
import { type Session, signOut } from '../session.ts'
import type { Place } from './place.ts'
import { domainScreens, operatorScreens, workspaceScreens } from './screens.ts'

interface CommandsProps {
  readonly place: Place
  readonly session: Session
  readonly onShortcuts: () => void
  readonly onClose: () => void
}

/** Those whose domains are listed; an operator finds the others on their screen. */
const maxWorkspaces = 10

const typingPauseMs = 150

/** What the palette offers: screens and actions of the place, all domains, and the names of the workspace that a search for the text finds. */
export function Commands({ place, session, onShortcuts, onClose }: CommandsProps) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { workspaces, workspaceId, domain } = place
  const settled = useSettled(text)
  const names = useNames(workspaceId, settled.trim())
  const isSearching = names.isSearching || settled !== text
  const domains = useQueries({
    queries: workspaces.slice(0, maxWorkspaces).map(({ id }) => domainsQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data?.domains ?? []),
  })
  const ofDomain = domain && { domain: domain.domain, chainId: `${domain.chainId}` }
  const groups = [
    ofDomain && {
      title: ofDomain.domain,
      items: [
        ...domainScreens.map(({ title, to, Icon }) => ({
          ...command(title, <Icon aria-hidden className={iconShape} />, () =>
            navigate({ to, params: ofDomain }),
          ),
          words: ofDomain.domain,
        })),
        {
          ...command('New name', <Plus aria-hidden className={iconShape} />, () =>
            navigate({
              to: '/console/domains/$chainId/$domain/names',
              params: ofDomain,
              search: { dialog: 'new' },
            }),
          ),
          words: 'issue invite make create',
          shortcut: 'n',
        },
        {
          ...command('Import names', <FileUp aria-hidden className={iconShape} />, () =>
            navigate({ to: '/console/domains/$chainId/$domain/import', params: ofDomain }),
          ),
          words: 'csv file upload',
        },
        {
          ...command('Bring names here', <FolderInput aria-hidden className={iconShape} />, () =>
            navigate({ to: '/console/domains/$chainId/$domain/arrive', params: ofDomain }),
          ),
          words: 'arrive migrate namestone namespace justaname former gateway',
        },
      ],
    },
    {
      title: 'Names',
      items: names.items.map((name) => ({
        ...command(name.ens, <Avatar name={name.ens} size="xs" />, () =>
          navigate({
            to: '/console/domains/$chainId/$domain/names',
            params: { domain: name.domain, chainId: `${name.chainId}` },
            search: { open: labelOf(name) },
          }),
        ),
        id: `${name.chainId} ${name.ens}`,
        isName: true,
        ...detailOf(name.chainId, reasonOf(name)),
        words: settled,
      })),
    },
    {
      title: 'Domains',
      items: domains.map(({ id, domainName, chainId }) => ({
        ...command(domainName, <Avatar name={domainName} size="xs" shape="square" />, () =>
          navigate({
            to: '/console/domains/$chainId/$domain',
            params: { domain: domainName, chainId: `${chainId}` },
          }),
        ),
        id,
        isName: true,
        words: networkName(chainId),
        ...detailOf(chainId),
      })),
    },
    workspaceId !== undefined && {
      title: 'Workspace',
      items: [
        ...workspaceScreens.map(({ title, to, Icon }) =>
          command(title, <Icon aria-hidden className={iconShape} />, () =>
            navigate({ to, params: { workspaceId } }),
          ),
        ),
        command('Add a domain', <Plus aria-hidden className={iconShape} />, () =>
          navigate({ to: '/console/workspaces/$workspaceId/add-domain', params: { workspaceId } }),
        ),
      ],
    },
    session.isOperator && {
      title: 'Operator',
      items: operatorScreens.map(({ title, to, Icon }) =>
        command(title, <Icon aria-hidden className={iconShape} />, () => navigate({ to })),
      ),
    },
    {
      title: 'Console',
      items: [
        command('Your workspaces and domains', <LayoutList aria-hidden className={iconShape} />, () =>
          navigate({ to: '/console' }),
        ),
        {
          ...command('Doctor', <Stethoscope aria-hidden className={iconShape} />, () =>
            navigate({ to: '/console/doctor' }),
          ),
          words: 'resolve why check',
        },
        command('Your sessions', <MonitorSmartphone aria-hidden className={iconShape} />, () =>
          navigate({ to: '/console/sessions' }),
        ),
        {
          ...command('Shortcuts', <Keyboard aria-hidden className={iconShape} />, onShortcuts),
          shortcut: '?',
        },
        command('Sign out', <LogOut aria-hidden className={iconShape} />, () => signOut()),
      ],
    },
  ]
  const shown = groups
    .filter((group) => group !== undefined && group !== false)
    .filter(({ items }) => items.length > 0)
  return (
    <CommandPalette
      groups={shown}
      notice={names.notice}
      isSearching={isSearching}
      onSearch={setText}
      onClose={onClose}
    />
  )
}

const iconShape = 'size-4'

function command(title: string, icon: ReactNode, act: () => unknown): Command {
  return { id: title, title, icon, run: () => void act() }
}

const maxNames = 6

/** Why a name is found, and its network unless that is mainnet. */
function detailOf(chainId: number, reason?: string): { readonly detail?: string } {
  const parts = [reason, chainId === 1 ? undefined : networkName(chainId)].filter(
    (part) => part !== undefined,
  )
  return parts.length === 0 ? {} : { detail: parts.join(' · ') }
}

interface FoundNames {
  readonly items: readonly FoundName[]
  /** No answer for the text yet. */
  readonly isSearching: boolean
  /** What went wrong, or that an ENS name has no holder. */
  readonly notice: string | undefined
}

/** The first names of the workspace that a text finds, in whichever way. */
function useNames(workspaceId: string | undefined, text: string): FoundNames {
  const { data, error, isPlaceholderData, isLoading } = useQuery(
    workspaceSearchQuery({ workspaceId, text, limit: maxNames }),
  )
  // Those of the text before are not found by this one.
  const isSearching = isLoading || isPlaceholderData
  if (text === '' || isSearching) return { items: [], isSearching, notice: undefined }
  if (error)
    return { items: [], isSearching, notice: `The names could not be searched. ${explainError(error)}` }
  return { items: data?.data ?? [], isSearching, notice: data?.resolved?.problem ?? undefined }
}

/** The text once typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
