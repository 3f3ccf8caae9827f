import { useState } from 'react'
import { chainIdOf } from '../../../api/chain-id.ts'
import { api, unwrap } from '../../../api/client.ts'
import { Form } from '../../../form/Form.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { purpose } from '../../../wallet/purpose.ts'
import { signMessage } from '../../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { TextField } from './TextField.tsx'

interface ReleaseDialogProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onReleased: () => void
  readonly onClose: () => void
}

export function ReleaseDialog({ name, wallet, onReleased, onClose }: ReleaseDialogProps) {
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
        submit={release}
        failure="It was not released."
        action="Release it"
        busyAction="Sign in your wallet…"
        isReady={typed.trim() === name.ens}
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
