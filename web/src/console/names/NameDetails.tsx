import type { components } from '@byname/sdk/openapi'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { titleOfKey } from '../../public/name/edit/presets.ts'
import { formatCount } from '../../ui/format-number.ts'
import { primaryNamesQuery } from '../primary-names.ts'
import { Address } from '../ui/Address.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { nameStatisticsQuery } from './queries.ts'

/** What is stored, in words. */
export function NameDetails({ name }: { readonly name: components['schemas']['Name'] }) {
  const { records } = name
  const { data: names } = useQuery(primaryNamesQuery(name.holder ? [name.holder] : [], name.chainId))
  const { data: statistics } = useQuery(nameStatisticsQuery(name.ens, name.chainId))
  return (
    <dl className="mt-4 grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 text-sm">
      <Detail title="State">
        {name.state === 'claimed' ? 'Claimed' : 'Reserved: kept until its address accepts'}
      </Detail>
      {name.holder && (
        <Detail title="Holder">
          <Address value={name.holder} name={names?.get(name.holder.toLowerCase())} />
        </Detail>
      )}
      {name.claimedAt && (
        <Detail title="Claimed">
          <RelativeTime iso={name.claimedAt} />
        </Detail>
      )}
      {statistics && (
        <Detail title="Lookups">
          {formatCount(statistics.lookups)}
          {statistics.lastLookup !== null && (
            <>
              , the last <RelativeTime iso={statistics.lastLookup} />
            </>
          )}
        </Detail>
      )}
      <Detail title="Page">
        <a href={pageUrl(name)} className="underline underline-offset-4">
          Its public page
        </a>
      </Detail>
      {records.addresses.map(({ id, name: coin, value }) => (
        <Detail key={id} title={addressTitle(id, coin)} of={`Coin type ${id}`}>
          <Address value={value} />
        </Detail>
      ))}
      {records.texts.map(({ key, value }) => (
        <Detail key={key} title={titleOfKey(key)} of={key}>
          <span className="name-breaks">{value}</span>
        </Detail>
      ))}
      {records.contentHash && (
        <Detail title="Site">
          <span className="name-breaks">
            {records.contentHash.protocolType}://{records.contentHash.decoded}
          </span>
        </Detail>
      )}
    </dl>
  )
}

interface DetailProps {
  readonly title: string
  /** What a program calls it, shown when one points at the title. */
  readonly of?: string
  readonly children: ReactNode
}

function Detail({ title, of, children }: DetailProps) {
  return (
    <>
      <dt className="text-soft name-breaks" title={of === title ? undefined : of}>
        {title}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** Of a chain without a title, what the interface calls it. */
function addressTitle(coinType: number, coin: string): string {
  const title = titleOfKey(`${coinType}`)
  return title === `${coinType}` ? coin : title
}

function pageUrl({ ens, chainId }: components['schemas']['Name']): string {
  return `/n/${encodeURIComponent(ens)}${chainId === 1 ? '' : `?chainId=${chainId}`}`
}
