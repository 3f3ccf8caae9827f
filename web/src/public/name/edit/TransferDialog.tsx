import { useState } from 'react'
import { chainIdOf } from '../../../api/chain-id.ts'
import { api, unwrapWithEtag } from '../../../api/client.ts'
import { Form } from '../../../form/Form.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { checksumAddress } from '../../../wallet/checksum-address.ts'
import { purpose } from '../../../wallet/purpose.ts'
import { signMessage } from '../../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { TextField } from './TextField.tsx'

interface TransferDialogProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onTransferred: (stored: StoredName) => void
  readonly onClose: () => void
}

export function TransferDialog({ name, wallet, onTransferred, onClose }: TransferDialogProps) {
  const [recipient, setRecipient] = useState('')
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(recipient.trim())
  const transfer = async () => {
    const to = checksumAddress(recipient.trim())
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
        submit={transfer}
        failure="It was not transferred."
        action="Transfer it"
        busyAction="Sign in your wallet…"
        isReady={isAddress}
        button={{ look: 'danger', className: 'w-full' }}
      >
        <p>
          The name will belong to another address. You can’t edit it or take it back afterwards. If it sends
          to your address, it will send to the new one; its other records stay.
        </p>
        <TextField
          title="Address of the new holder"
          hint="0x…"
          isMono
          value={recipient}
          onChange={setRecipient}
        />
      </Form>
    </Dialog>
  )
}
