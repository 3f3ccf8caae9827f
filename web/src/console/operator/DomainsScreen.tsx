import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '../ui/Empty.tsx'
import { Pages } from '../ui/Pages.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { InstanceDomainRow } from './InstanceDomainRow.tsx'
import { instanceDomainsQuery } from './instance-queries.ts'
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
