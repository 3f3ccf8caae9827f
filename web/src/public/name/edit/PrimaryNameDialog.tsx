import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { encodeSetName, findReverseRegistrar, sendTransaction } from './primary-name.ts'
import { useAction } from './use-action.ts'

interface PrimaryNameDialogProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onClose: () => void
}

/** A transaction on the chain of the name, sent by the wallet. */
export function PrimaryNameDialog({ name, wallet, onClose }: PrimaryNameDialogProps) {
  const [transaction, setTransaction] = useState<string>()
  const { isBusy, problem, run } = useAction()
  const data = encodeSetName(name.ens)
  const send = () =>
    run(async () => {
      const to = await findReverseRegistrar(wallet, name.chainId)
      setTransaction(await sendTransaction(wallet, { to, data }))
    })
  return (
    <Dialog title="Use as primary name" onClose={onClose}>
      <p className="mb-4">
        Apps will show {name.ens} in place of your address. This is a transaction
        {name.chainId === 1 ? ' on Ethereum' : ' on a test network'}, for which your wallet pays gas.
      </p>
      <details className="mb-4">
        <summary className="min-h-6 text-sm">Transaction</summary>
        <p className="mono text-soft name-breaks mt-2 text-xs">setName: {data}</p>
      </details>
      {transaction === undefined ? (
        <Button look="primary" className="w-full" disabled={isBusy} onClick={send}>
          {isBusy ? 'Waiting for your wallet…' : 'Send it with my wallet'}
        </Button>
      ) : (
        <Notice tone="good" title="It is your primary name." isLive>
          <span className="mono">{transaction}</span>
        </Notice>
      )}
      {problem !== undefined && (
        <div className="mt-4">
          <Notice tone="bad" title="It is not your primary name yet." isLive>
            {problem}
          </Notice>
        </div>
      )}
    </Dialog>
  )
}
