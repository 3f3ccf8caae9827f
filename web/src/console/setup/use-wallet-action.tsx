import { type ReactNode, useState } from 'react'
import { type Action, useAction } from '../../form/use-action.ts'
import { connect } from '../../wallet/connect.ts'
import { WalletDialog } from '../../wallet/WalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import { instance } from '../instance.ts'
import { useSession } from '../session.ts'

interface WalletAction extends Pick<Action, 'isBusy' | 'problem'> {
  /** Asks for a wallet, then runs. */
  readonly start: () => void
  /** To render beside the button. */
  readonly dialog: ReactNode
}

/** The wallet of the last action of this page, and the session that it was for. */
let last: { readonly wallet: ConnectedWallet; readonly sessionId: string | undefined } | undefined

/** An action that needs a wallet, which is asked for once in a session. */
export function useWalletAction(action: (wallet: ConnectedWallet) => Promise<void>): WalletAction {
  const sessionId = useSession()?.id
  const [isChoosing, setIsChoosing] = useState(false)
  const { isBusy, problem, run } = useAction()
  const runWith = (open: () => Promise<ConnectedWallet>) => {
    setIsChoosing(false)
    void run(async () => {
      const wallet = await open()
      last = { wallet, sessionId }
      await action(wallet)
    })
  }
  return {
    isBusy,
    problem,
    start: () => {
      const known = last?.sessionId === sessionId ? last : undefined
      if (known) runWith(async () => known.wallet)
      else setIsChoosing(true)
    },
    dialog: isChoosing && (
      <WalletDialog
        isSandbox={instance.isSandbox}
        onChoose={(wallet: Wallet) => runWith(() => connect(wallet))}
        onClose={() => setIsChoosing(false)}
      />
    ),
  }
}
