import { type FormEvent, useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import type { PageData } from '../page-data.ts'

/** A label for one of the domains; its claim page answers. Works without the script. */
export function DomainSearch({ domains }: PageData['home']) {
  const labelId = useId()
  const domainId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    location.assign(claimUrl(`${form.get('domain')}`, `${form.get('label')}`))
  }
  return (
    <>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
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
      </form>
      <ul className="divide-line border-line mt-8 divide-y border-y">
        {domains.map(({ name, chainId }) => (
          <li key={`${chainId}/${name}`}>
            <a
              href={claimUrl(`${chainId}/${name}`, '')}
              className="hover:bg-raised flex min-h-14 items-center justify-between gap-4 rounded px-2 py-3"
            >
              <span className="text-lg font-semibold">
                <NameTitle name={name} />
              </span>
              <span className="text-soft text-sm">{chainId === 1 ? 'Claim a name' : 'Test network'}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `domain` is a chain id and a name. */
function claimUrl(domain: string, label: string): string {
  const [chainId = '', name = ''] = domain.split('/')
  const query = new URLSearchParams({ chainId, ...(label && { label }) })
  return `/claim/${encodeURIComponent(name)}?${query}`
}
