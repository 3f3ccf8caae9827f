import { checksumAddress } from '@byname/sdk/checksum-address'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { coinTypesOfHolder } from '../../../../../server/src/ens/holder-addresses.ts'
import { api, chainIdOf, unwrapWithEtag } from '../../../api/client.ts'
import { Form } from '../../../form/Form.tsx'
import { RecipientInput } from '../../../form/RecipientInput.tsx'
import { currentLanguage, t, tNodes } from '../../../text/messages.ts'
import { ChainLogo } from '../../../ui/ChainLogo.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NameTitle } from '../../../ui/NameTitle.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { shortAddress } from '../../../ui/short-address.ts'
import { signMessage } from '../../../wallet/sign-message.ts'
import { useRecipient } from '../../../wallet/use-recipient.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { coinTitle } from '../coin-titles.ts'
import { titleOfKey } from './presets.ts'

interface TransferDialogProps {
  readonly name: Name
  /** Of the name as it is shown: of another one, nothing is transferred. */
  readonly etag: string
  readonly wallet: ConnectedWallet
  readonly onTransferred: (stored: StoredName, notice: ReactNode) => void
  readonly onClose: () => void
}

/** Says what goes to the next holder and what stays, before it is signed. */
export function TransferDialog({ name, etag, wallet, onTransferred, onClose }: TransferDialogProps) {
  const [recipient, setRecipient] = useState('')
  const [clearsOthers, setClearsOthers] = useState(false)
  const { address, ...state } = useRecipient(recipient, name.chainId)
  const to = address === undefined ? undefined : checksumAddress(address)
  const { moving, staying } = addressesOf(name)
  const texts = textsThatStay(name)
  const transfer = async () => {
    if (to === undefined) return
    const headers = await signMessage(wallet, {
      chainId: name.chainId,
      statement: statementOf(to, clearsOthers),
      purpose: { action: 'transfer', name: name.ens, to, clearOtherAddresses: clearsOthers },
    })
    const transferred = await unwrapWithEtag(
      api.POST('/byname/v1/names/{name}/transfer', {
        params: { path: { name: name.ens }, query: { chainId: chainIdOf(name.chainId) } },
        headers: { ...headers, 'if-match': etag },
        body: { to, ...(clearsOthers && { clearOtherAddresses: true }) },
      }),
    )
    const stored = { name: transferred.data, etag: transferred.etag }
    onTransferred(stored, <TransferredNotice name={name.ens} holder={to} />)
  }
  return (
    <Dialog title={t('transfer.name', { name: name.ens })} onClose={onClose}>
      <Form
        name="transfer"
        submit={transfer}
        failure={t('transfer.failed')}
        action={t('transfer.action')}
        busyAction={t('sign-in-wallet')}
        missing={to === undefined && t('transfer.missing')}
        button={{ look: 'danger', className: 'w-full' }}
      >
        <p>{t('transfer.text')}</p>
        <RecipientInput
          title={t('transfer.recipient')}
          name="to"
          value={recipient}
          recipient={state}
          onChange={setRecipient}
        />
        <Addresses
          id="moving"
          title={t('transfer.follow')}
          addresses={moving.map((entry) => ({ ...entry, value: to ?? '' }))}
        />
        <Addresses
          id="staying"
          title={t(clearsOthers ? 'transfer.removed' : 'transfer.stay')}
          addresses={staying}
          isCleared={clearsOthers}
        />
        {staying.length > 0 && (
          <Switch
            title={t('transfer.clear')}
            name="clearOtherAddresses"
            isOn={clearsOthers}
            onChange={setClearsOthers}
          />
        )}
        {texts.length > 0 && (
          <p className="text-soft name-breaks text-sm">
            {t('transfer.texts-stay', { texts: new Intl.ListFormat(currentLanguage()).format(texts) })}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

/** What the wallet shows, in ASCII. */
function statementOf(to: string, clearsOthers: boolean): string {
  const cleared = clearsOthers ? ' Its addresses that are not mine are removed.' : ''
  return `Transfer my name to ${to}. What it sends to my address goes there.${cleared}`
}

type AddressOfCoin = Name['records']['addresses'][number]

/** By the rule of the service: those that are the holder's go to the next one. */
function addressesOf({ holder, records: { addresses } }: Name) {
  const known = addresses.map(({ id, value }) => ({ coinType: id, address: value }))
  const coinTypes = coinTypesOfHolder(known, holder ?? '')
  return {
    moving: addresses.filter(({ id }) => coinTypes.has(id)),
    staying: addresses.filter(({ id }) => !coinTypes.has(id)),
  }
}

/** In words, the pictures among them. Permissions of apps do not stay. */
function textsThatStay({ records: { texts, contentHash } }: Name): string[] {
  const keys = texts.filter(({ key, value }) => value !== '' && key !== 'mApps').map(({ key }) => key)
  return [...keys.map(titleOfKey), ...(contentHash ? [t('name.site')] : [])]
}

interface AddressesProps {
  readonly id: string
  readonly title: string
  /** An empty address is not known yet. */
  readonly addresses: readonly AddressOfCoin[]
  readonly isCleared?: boolean
}

function Addresses({ id, title, addresses, isCleared = false }: AddressesProps) {
  if (addresses.length === 0) return null
  return (
    <section className="bg-sunk border-line rounded-lg border px-4 py-3">
      <h3 id={id} className="text-sm font-medium">
        {title}
      </h3>
      <ul aria-labelledby={id} className={isCleared ? 'mt-2 grid gap-2 line-through' : 'mt-2 grid gap-2'}>
        {addresses.map(({ id: coinType, name, value }) => (
          <li key={coinType} className="flex flex-wrap items-center gap-x-2.5 text-sm">
            <ChainLogo coinType={coinType} title={coinTitle(coinType) ?? name} />
            <span className="min-w-0 flex-1 basis-20 truncate">{coinTitle(coinType) ?? name}</span>
            {value && (
              <bdi className="mono text-soft ms-auto" title={value}>
                {shortAddress(value)}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TransferredNoticeProps {
  readonly name: string
  readonly holder: string
}

/** Takes the focus: what was pressed is gone. */
function TransferredNotice({ name, holder }: TransferredNoticeProps) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => area.current?.focus(), [])
  const sentence = tNodes('transfer.done', {
    name: <NameTitle key="name" name={name} isPlain />,
    address: (
      <bdi key="address" className="mono" title={holder}>
        {shortAddress(holder)}
      </bdi>
    ),
  })
  return (
    <div ref={area} tabIndex={-1} className="mt-6 max-w-prose outline-none">
      <Notice tone="good" isLive title={sentence}>
        <a href="/me" className="text-ink underline underline-offset-4">
          {t('my-names')}
        </a>
      </Notice>
    </div>
  )
}
