import { useId } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { type ClaimStatus, claimStatus } from '../claim/claim-status.ts'
import type { DomainPage } from '../page-data.ts'

/** A label for one of the domains; its claim page shows whether it is free. */
export function DomainSearch({ domains }: { readonly domains: readonly DomainPage[] }) {
  const labelId = useId()
  const domainId = useId()
  const search = (fields: HTMLFormElement) => {
    const form = new FormData(fields)
    const [chainId = '', name = ''] = `${form.get('domain')}`.split('/')
    location.assign(claimUrl(name, Number(chainId), `${form.get('label')}`))
  }
  return (
    <>
      <LocalForm onSubmit={search} className="flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <label htmlFor={labelId} className="mb-1 block text-sm font-medium">
            Name
          </label>
          <input
            id={labelId}
            name="label"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="control"
          />
        </div>
        <div>
          <label htmlFor={domainId} className="mb-1 block text-sm font-medium">
            Domain
          </label>
          <select id={domainId} name="domain" className="control control-select w-auto">
            {domains.map(({ name, chainId }) => (
              <option key={`${chainId}/${name}`} value={`${chainId}/${name}`}>
                .{name}
                {chainId === 1 ? '' : ' (test network)'}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" look="primary">
          Search
        </Button>
      </LocalForm>
      <ul className="divide-line border-line mt-8 divide-y border-y">
        {domains.map((domain) => (
          <DomainRow key={`${domain.chainId}/${domain.name}`} domain={domain} />
        ))}
      </ul>
    </>
  )
}

const statusTexts: Readonly<Record<ClaimStatus, string>> = {
  open: 'Open',
  full: 'All taken',
  'not-open-yet': 'Opens later',
  over: 'Over',
  closed: 'By invitation',
}

function DomainRow({ domain }: { readonly domain: DomainPage }) {
  const { name, chainId, branding } = domain
  return (
    <li>
      <a
        href={claimUrl(name, chainId)}
        className="hover:bg-hover flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded px-2 py-3"
      >
        <span>
          <span className="text-lg font-semibold">
            <NameTitle name={name} />
          </span>
          {branding.title && <span className="text-soft name-breaks block text-sm">{branding.title}</span>}
        </span>
        <span className="text-soft text-sm">
          {statusTexts[claimStatus(domain)]}
          {chainId !== 1 && ', test network'}
        </span>
      </a>
    </li>
  )
}

function claimUrl(name: string, chainId: number, label = ''): string {
  const query = new URLSearchParams({ chainId: `${chainId}`, ...(label && { label }) })
  return `/claim/${encodeURIComponent(name)}?${query}`
}
