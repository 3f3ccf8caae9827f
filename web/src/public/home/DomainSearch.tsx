import { useId } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { nameText } from '../../ui/name-text.ts'
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
    <LocalForm
      onSubmit={search}
      direction="ltr"
      className="bg-raised border-edge focus-within:border-accent-text focus-within:outline-hidden focus-within:ring-accent-soft mx-auto mt-9 flex max-w-2xl flex-wrap items-center gap-2 rounded-[22px] border-2 p-2 text-start shadow transition focus-within:ring-[5px]"
    >
      <label htmlFor={labelId} className="sr-only">
        {t('home.name')}
      </label>
      <input
        id={labelId}
        name="label"
        placeholder="alice"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        enterKeyHint="search"
        className="placeholder:text-faint min-h-[52px] w-40 min-w-0 flex-1 px-4 text-xl font-semibold tracking-tight outline-none"
      />
      <label htmlFor={domainId} className="sr-only">
        {t('home.domain')}
      </label>
      <select
        id={domainId}
        name="domain"
        className="control-select bg-sunk text-soft hover:bg-hover min-h-[52px] max-w-full rounded-[14px] px-4 font-medium max-sm:flex-1"
      >
        {domains.map(({ name, chainId }) => (
          <option key={`${chainId}/${name}`} value={`${chainId}/${name}`}>
            {chainId === 1
              ? `.${nameText(name)}`
              : t('home.on-test-network', { domain: `.${nameText(name)}` })}
          </option>
        ))}
      </select>
      <Button type="submit" look="primary" className="min-h-[52px] rounded-[14px] px-6 max-sm:w-full">
        {t('home.search')}
      </Button>
    </LocalForm>
  )
}

export function claimUrl(name: string, chainId: number, label = ''): string {
  const query = new URLSearchParams({ chainId: `${chainId}`, ...(label && { label }) })
  return `/claim/${encodeURIComponent(name)}?${query}`
}
