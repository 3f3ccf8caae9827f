import { useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { Name } from '../page-data.ts'

interface EditButtonProps {
  readonly name: Name
  readonly isSandbox: boolean
  readonly onConnected: (wallet: ConnectedWallet) => void
}

/** For the holder. Other wallets are refused here in words, and by the service in any case. */
export function EditButton({ name, isSandbox, onConnected }: EditButtonProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { problem, run } = useAction()
  const choose = async (chosen: Wallet) => {
    setIsChoosing(false)
    const wallet = await connect(chosen)
    if (wallet.address !== name.holder)
      throw new Error(`${shortAddress(wallet.address)} does not hold ${name.ens}. Choose another account.`)
    onConnected(wallet)
  }
  return (
    <div className="mt-8">
      <Button onClick={() => setIsChoosing(true)}>Is it yours? Edit it</Button>
      <Failure title="You can’t edit it with this wallet." problem={problem} className="mt-4" />
      {isChoosing && (
        <LazyWalletDialog
          isSandbox={isSandbox}
          onChoose={(wallet) => void run(() => choose(wallet))}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  )
}
