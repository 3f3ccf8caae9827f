import { lazy, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import type { Name } from '../page-data.ts'
import { coinTitles } from './coin-titles.ts'
import { paymentUri } from './payment-uri.ts'

const QrDialog = lazy(() =>
  importPart(() => import('./QrDialog.tsx')).then(({ QrDialog }) => ({ default: QrDialog })),
)

interface AddressListProps {
  readonly addresses: Name['records']['addresses']
  /** That of the name. */
  readonly chainId: number
}

export function AddressList({ addresses, chainId }: AddressListProps) {
  const [shown, setShown] = useState<{
    readonly title: string
    readonly value: string
    readonly code: string
  }>()
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
                  onClick={() => setShown({ title, value, code: paymentUri({ id, value }, chainId) })}
                >
                  QR
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {shown && (
        <LatePart>
          <QrDialog {...shown} onClose={() => setShown(undefined)} />
        </LatePart>
      )}
    </section>
  )
}
