import { ChevronDown } from 'lucide-react'
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
import { WalletIcon } from './WalletIcon.tsx'
import { PasskeyChoice, WithoutWallet } from './WithoutWallet.tsx'
import type { Wallet } from './wallet.ts'
import { isPhone, walletApps } from './wallet-links.ts'
import { walletLogos } from './wallet-logos.ts'

interface WalletDialogProps {
  readonly isSandbox: boolean
  /** URL that opens this page elsewhere as it is, such as in the browser of a wallet app. Absent: its own. */
  readonly pageUrl?: string
  readonly onChoose: (wallet: Wallet) => void
  readonly onClose: () => void
}

/**
 * Wallets of this browser first, then those that are reached from it. Without one of this browser: an account with a passkey first,
 * then the ways into a wallet, on this phone or on another.
 */
export function WalletDialog({ isSandbox, pageUrl = location.href, onChoose, onClose }: WalletDialogProps) {
  const installed = useInstalledWallets()
  const own = useSandboxWallets(isSandbox)
  const [isExplaining, setIsExplaining] = useState(false)
  const hasNone = installed.length === 0
  const passkey = hasNone ? remoteWallets().find(({ isPasskey }) => isPasskey) : undefined
  const remote = remoteWallets().filter((wallet) => wallet !== passkey)
  if (passkey && isExplaining)
    return (
      <WithoutWallet
        wallet={passkey}
        onChoose={onChoose}
        onBack={() => setIsExplaining(false)}
        onClose={onClose}
      />
    )
  return (
    <Dialog key="choice" title={t('wallet.choose')} onClose={onClose}>
      {passkey && <PasskeyChoice wallet={passkey} onChoose={onChoose} onAsk={() => setIsExplaining(true)} />}
      <WalletList wallets={installed} onChoose={onChoose} />
      {remote.length > 0 && (
        <>
          <p className={`text-soft mb-3 text-sm ${hasNone && !passkey ? '' : 'mt-5'}`}>
            {t('wallet.elsewhere')}
          </p>
          <WalletList wallets={remote} onChoose={onChoose} />
        </>
      )}
      {hasNone && (passkey || remote.length > 0) && <hr className="border-line my-5" />}
      {hasNone && isPhone(navigator) && <WalletApps pageUrl={pageUrl} />}
      {hasNone && !passkey && !isPhone(navigator) && <NoWallet pageUrl={pageUrl} />}
      {(!hasNone || passkey) && !isPhone(navigator) && (
        <details className="group mt-4">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-medium [&::-webkit-details-marker]:hidden">
            {t('wallet.on-phone')}
            <ChevronDown
              aria-hidden
              className="text-soft size-5 transition group-open:rotate-180"
              strokeWidth={1.75}
            />
          </summary>
          <PhoneCode pageUrl={pageUrl} />
          {hasNone && <p className="text-soft mt-4 text-sm">{t('wallet.install')}</p>}
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
            {wallet.note === undefined && <WalletIcon {...wallet} />}
            <span className="flex-1">{wallet.name}</span>
            {wallet.note && <span className="mono text-soft text-sm">{wallet.note}</span>}
            {wallet.isPasskey && <span className="text-soft text-sm">{t('wallet.passkey-note')}</span>}
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
        {walletApps.map(({ name, logo, linkTo }) => (
          <li key={name} className="grid">
            <LinkButton href={linkTo(new URL(pageUrl))} className="justify-start text-start">
              <WalletIcon name={name} icon={walletLogos[logo]} />
              {t('wallet.open-in', { app: name })}
            </LinkButton>
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
