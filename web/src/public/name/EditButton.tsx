import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyWalletDialog } from '../../wallet/LazyWalletDialog.tsx'
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
    void run(async () => {
      const { lastHolder } = await connecting()
      const wallet = await lastHolder(name, { isSandbox })
      if (wallet) onConnected(wallet)
      else await begin()
    })
  }, [])
  const begin = async () => {
    if (name.sealed?.kind !== 'passkey') return setIsChoosing(true)
    const { connectPasskeyHolder } = await connecting()
    onConnected(await connectPasskeyHolder(name))
  }
  const choose = async (chosen: Wallet) => {
    setIsChoosing(false)
    const { connectHolder } = await connecting()
    onConnected(await connectHolder(chosen, name))
  }
  return (
    <div ref={area}>
      <Button className={className} onClick={() => void run(begin)}>
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

const connecting = () => importPart(() => import('./edit/connect-holder.ts'))
