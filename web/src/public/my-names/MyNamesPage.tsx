import { useEffect, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { ServiceFoot } from '../../ui/ServiceFoot.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog, preloadWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import { forgetWallet, rememberedWallet } from '../../wallet/remembered-wallet.ts'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { PageData } from '../page-data.ts'
import { NamesOfWallet } from './NamesOfWallet.tsx'

export function MyNamesPage({ chainIds, isSandbox }: PageData['my-names']) {
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const [isChoosing, setIsChoosing] = useState(false)
  const { problem, run } = useAction()
  const [isRestoring, setIsRestoring] = useState(false)
  useEffect(() => {
    const lastingId = rememberedWallet()
    if (lastingId === undefined) return
    setIsRestoring(true)
    import('../../wallet/restore-wallet.ts')
      .then(({ restoreWallet }) => restoreWallet(lastingId, { isSandbox }))
      // Without it, the visitor connects as the first time.
      .then(setWallet, () => undefined)
      .finally(() => setIsRestoring(false))
  }, [isSandbox])
  const choose = (chosen: Wallet) => {
    setIsChoosing(false)
    void run(async () => setWallet(await connect(chosen)))
  }
  return (
    <PageFrame foot={<ServiceFoot />}>
      <h1 className="pt-12 text-4xl font-semibold tracking-tight sm:text-5xl">My names</h1>
      {wallet ? (
        <>
          <p className="text-soft mt-3 mb-8 flex flex-wrap items-center gap-x-3">
            <span className="mono" title={wallet.address}>
              {shortAddress(wallet.address)}
            </span>
            <Button look="quiet" className="px-3 text-sm" onClick={() => setIsChoosing(true)}>
              Change
            </Button>
            <Button
              look="quiet"
              className="px-3 text-sm"
              onClick={() => {
                forgetWallet()
                setWallet(undefined)
              }}
            >
              Disconnect
            </Button>
          </p>
          <NamesOfWallet key={wallet.address} wallet={wallet} chainIds={chainIds} />
        </>
      ) : isRestoring ? (
        <p role="status" className="text-soft mt-3">
          Looking for your wallet…
        </p>
      ) : (
        <>
          <p className="text-soft mt-3 mb-8">Your names, and those that are reserved for you.</p>
          <Button
            look="primary"
            onPointerEnter={preloadWalletDialog}
            onFocus={preloadWalletDialog}
            onClick={() => setIsChoosing(true)}
          >
            Connect your wallet
          </Button>
        </>
      )}
      <Failure title="The wallet is not connected." problem={problem} className="mt-6" />
      {isChoosing && (
        <LazyWalletDialog isSandbox={isSandbox} onChoose={choose} onClose={() => setIsChoosing(false)} />
      )}
    </PageFrame>
  )
}
