import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import type { Name } from '../page-data.ts'
import { coinTitles } from './coin-titles.ts'

const QrDialog = lazy(() => import('./QrDialog.tsx').then(({ QrDialog }) => ({ default: QrDialog })))

interface AddressListProps {
  readonly addresses: Name['records']['addresses']
}

export function AddressList({ addresses }: AddressListProps) {
  const [shown, setShown] = useState<{ readonly title: string; readonly value: string }>()
  if (addresses.length === 0) return null
  return (
    <section aria-labelledby="addresses" className="mt-8">
      <h2 id="addresses" className="mb-2 text-xl font-semibold">
        Addresses
      </h2>
      <ul className="divide-line border-line divide-y border-y">
        {addresses.map(({ id, name, value }) => {
          const title = coinTitles[id] ?? name
          return (
            <li key={id} className="flex items-center gap-x-3 py-1">
              <span className="w-24 shrink-0 truncate font-medium" title={title}>
                {title}
              </span>
              <span className="mono text-soft flex-1 text-sm whitespace-nowrap" title={value}>
                {shortAddress(value)}
              </span>
              <span className="flex">
                <CopyButton text={value} subject={`${title} address`} />
                <Button
                  look="quiet"
                  className="px-2 text-sm"
                  aria-label={`QR code of the ${title} address`}
                  onClick={() => setShown({ title, value })}
                >
                  QR
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {shown && (
        <Suspense fallback={null}>
          <QrDialog {...shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
