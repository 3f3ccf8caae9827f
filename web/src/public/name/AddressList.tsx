import { QrCode } from 'lucide-react'
import { lazy, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { currentLanguage, t } from '../../text/messages.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ChainLogo } from '../../ui/ChainLogo.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import type { Name } from '../page-data.ts'
import { coinTitle } from './coin-titles.ts'
import { paymentUri } from './payment-uri.ts'
import type { PaidChain } from './QrDialog.tsx'

const QrDialog = lazy(() =>
  importPart(() => import('./QrDialog.tsx')).then(({ QrDialog }) => ({ default: QrDialog })),
)

/** Of an address; further chains are in its title. */
const maxLogos = 3

interface AddressListProps {
  readonly addresses: Name['records']['addresses']
  /** That of the name. */
  readonly chainId: number
}

export function AddressList({ addresses, chainId }: AddressListProps) {
  const [shown, setShown] = useState<AddressOfChains>()
  if (addresses.length === 0) return null
  return (
    <section aria-labelledby="addresses" className="@container mt-9">
      <h2 id="addresses" className="name-breaks mb-3 text-lg font-semibold tracking-tight">
        {t('name.send-to-this')}
      </h2>
      <ul className="grid gap-3 @lg:grid-cols-2">
        {byAddress(addresses, chainId).map((address) => {
          const { value, title, chains } = address
          return (
            <li
              key={value}
              className="bg-raised border-line flex min-h-[70px] flex-wrap items-center gap-x-3 rounded-lg border py-2 ps-4 pe-2 shadow-sm"
            >
              <span className="flex shrink-0 -space-x-3 rtl:space-x-reverse">
                {chains.slice(0, maxLogos).map((chain) => (
                  <ChainLogo
                    key={chain.coinType}
                    coinType={chain.coinType}
                    title={chain.title}
                    className="ring-raised ring-2"
                  />
                ))}
              </span>
              <span className="min-w-0 flex-1 basis-24">
                <span className="block truncate text-sm font-medium" title={title}>
                  {title}
                </span>
                <span className="mono text-soft name-breaks block text-sm" title={value}>
                  {shortAddress(value)}
                </span>
              </span>
              <span className="ms-auto flex">
                <CopyButton text={value} subject={t('name.address-of', { coin: title })} />
                <IconButton
                  label={t('name.qr-of', { coin: title })}
                  className="text-soft hover:text-ink"
                  onClick={() => setShown(address)}
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

interface AddressOfChains {
  readonly title: string
  readonly value: string
  readonly chains: readonly [PaidChain, ...PaidChain[]]
}

/** Each address once, with the chains it is for, in the order of the first of them. */
function byAddress(addresses: AddressListProps['addresses'], chainId: number): readonly AddressOfChains[] {
  const found = new Map<string, AddressOfChains['chains']>()
  for (const { id, name, value } of addresses) {
    const chain = { coinType: id, title: coinTitle(id) ?? name, code: paymentUri({ id, value }, chainId) }
    const [first, ...others] = found.get(value) ?? []
    found.set(value, first ? [first, ...others, chain] : [chain])
  }
  const list = new Intl.ListFormat(currentLanguage())
  return [...found].map(([value, chains]) => ({
    title: list.format(chains.map(({ title }) => title)),
    value,
    chains,
  }))
}
