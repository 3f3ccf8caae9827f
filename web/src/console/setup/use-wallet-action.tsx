import { type ReactNode, useState } from 'react'
import { connect } from '../../wallet/connect.ts'
import { WalletDialog } from '../../wallet/WalletDialog.tsx'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import { instance } from '../instance.ts'
import { useSession } from '../session/use-session.ts'

interface WalletAction {
  readonly isBusy: boolean
  readonly problem: string | undefined
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
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (open: () => Promise<ConnectedWallet>) => {
    setIsChoosing(false)
    setProblem(undefined)
    setIsBusy(true)
    try {
      const wallet = await open()
      last = { wallet, sessionId }
      await action(wallet)
    } catch (error) {
      setProblem(explainError(error))
    } finally {
      setIsBusy(false)
    }
  }
  return {
    isBusy,
    problem,
    start: () => {
      const known = last?.sessionId === sessionId ? last : undefined
      if (known) void run(async () => known.wallet)
      else setIsChoosing(true)
    },
    dialog: isChoosing && (
      <WalletDialog
        isSandbox={instance.isSandbox}
        onChoose={(wallet: Wallet) => void run(() => connect(wallet))}
        onClose={() => setIsChoosing(false)}
      />
    ),
  }
}
