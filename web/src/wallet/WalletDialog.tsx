import { useEffect, useState } from 'react'
import { t } from '../text/messages.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { useInstalledWallets } from './installed-wallets.ts'
import { remoteWallets } from './remote/offered.ts'
import { readSandboxWallets } from './sandbox-wallets.ts'
import type { Wallet } from './wallet.ts'
import { isPhone, walletApps } from './wallet-links.ts'

interface WalletDialogProps {
  readonly isSandbox: boolean
  /** URL that opens this page elsewhere as it is, such as in the browser of a wallet app. Absent: its own. */
  readonly pageUrl?: string
  readonly onChoose: (wallet: Wallet) => void
  readonly onClose: () => void
}

/** Wallets of this browser first, then those that are reached from it; without one of this browser, the ways into one, on this phone or on another. */
export function WalletDialog({ isSandbox, pageUrl = location.href, onChoose, onClose }: WalletDialogProps) {
  const installed = useInstalledWallets()
  const own = useSandboxWallets(isSandbox)
  const remote = remoteWallets()
  const hasNone = installed.length === 0
  return (
    <Dialog title={t('wallet.choose')} onClose={onClose}>
      <WalletList wallets={installed} onChoose={onChoose} />
      {remote.length > 0 && (
        <>
          <p className={`text-soft mb-3 text-sm ${hasNone ? '' : 'mt-6'}`}>{t('wallet.elsewhere')}</p>
          <WalletList wallets={remote} onChoose={onChoose} />
          {hasNone && <hr className="border-line my-6" />}
        </>
      )}
      {hasNone && (isPhone(navigator) ? <WalletApps pageUrl={pageUrl} /> : <NoWallet pageUrl={pageUrl} />)}
      {!hasNone && !isPhone(navigator) && (
        <details className="mt-4">
          <summary className="min-h-11 content-center font-medium">{t('wallet.on-phone')}</summary>
          <PhoneCode pageUrl={pageUrl} />
        </details>
      )}
      {isSandbox && (
        <>
          <p className="text-soft mt-6 mb-3 text-sm">{t('wallet.sandbox')}</p>
          <WalletList wallets={own} onChoose={onChoose} />
        </>
      )}
    </Dialog>
  )
}

interface WalletListProps {
  readonly wallets: readonly Wallet[]
  readonly onChoose: (wallet: Wallet) => void
}

function WalletList({ wallets, onChoose }: WalletListProps) {
  return (
    <ul className="grid gap-2">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <Button className="w-full justify-start text-start" onClick={() => onChoose(wallet)}>
            {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" className="size-6" />}
            <span className="flex-1">{wallet.name}</span>
            {wallet.note && <span className="mono text-soft text-sm">{wallet.note}</span>}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Funded accounts of the sandbox; none elsewhere. */
function useSandboxWallets(isSandbox: boolean): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => {
    if (isSandbox) readSandboxWallets().then(setWallets, () => setWallets([]))
  }, [isSandbox])
  return wallets
}

/** On a phone: this page in the browser of a wallet app. */
function WalletApps({ pageUrl }: { readonly pageUrl: string }) {
  return (
    <>
      <p className="mb-3">{t('wallet.open-in-app')}</p>
      <ul className="grid gap-2">
        {walletApps.map(({ name, linkTo }) => (
          <li key={name} className="grid">
            <LinkButton href={linkTo(new URL(pageUrl))}>{t('wallet.open-in', { app: name })}</LinkButton>
          </li>
        ))}
      </ul>
      <p className="text-soft mt-4 flex items-center justify-between gap-3 text-sm">
        {t('wallet.another')}
        <CopyButton text={pageUrl} subject={t('wallet.page-link')} />
      </p>
    </>
  )
}

function NoWallet({ pageUrl }: { readonly pageUrl: string }) {
  return (
    <>
      <p className="font-medium">{t('wallet.none')}</p>
      <PhoneCode pageUrl={pageUrl} />
      <p className="text-soft mt-4 text-sm">{t('wallet.install')}</p>
    </>
  )
}

/** On a computer: this page on the phone that has the wallet. */
function PhoneCode({ pageUrl }: { readonly pageUrl: string }) {
  return (
    <>
      <p className="text-soft mt-1 mb-3 text-sm">{t('wallet.scan')}</p>
      <QrCode text={pageUrl} className="mx-auto w-56" />
      <p className="mt-2 flex justify-center">
        <CopyButton text={pageUrl} subject={t('wallet.page-link')} />
      </p>
    </>
  )
}
