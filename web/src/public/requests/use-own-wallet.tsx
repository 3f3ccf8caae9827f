import { type ReactNode, useState } from 'react'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import { rememberedWallet } from '../../wallet/remembered-wallet.ts'
import { restoreWallet } from '../../wallet/restore-wallet.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'

interface OwnWallet {
  /** Restores the wallet of the last visit, else lets the visitor choose one; undefined if they choose none. `isOther`: lets them choose in any case. */
  readonly askForWallet: (isOther?: boolean) => Promise<ConnectedWallet | undefined>
  /** While the visitor chooses. */
  readonly dialog: ReactNode
}

type Choose = (wallet: Promise<ConnectedWallet> | undefined) => void

/** For actions that need a wallet where the page has none yet. */
export function useOwnWallet(isSandbox: boolean): OwnWallet {
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const [choice, setChoice] = useState<{ readonly choose: Choose }>()
  const askForWallet = async (isOther = false) => {
    if (wallet && !isOther) return wallet
    const lastingId = isOther ? undefined : rememberedWallet()
    const restored =
      lastingId === undefined
        ? undefined
        : await restoreWallet(lastingId, { isSandbox }).catch(() => undefined)
    const connected =
      restored ?? (await new Promise<ConnectedWallet | undefined>((choose) => setChoice({ choose })))
    setWallet(connected)
    return connected
  }
  const dialog = choice && (
    <LazyWalletDialog
      isSandbox={isSandbox}
      onChoose={(chosen) => {
        setChoice(undefined)
        choice.choose(connect(chosen))
      }}
      onClose={() => {
        setChoice(undefined)
        choice.choose(undefined)
      }}
    />
  )
  return { askForWallet, dialog }
}
