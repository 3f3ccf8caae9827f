import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../../ui/Avatar.tsx'
import { NameLine } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { networkName } from '../instance.ts'
import { type DomainRef, domainQuery } from '../queries.ts'
import { ErrorState } from '../ui/Query.tsx'
import { labelOf } from './label-of.ts'
import { type FoundName, reasonOf, workspaceSearchQuery } from './search-workspace.ts'

const maxNames = 20

/** Names that the list of a domain does not have: those of other domains, and of the holder of an ENS name. */
export function useFoundInWorkspace(ref: DomainRef, text: string) {
  const { data: details } = useQuery(domainQuery(ref))
  const search = useQuery(
    workspaceSearchQuery({ workspaceId: details?.domain.workspaceId, text, limit: maxNames }),
  )
  const { data } = search
  const isListed = (name: FoundName) =>
    name.domain === ref.domain && name.chainId === ref.chainId && !data?.resolved?.address
  const names = text === '' ? [] : (data?.data.filter((name) => !isListed(name)) ?? [])
  return { ...search, names, problem: text === '' ? undefined : (data?.resolved?.problem ?? undefined) }
}

type Found = ReturnType<typeof useFoundInWorkspace>

export function FoundInWorkspace({ found }: { readonly found: Found }) {
  const { names, problem, data, error, isFetching, refetch } = found
  if (error)
    return (
      <ErrorState title="The other domains were not searched." error={error} onRetry={() => void refetch()} />
    )
  if (problem !== undefined) return <Notice title={problem} isLive />
  if (names.length === 0) return null
  return (
    <section
      aria-label="Found in the workspace"
      aria-busy={isFetching}
      className="border-line max-h-60 overflow-y-auto rounded border"
    >
      <h2 className="text-soft border-line border-b px-3 py-2 text-xs font-medium">
        {data?.resolved?.address ? `Names of the holder of ${data.resolved.name}` : 'In other domains'}
        {data?.hasMore && ' (the first ones)'}
      </h2>
      <ul>
        {names.map((name) => (
          <li key={`${name.chainId} ${name.ens}`}>
            <Link
              to="/console/domains/$chainId/$domain/names"
              params={{ chainId: `${name.chainId}`, domain: name.domain }}
              search={{ open: labelOf(name) }}
              className="hover:bg-hover flex min-h-10 items-center gap-2.5 px-3 text-sm"
            >
              <Avatar name={name.ens} size="xs" />
              <NameLine name={name.ens} className="grow" />
              <span className="text-soft shrink-0 text-xs">
                {[reasonOf(name), name.chainId === 1 ? undefined : networkName(name.chainId)]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
