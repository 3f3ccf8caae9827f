import { useInfiniteQuery } from '@tanstack/react-query'
import { InlineWorkspaceLinks } from '../layout/ScreenLinks.tsx'
import { allWorkspacesQuery } from '../queries.ts'
import { Pages } from '../ui/Pages.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { ScreenOfOperators } from './ScreenOfOperators.tsx'

/** Oldest first. */
export function WorkspacesScreen() {
  const query = useInfiniteQuery(allWorkspacesQuery)
  return (
    <ScreenOfOperators title="All workspaces">
      <Pages query={query} subject="the workspaces">
        {(pages) => (
          <ul>
            {pages
              .flatMap(({ data }) => data)
              .map(({ id, name, createdAt }) => (
                <li
                  key={id}
                  className="border-line flex flex-wrap items-center gap-x-6 gap-y-1 border-b py-2"
                >
                  <h2 className="name-breaks min-w-[min(100%,10rem)] flex-1 font-medium">{name}</h2>
                  <span className="text-soft text-sm">
                    <RelativeTime iso={createdAt} />
                  </span>
                  <InlineWorkspaceLinks workspaceId={id} />
                </li>
              ))}
          </ul>
        )}
      </Pages>
    </ScreenOfOperators>
  )
}
