import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { SearchInput } from '../../form/inputs.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { networkName } from '../instance.ts'
import { Pages } from '../ui/Pages.tsx'
import { Empty } from '../ui/Screen.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { type InstanceDomain, instanceDomainsQuery } from './queries.ts'
import { ScreenOfOperators } from './ScreenOfOperators.tsx'

const route = getRouteApi('/console/instance/domains')

/** The domains of every workspace. */
export function DomainsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(instanceDomainsQuery(search))
  const change = (changes: typeof search) =>
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
  return (
    <ScreenOfOperators title="All domains">
      <search className="mb-4 flex flex-wrap items-center gap-4">
        <SearchInput
          label="Search domains"
          value={search.search}
          onSearch={(text) => change({ search: text })}
        />
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="accent-accent size-4"
            checked={search.state === 'blocked'}
            onChange={({ target }) => change({ state: target.checked ? 'blocked' : undefined })}
          />
          Only blocked ones
        </label>
      </search>
      <Pages query={query} subject="the domains">
        {(pages) => {
          const domains = pages.flatMap((page) => page.data)
          return domains.length === 0 ? (
            <Empty title="No domain is like that.">Search for less, or show all.</Empty>
          ) : (
            <ul>
              {domains.map((domain) => (
                <InstanceDomainRow key={domain.id} domain={domain} />
              ))}
            </ul>
          )
        }}
      </Pages>
    </ScreenOfOperators>
  )
}

/** Leads to its settings, where an operator changes its limits. */
function InstanceDomainRow({ domain }: { readonly domain: InstanceDomain }) {
  const { name, chainId, workspaceId, workspaceName, names } = domain
  const limit = lowest(domain.userChosenLimit, domain.maxNames)
  return (
    <li className="border-line grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b py-2 text-sm @2xl:grid-cols-[minmax(0,2fr)_7rem_minmax(0,1fr)_10rem_11rem]">
      <Link
        to="/console/domains/$chainId/$domain/settings"
        params={{ domain: name, chainId: `${chainId}` }}
        className="text-base font-medium hover:underline"
      >
        <NameTitle name={name} />
      </Link>
      <span className="text-soft text-end @2xl:text-start">{networkName(chainId)}</span>
      <Link
        to="/console/workspaces/$workspaceId/members"
        params={{ workspaceId }}
        className="truncate hover:underline"
      >
        {workspaceName}
      </Link>
      <span className="text-end tabular-nums @2xl:text-start">
        {formatCount(names)}
        {limit !== null && ` of ${formatCount(limit)}`} {names === 1 ? 'name' : 'names'}
      </span>
      <DomainState domain={domain} isFull={limit !== null && names >= limit} />
    </li>
  )
}

function DomainState({ domain, isFull }: { readonly domain: InstanceDomain; readonly isFull: boolean }) {
  const { isBlocked, expiresAt } = domain
  if (isBlocked) return <StateMark tone="bad">Blocked</StateMark>
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    return <StateMark tone="warn">Subscription ended</StateMark>
  if (isFull) return <StateMark tone="warn">Full</StateMark>
  if (expiresAt !== null) return <StateMark tone="neutral">Until {expiresAt.slice(0, 10)}</StateMark>
  return <StateMark tone="good">In use</StateMark>
}

function lowest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
