import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import type { Name } from '../page-data.ts'

interface EditButtonProps {
  readonly name: Name
  readonly isSandbox: boolean
  readonly onConnected: (wallet: ConnectedWallet) => void
}

/** For the holder. Other wallets are refused here in words, and by the service in any case. */
export function EditButton({ name, isSandbox, onConnected }: EditButtonProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const choose = async (chosen: Wallet) => {
    setIsChoosing(false)
    setProblem(undefined)
    try {
      const wallet = await connect(chosen)
      if (wallet.address === name.holder) onConnected(wallet)
      else setProblem(`${shortAddress(wallet.address)} does not hold ${name.ens}. Choose another account.`)
    } catch (error) {
      setProblem(explainError(error))
    }
  }
  return (
    <div className="mt-8">
      <Button onClick={() => setIsChoosing(true)}>Is it yours? Edit it</Button>
      {problem !== undefined && (
        <div className="mt-4">
          <Notice tone="bad" title="You can’t edit it with this wallet." isLive>
            {problem}
          </Notice>
        </div>
      )}
      {isChoosing && (
        <LazyWalletDialog
          isSandbox={isSandbox}
          onChoose={(wallet) => void choose(wallet)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  )
}
