import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatCount } from '../../ui/format-number.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { networkName } from '../instance.ts'
import { expiryState } from '../overview/expiry-state.ts'
import type { DomainRow } from '../queries.ts'
import { setupQuery } from '../setup/queries.ts'
import { iconShape, linkShape } from './link-shape.ts'
import { NavigationGroup } from './NavigationGroup.tsx'
import type { Place } from './place.ts'

/** Each of them asks the chain whether wallets are sent here. */
const maxShown = 12

/** The first domains of the workspace, and always the chosen one; the start lists all. */
export function DomainLinks({ place }: { readonly place: Place & { readonly workspaceId: string } }) {
  const { workspaceId, domains, isUnread, domain } = place
  const isChosen = (row: DomainRow) => row.domainName === domain?.domain && row.chainId === domain.chainId
  const shown = domains?.filter((row, index) => index < maxShown || isChosen(row))
  const hidden = (domains?.length ?? 0) - (shown?.length ?? 0)
  return (
    <NavigationGroup title="Domains">
      {isUnread && !domains && <li className="text-soft px-2.5 py-1">They were not read.</li>}
      {shown?.map((row) => (
        <li key={row.id}>
          <DomainLink row={row} isChosen={isChosen(row)} />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <Link to="/console" className={linkShape}>
            {formatCount(hidden)} more
          </Link>
        </li>
      )}
      <li>
        <Link
          to="/console/workspaces/$workspaceId/add-domain"
          params={{ workspaceId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkShape}
        >
          <Plus aria-hidden className={iconShape} />
          Add a domain
        </Link>
      </li>
    </NavigationGroup>
  )
}

function DomainLink({ row, isChosen }: { readonly row: DomainRow; readonly isChosen: boolean }) {
  const { domainName, chainId } = row
  return (
    <Link
      to="/console/domains/$chainId/$domain"
      params={{ domain: domainName, chainId: `${chainId}` }}
      activeOptions={{ exact: true, includeSearch: false }}
      className={classNames(linkShape, isChosen && 'bg-raised text-ink font-medium shadow-sm')}
    >
      <Avatar name={domainName} size="xs" shape="square" />
      <span className="min-w-0 grow">
        <NameTitle name={domainName} />{' '}
        {chainId !== 1 && <span className="text-faint text-xs font-normal">{networkName(chainId)}</span>}
      </span>
      <Attention row={row} />
    </Link>
  )
}

/** A point, and why, where the names of the domain do not resolve, or soon will not. */
function Attention({ row: { domainName, chainId, isBlocked } }: { readonly row: DomainRow }) {
  const { data } = useQuery(setupQuery({ domain: domainName, chainId }))
  const expiry = data?.expiry && expiryState(Number(data.expiry.expirySeconds), Date.now())
  const reason = isBlocked
    ? 'Blocked'
    : data && !data.isConfigured
      ? 'Not pointed here'
      : expiry?.tone === 'bad'
        ? expiry.text
        : undefined
  if (reason === undefined) return null
  return (
    <span title={reason} className={classNames('dot', isBlocked ? 'bg-bad' : 'bg-warn')}>
      <span className="sr-only"> {reason}</span>
    </span>
  )
}
