import { useState } from 'react'
import { chainIdOf } from '../../../api/chain-id.ts'
import { api, unwrap } from '../../../api/client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { purpose } from '../../../wallet/purpose.ts'
import { signMessage } from '../../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { TextField } from './TextField.tsx'
import { useAction } from './use-action.ts'

interface ReleaseDialogProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onReleased: () => void
  readonly onClose: () => void
}

export function ReleaseDialog({ name, wallet, onReleased, onClose }: ReleaseDialogProps) {
  const [typed, setTyped] = useState('')
  const { isBusy, problem, run } = useAction()
  const release = () =>
    run(async () => {
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
    })
  return (
    <Dialog title={`Release ${name.ens}`} onClose={onClose}>
      <p className="mb-4">
        All its records are deleted, and it stops resolving at once. Others can then have it: what is sent to
        this name later may arrive with them.
      </p>
      <TextField title={`To go on, type ${name.ens}`} value={typed} onChange={setTyped} />
      <Button
        look="danger"
        className="mt-4 w-full"
        disabled={typed.trim() !== name.ens || isBusy}
        onClick={release}
      >
        {isBusy ? 'Sign in your wallet…' : 'Release it'}
      </Button>
      {problem !== undefined && (
        <div className="mt-4">
          <Notice tone="bad" title="It was not released." isLive>
            {problem}
          </Notice>
        </div>
      )}
    </Dialog>
  )
}
