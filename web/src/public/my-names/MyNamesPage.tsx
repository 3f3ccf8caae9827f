import { lazy, useEffect, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog, preloadWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import { forgetWallet, rememberedWallet } from '../../wallet/remembered-wallet.ts'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { PageData } from '../page-data.ts'
import { forgetAllRequests } from '../requests/stored-requests.ts'

/** Loaded once there is a wallet. */
const NamesOfWallet = lazy(() =>
  importPart(() => import('./NamesOfWallet.tsx')).then(({ NamesOfWallet }) => ({ default: NamesOfWallet })),
)

export function MyNamesPage({ chainIds, isSandbox }: PageData['my-names']) {
  const [wallet, setWallet] = useState<ConnectedWallet>()
  const [isChoosing, setIsChoosing] = useState(false)
  const { problem, run } = useAction()
  const [isRestoring, setIsRestoring] = useState(false)
  useEffect(() => {
    const lastingId = rememberedWallet()
    if (lastingId === undefined) return
    setIsRestoring(true)
    importPart(() => import('../../wallet/restore-wallet.ts'))
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
    <PageFrame>
      <h1 className="pt-8 text-[2.375rem] leading-[1.1] font-bold tracking-tighter sm:pt-12 sm:text-5xl">
        {t('my-names')}
      </h1>
      {wallet ? (
        <>
          <p className="text-soft mt-4 mb-8 flex flex-wrap items-center gap-x-1">
            <span className="me-1 inline-flex items-center gap-2.5" title={wallet.address}>
              <Avatar name={wallet.address} size="sm" />
              <span className="mono text-ink">{shortAddress(wallet.address)}</span>
            </span>
            <Button look="quiet" className="px-2.5 text-sm" onClick={() => setIsChoosing(true)}>
              {t('me.change')}
            </Button>
            <Button
              look="quiet"
              className="px-2.5 text-sm"
              onClick={() => {
                forgetWallet()
                forgetAllRequests()
                wallet.disconnect?.().catch(() => undefined)
                setWallet(undefined)
              }}
            >
              {t('me.disconnect')}
            </Button>
          </p>
          <LatePart fallback={<p className="text-soft">{t('me.loading')}</p>}>
            <NamesOfWallet key={wallet.address} wallet={wallet} chainIds={chainIds} />
          </LatePart>
        </>
      ) : isRestoring ? (
        <p role="status" className="text-soft mt-3">
          {t('me.restoring')}
        </p>
      ) : (
        <>
          <p className="text-soft mt-4 max-w-prose text-lg">{t('me.lead')}</p>
          <div className="bg-raised border-line mt-8 flex flex-col items-center rounded-xl border px-6 py-12 text-center shadow">
            <span aria-hidden className="mb-6 flex -space-x-3">
              {['alice', 'byname', 'zoe'].map((seed) => (
                <Avatar key={seed} name={seed} size="lg" className="border-raised border-4" />
              ))}
            </span>
            <Button
              look="primary"
              className="min-h-[52px] rounded-[16px] px-7"
              onPointerEnter={preloadWalletDialog}
              onFocus={preloadWalletDialog}
              onClick={() => setIsChoosing(true)}
            >
              {t('me.connect')}
            </Button>
            <p className="text-soft mt-4 text-sm">{t('me.connect-text')}</p>
          </div>
        </>
      )}
      <Failure title={t('me.not-connected')} problem={problem} className="mt-6" />
      {isChoosing && (
        <LazyWalletDialog isSandbox={isSandbox} onChoose={choose} onClose={() => setIsChoosing(false)} />
      )}
    </PageFrame>
  )
}
