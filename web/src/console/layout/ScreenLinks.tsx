import { Link } from '@tanstack/react-router'
import { NameTitle } from '../../ui/NameTitle.tsx'

export const linkShape =
  'block rounded px-3 py-1.5 hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-semibold'

const screens = [
  { title: 'Overview', to: '/console/domains/$chainId/$domain' },
  { title: 'Names', to: '/console/domains/$chainId/$domain/names' },
  { title: 'Claim page', to: '/console/domains/$chainId/$domain/claim-page' },
  { title: 'Activity', to: '/console/domains/$chainId/$domain/activity' },
  { title: 'Settings', to: '/console/domains/$chainId/$domain/settings' },
] as const

/** The screens of a domain. */
export function ScreenLinks(params: { readonly domain: string; readonly chainId: string }) {
  return (
    <div className="mt-4">
      <h2 className="px-3 pb-1 font-semibold">
        <NameTitle name={params.domain} />
      </h2>
      <ul>
        {screens.map(({ title, to }) => (
          <li key={title}>
            <Link
              to={to}
              params={params}
              activeOptions={{ exact: true, includeSearch: false }}
              className={linkShape}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
