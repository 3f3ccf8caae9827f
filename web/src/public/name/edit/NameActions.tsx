import { useState } from 'react'
import { api, chainIdOf, unwrap, unwrapWithEtag } from '../../../api/client.ts'
import { Form } from '../../../form/Form.tsx'
import { RecipientInput } from '../../../form/RecipientInput.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { checksumAddress } from '../../../wallet/checksum-address.ts'
import { purpose } from '../../../wallet/purpose.ts'
import { signMessage } from '../../../wallet/sign-message.ts'
import { useRecipient } from '../../../wallet/use-recipient.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
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
      <Button onClick={() => setOpen('primary')}>Use as primary name</Button>
      <Button onClick={() => setOpen('transfer')}>Transfer</Button>
      <Button className="text-bad" onClick={() => setOpen('release')}>
        Release
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
  const { address, ...state } = useRecipient(recipient, name.chainId)
  const transfer = async () => {
    if (address === undefined) return
    const to = checksumAddress(address)
    const headers = await signMessage(wallet, {
      chainId: name.chainId,
      statement: 'Transfer my name to another address.',
      resources: purpose('transfer', name.ens, to),
    })
    const { data, etag } = await unwrapWithEtag(
      api.POST('/byname/v1/names/{name}/transfer', {
        params: { path: { name: name.ens }, query: { chainId: chainIdOf(name.chainId) } },
        headers,
        body: { to },
      }),
    )
    onTransferred({ name: data, etag })
  }
  return (
    <Dialog title={`Transfer ${name.ens}`} onClose={onClose}>
      <Form
        name="transfer"
        submit={transfer}
        failure="It was not transferred."
        action="Transfer it"
        busyAction="Sign in your wallet…"
        missing={address === undefined && 'The new holder has to be known first.'}
        button={{ look: 'danger', className: 'w-full' }}
      >
        <p>
          The name will belong to another address. You can’t edit it or take it back afterwards. If it sends
          to your address, it will send to the new one; its other records stay.
        </p>
        <RecipientInput
          title="Address or ENS name of the new holder"
          name="to"
          value={recipient}
          recipient={state}
          onChange={setRecipient}
        />
      </Form>
    </Dialog>
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
      resources: purpose('release', name.ens),
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
    <Dialog title={`Release ${name.ens}`} onClose={onClose}>
      <Form
        name="release"
        work="losable"
        submit={release}
        failure="It was not released."
        action="Release it"
        busyAction="Sign in your wallet…"
        missing={typed.trim() !== name.ens && `Type ${name.ens} first.`}
        button={{ look: 'danger', className: 'w-full' }}
      >
        <p>
          All its records are deleted, and it stops resolving at once. Others can then have it: what is sent
          to this name later may arrive with them.
        </p>
        <TextField title={`To go on, type ${name.ens}`} value={typed} onChange={setTyped} />
      </Form>
    </Dialog>
  )
}
