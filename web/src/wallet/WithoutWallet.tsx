import { ChevronRight, CircleHelp, Fingerprint, KeyRound, type LucideIcon, WalletMinimal } from 'lucide-react'
import { t } from '../text/messages.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { WalletIcon } from './WalletIcon.tsx'
import type { Wallet } from './wallet.ts'

interface PasskeyChoiceProps {
  /** The account with a passkey. */
  readonly wallet: Wallet
  readonly onChoose: (wallet: Wallet) => void
  readonly onAsk: () => void
}

/** The first way of a visitor without a wallet. */
export function PasskeyChoice({ wallet, onChoose, onAsk }: PasskeyChoiceProps) {
  return (
    <>
      <Button
        look="primary"
        className="min-h-16 w-full justify-start gap-3 rounded-xl text-start"
        onClick={() => onChoose(wallet)}
      >
        <Fingerprint aria-hidden className="size-7 shrink-0" strokeWidth={1.75} />
        <span className="flex-1">
          {t('wallet.passkey')}
          <span className="block text-sm font-normal">{t('wallet.passkey-hint')}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 rtl:-scale-x-100" />
      </Button>
      <Button look="quiet" className="text-soft mt-1 w-full" onClick={onAsk}>
        <CircleHelp aria-hidden className="size-4" strokeWidth={1.75} />
        {t('wallet.no-wallet')}
      </Button>
    </>
  )
}

interface WithoutWalletProps extends Omit<PasskeyChoiceProps, 'onAsk'> {
  readonly onBack: () => void
  readonly onClose: () => void
}

/** What a wallet is, that a passkey is enough, and what is lost with it. */
export function WithoutWallet({ wallet, onChoose, onBack, onClose }: WithoutWalletProps) {
  return (
    <Dialog title={t('wallet.what')} onClose={onClose}>
      <ul className="grid gap-4">
        <Sentence icon={WalletMinimal} text={t('wallet.what-is')} />
        <Sentence icon={Fingerprint} text={t('wallet.what-passkey')} />
        <Sentence icon={KeyRound} text={t('wallet.what-lost')} />
      </ul>
      <p className="mt-6 grid gap-2">
        <Button look="primary" onClick={() => onChoose(wallet)}>
          {t('wallet.passkey')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('wallet.back')}
        </Button>
      </p>
      <p className="text-soft mt-4 flex items-center gap-2.5 text-sm">
        <WalletIcon {...wallet} />
        {t('wallet.passkey-by')}
      </p>
    </Dialog>
  )
}

function Sentence({ icon: Drawing, text }: { readonly icon: LucideIcon; readonly text: string }) {
  return (
    <li className="flex items-start gap-3">
      <span aria-hidden className="bg-sunk grid size-9 shrink-0 place-items-center rounded-full">
        <Drawing className="size-[18px]" strokeWidth={1.75} />
      </span>
      <span className="leading-relaxed">{text}</span>
    </li>
  )
}
