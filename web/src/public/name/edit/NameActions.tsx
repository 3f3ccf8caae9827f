import { type ReactNode, useState } from 'react'
import { api, chainIdOf, unwrap } from '../../../api/client.ts'
import { Form } from '../../../form/Form.tsx'
import { t } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { signMessage } from '../../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { PrimaryNameDialog } from './PrimaryNameDialog.tsx'
import { TextField } from './TextField.tsx'
import { TransferDialog } from './TransferDialog.tsx'

interface NameActionsProps {
  readonly stored: StoredName
  readonly wallet: ConnectedWallet
  /** With what it is now, and a sentence about it. */
  readonly onTransferred: (stored: StoredName, notice: ReactNode) => void
  readonly onReleased: () => void
}

/** What concerns the name as a whole. */
export function NameActions({ stored, wallet, onTransferred, onReleased }: NameActionsProps) {
  const [open, setOpen] = useState<'primary' | 'transfer' | 'release'>()
  const { name } = stored
  // It signs neither transactions nor messages.
  const isPasskey = name.sealed?.kind === 'passkey'
  const dialog = { name, wallet, onClose: () => setOpen(undefined) }
  return (
    <div className="border-line mt-8 flex flex-wrap gap-3 border-t pt-6">
      {!isPasskey && <Button onClick={() => setOpen('primary')}>{t('primary')}</Button>}
      {!name.sealed && <Button onClick={() => setOpen('transfer')}>{t('transfer')}</Button>}
      {!isPasskey && (
        <Button className="text-bad" onClick={() => setOpen('release')}>
          {t('release')}
        </Button>
      )}
      {name.sealed && <p className="text-soft w-full text-sm">{t('sealed.no-transfer')}</p>}
      {open === 'primary' && <PrimaryNameDialog {...dialog} />}
      {open === 'transfer' && <TransferDialog {...dialog} etag={stored.etag} onTransferred={onTransferred} />}
      {open === 'release' && <ReleaseDialog {...dialog} onReleased={onReleased} />}
    </div>
  )
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
        <p>{t(name.sealed ? 'sealed.release-text' : 'release.text')}</p>
        <TextField title={t('release.type', { name: name.ens })} value={typed} onChange={setTyped} />
      </Form>
    </Dialog>
  )
}
