import { useId } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import type { DomainPage } from '../page-data.ts'
import { claimUrl } from './claim-url.ts'
import { DomainRow } from './DomainRow.tsx'

/** A label for one of the domains; its claim page answers. */
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
            className="border-edge bg-ground min-h-11 w-full rounded border px-3"
          />
        </div>
        <div>
          <label htmlFor={domainId} className="mb-1 block text-sm font-medium">
            Domain
          </label>
          <select
            id={domainId}
            name="domain"
            className="border-edge bg-ground min-h-11 max-w-full rounded border px-3"
          >
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
