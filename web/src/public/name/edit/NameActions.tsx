import { checksumAddress } from '@byname/sdk/checksum-address'
import { useState } from 'react'
import { coinTypesOfHolder } from '../../../../../server/src/ens/holder-addresses.ts'
import { api, chainIdOf, unwrap, unwrapWithEtag } from '../../../api/client.ts'
import { Form } from '../../../form/Form.tsx'
import { RecipientInput } from '../../../form/RecipientInput.tsx'
import { t } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { shortAddress } from '../../../ui/short-address.ts'
import { signMessage } from '../../../wallet/sign-message.ts'
import { useRecipient } from '../../../wallet/use-recipient.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { coinTitle } from '../coin-titles.ts'
import { PrimaryNameDialog } from './PrimaryNameDialog.tsx'
import { TextField } from './TextField.tsx'

interface NameActionsProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onSaved: (stored: StoredName) => void
  readonly onTransferred: () => void
  readonly onReleased: () => void
}

/** What concerns the name as a whole. */
export function NameActions({ name, wallet, onSaved, onTransferred, onReleased }: NameActionsProps) {
  const [open, setOpen] = useState<'primary' | 'transfer' | 'release'>()
  const dialog = { name, wallet, onClose: () => setOpen(undefined) }
  return (
    <div className="border-line mt-8 flex flex-wrap gap-3 border-t pt-6">
      <Button onClick={() => setOpen('primary')}>{t('primary')}</Button>
      <Button onClick={() => setOpen('transfer')}>{t('transfer')}</Button>
      <Button className="text-bad" onClick={() => setOpen('release')}>
        {t('release')}
      </Button>
      {open === 'primary' && <PrimaryNameDialog {...dialog} />}
      {open === 'transfer' && (
        <TransferDialog
          {...dialog}
          onTransferred={(transferred) => {
            onSaved(transferred)
            onTransferred()
          }}
        />
      )}
      {open === 'release' && <ReleaseDialog {...dialog} onReleased={onReleased} />}
    </div>
  )
}

interface TransferDialogProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onTransferred: (stored: StoredName) => void
  readonly onClose: () => void
}

function TransferDialog({ name, wallet, onTransferred, onClose }: TransferDialogProps) {
  const [recipient, setRecipient] = useState('')
  const [clearsOthers, setClearsOthers] = useState(false)
  const { address, ...state } = useRecipient(recipient, name.chainId)
  const staying = addressesThatStay(name)
  const transfer = async () => {
    if (address === undefined) return
    const to = checksumAddress(address)
    const headers = await signMessage(wallet, {
      chainId: name.chainId,
      statement: 'Transfer my name to another address.',
      purpose: { action: 'transfer', name: name.ens, to, clearOtherAddresses: clearsOthers },
    })
    const { data, etag } = await unwrapWithEtag(
      api.POST('/byname/v1/names/{name}/transfer', {
        params: { path: { name: name.ens }, query: { chainId: chainIdOf(name.chainId) } },
        headers,
        body: { to, ...(clearsOthers && { clearOtherAddresses: true }) },
      }),
    )
    onTransferred({ name: data, etag })
  }
  return (
    <Dialog title={t('transfer.name', { name: name.ens })} onClose={onClose}>
      <Form
        name="transfer"
        submit={transfer}
        failure={t('transfer.failed')}
        action={t('transfer.action')}
        busyAction={t('sign-in-wallet')}
        missing={address === undefined && t('transfer.missing')}
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
        {staying.length > 0 && (
          <>
            <p id="staying">{t('transfer.stay')}</p>
            <ul aria-labelledby="staying" className={clearsOthers ? 'line-through' : ''}>
              {staying.map(({ id, name: coin, value }) => (
                <li key={id} className="flex justify-between gap-3 text-sm">
                  <span className="min-w-0 truncate">{coinTitle(id) ?? coin}</span>
                  <bdi className="mono text-soft" title={value}>
                    {shortAddress(value)}
                  </bdi>
                </li>
              ))}
            </ul>
            <Switch
              title={t('transfer.clear')}
              name="clearOtherAddresses"
              isOn={clearsOthers}
              onChange={setClearsOthers}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** By the rule of the service: those that are the holder's go to the next one. */
function addressesThatStay({ holder, records }: Name): Name['records']['addresses'] {
  const addresses = records.addresses.map(({ id, value }) => ({ coinType: id, address: value }))
  const moving = coinTypesOfHolder(addresses, holder ?? '')
  return records.addresses.filter(({ id }) => !moving.has(id))
}

interface ReleaseDialogProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onReleased: () => void
  readonly onClose: () => void
}

function ReleaseDialog({ name, wallet, onReleased, onClose }: ReleaseDialogProps) {
  const [typed, setTyped] = useState('')
  const release = async () => {
    const headers = await signMessage(wallet, {
      chainId: name.chainId,
      statement: 'Release my name.',
      purpose: { action: 'release', name: name.ens },
    })
    await unwrap(
      api.DELETE('/byname/v1/names/{name}', {
        params: { path: { name: name.ens }, query: { chainId: chainIdOf(name.chainId) } },
        headers,
      }),
    )
    onReleased()
  }
  return (
    <Dialog title={t('release.name', { name: name.ens })} onClose={onClose}>
      <Form
        name="release"
        work="losable"
        submit={release}
        failure={t('release.failed')}
        action={t('release.action')}
        busyAction={t('sign-in-wallet')}
        missing={typed.trim() !== name.ens && t('release.missing', { name: name.ens })}
        button={{ look: 'danger', className: 'w-full' }}
      >
        <p>{t('release.text')}</p>
        <TextField title={t('release.type', { name: name.ens })} value={typed} onChange={setTyped} />
      </Form>
    </Dialog>
  )
}
