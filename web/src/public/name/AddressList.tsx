import { QrCode } from 'lucide-react'
import { lazy, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import type { Name } from '../page-data.ts'
import { coinTitle } from './coin-titles.ts'
import { paymentUri } from './payment-uri.ts'

const QrDialog = lazy(() =>
  importPart(() => import('./QrDialog.tsx')).then(({ QrDialog }) => ({ default: QrDialog })),
)

/** Of a label in a heading; a longer one is in the title of the page. */
const maxTitleLength = 24

interface AddressListProps {
  /** Of the name. */
  readonly label: string
  readonly addresses: Name['records']['addresses']
  /** That of the name. */
  readonly chainId: number
}

export function AddressList({ label, addresses, chainId }: AddressListProps) {
  const [shown, setShown] = useState<{
    readonly title: string
    readonly value: string
    readonly code: string
  }>()
  if (addresses.length === 0) return null
  return (
    <section aria-labelledby="addresses" className="mt-9">
      <h2 id="addresses" className="name-breaks mb-3 text-lg font-semibold tracking-tight">
        {label.length > maxTitleLength
          ? t('name.send-to-this')
          : tNodes('name.send-to', { label: <bdi key="label">{label}</bdi> })}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {addresses.map(({ id, name, value }) => {
          const title = coinTitle(id) ?? name
          return (
            <li
              key={id}
              className="bg-raised border-line flex min-h-[70px] items-center gap-3 rounded-lg border ps-4 pe-2 shadow-sm"
            >
              <Avatar name={value} size="sm" />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium" title={title}>
                  {title}
                </span>
                <span className="mono text-soft block text-sm whitespace-nowrap" title={value}>
                  {shortAddress(value)}
                </span>
              </span>
              <span className="flex">
                <CopyButton text={value} subject={t('name.address-of', { coin: title })} />
                <IconButton
                  label={t('name.qr-of', { coin: title })}
                  className="text-soft hover:text-ink"
                  onClick={() => setShown({ title, value, code: paymentUri({ id, value }, chainId) })}
                >
                  <QrCode aria-hidden className="size-4" />
                </IconButton>
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
