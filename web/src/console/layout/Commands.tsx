import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
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
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { type Command, CommandPalette } from '../../ui/CommandPalette.tsx'
import { networkName } from '../instance.ts'
import { labelOf } from '../names/label-of.ts'
import { type DomainRef, domainsQuery } from '../queries.ts'
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

/** What the palette offers: screens and actions of the place, all domains, and the names of the domain that are like what is typed. */
export function Commands({ place, session, onShortcuts, onClose }: CommandsProps) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { workspaces, workspaceId, domain } = place
  const names = useNames(domain, useSettled(text.trim()))
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
    ofDomain && {
      title: 'Names',
      items: names.map(({ ens, words }) => ({
        ...command(ens, <Avatar name={ens} size="xs" />, () =>
          navigate({
            to: '/console/domains/$chainId/$domain/names',
            params: ofDomain,
            search: { open: labelOf({ ens }) },
          }),
        ),
        words,
      })),
    },
    {
      title: 'Domains',
      items: domains.map(({ id, domainName, chainId }) => ({
        ...command(
          chainId === 1 ? domainName : `${domainName} · ${networkName(chainId)}`,
          <Avatar name={domainName} size="xs" shape="square" />,
          () =>
            navigate({
              to: '/console/domains/$chainId/$domain',
              params: { domain: domainName, chainId: `${chainId}` },
            }),
        ),
        id,
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
  return <CommandPalette groups={shown} onSearch={setText} onClose={onClose} />
}

const iconShape = 'size-4'

function command(title: string, icon: ReactNode, act: () => unknown): Command {
  return { id: title, title, icon, run: () => void act() }
}

const maxNames = 6

/** The first names of the domain that are like the text; they are found by it, whichever part of them it is like. */
function useNames(domain: DomainRef | undefined, text: string) {
  const { data } = useQuery({
    queryKey: ['names', domain?.chainId, domain?.domain, 'command', text],
    enabled: domain !== undefined && text !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (!domain) return []
      const query = { chainId: chainIdOf(domain.chainId), limit: maxNames, search: text.slice(0, 100) }
      const params = { path: { domain: domain.domain }, query }
      const page = await unwrap(api.GET('/byname/v1/domains/{domain}/names', { params, signal }))
      return page.data.map(({ ens }) => ({ ens, words: text }))
    },
  })
  return text === '' ? [] : (data ?? [])
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
