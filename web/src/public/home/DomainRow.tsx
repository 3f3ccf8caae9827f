import { NameTitle } from '../../ui/NameTitle.tsx'
import { type ClaimStatus, claimStatus } from '../claim/claim-status.ts'
import type { DomainPage } from '../page-data.ts'
import { claimUrl } from './claim-url.ts'

const statusTexts: Readonly<Record<ClaimStatus, string>> = {
  open: 'Open',
  full: 'All taken',
  'not-open-yet': 'Opens later',
  over: 'Over',
  closed: 'By invitation',
}

export function DomainRow({ domain }: { readonly domain: DomainPage }) {
  const { name, chainId, look } = domain
  return (
    <li>
      <a
        href={claimUrl(name, chainId)}
        className="hover:bg-raised flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded px-2 py-3"
      >
        <span>
          <span className="text-lg font-semibold">
            <NameTitle name={name} />
          </span>
          {look.title && <span className="text-soft name-breaks block text-sm">{look.title}</span>}
        </span>
        <span className="text-soft text-sm">
          {statusTexts[claimStatus(domain)]}
          {chainId !== 1 && ', test network'}
        </span>
      </a>
    </li>
  )
}
