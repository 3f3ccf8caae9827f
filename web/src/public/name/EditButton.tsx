import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/short-address.ts'
import { connect } from '../../wallet/connect.ts'
import { LazyWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
import { rememberedWallet } from '../../wallet/remembered-wallet.ts'
import type { ConnectedWallet, Wallet } from '../../wallet/wallet.ts'
import type { Name } from '../page-data.ts'

interface EditButtonProps {
  readonly name: Name
  readonly isSandbox: boolean
  readonly onConnected: (wallet: ConnectedWallet) => void
  /** It was edited just now: the focus returns. */
  readonly takesFocus?: boolean
  readonly className?: string
}

/** A link with it edits at once, with the wallet that was connected last. */
const fragment = '#edit'

/** For the holder. Other wallets are refused here in words, and by the service in any case. */
export function EditButton({ name, isSandbox, onConnected, takesFocus, className }: EditButtonProps) {
  const area = useRef<HTMLDivElement>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const { problem, run } = useAction()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown, and for the link by which the page was opened.
  useEffect(() => {
    if (takesFocus) area.current?.querySelector('button')?.focus()
    if (location.hash !== fragment) return
    void lastWallet(isSandbox).then((wallet) =>
      wallet?.address === name.holder ? onConnected(wallet) : setIsChoosing(true),
    )
  }, [])
  const choose = async (chosen: Wallet) => {
    setIsChoosing(false)
    const wallet = await connect(chosen)
    // Its message has come with the dialog.
    if (wallet.address !== name.holder)
      throw new Error(t('edit.not-holder', { address: shortAddress(wallet.address), name: name.ens }))
    onConnected(wallet)
  }
  return (
    <div ref={area}>
      <Button className={className} onClick={() => setIsChoosing(true)}>
        <Pencil aria-hidden className="size-4" />
        {t('name.edit')}
      </Button>
      <Failure title={t('name.not-editable')} problem={problem} className="mt-4" />
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

/** Asks the visitor nothing; undefined without one that this page may still see. */
async function lastWallet(isSandbox: boolean): Promise<ConnectedWallet | undefined> {
  const lastingId = rememberedWallet()
  if (lastingId === undefined) return undefined
  const { restoreWallet } = await importPart(() => import('../../wallet/restore-wallet.ts'))
  return restoreWallet(lastingId, { isSandbox }).catch(() => undefined)
}
