import { t } from '../../text/messages.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { WalletIcon } from '../WalletIcon.tsx'
import { isPhone, walletApps } from '../wallet-links.ts'
import { walletLogos } from '../wallet-logos.ts'

/** `uri`: `wc:…`, which a wallet app connects by. A phone opens it; a computer shows it to a phone. */
export function PairingCode({ uri }: { readonly uri: string }) {
  return (
    <>
      {isPhone(navigator) ? (
        <>
          <p className="mb-3">{t('wallet.pair-on-phone')}</p>
          <ul className="grid gap-2">
            <li className="grid">
              <LinkButton look="primary" href={uri}>
                {t('wallet.open-app')}
              </LinkButton>
            </li>
            {walletApps.map(
              ({ name, logo, linkToPair }) =>
                linkToPair && (
                  <li key={name} className="grid">
                    <LinkButton href={linkToPair(uri)} className="justify-start text-start">
                      <WalletIcon name={name} icon={walletLogos[logo]} />
                      {t('wallet.open-in', { app: name })}
                    </LinkButton>
                  </li>
                ),
            )}
          </ul>
        </>
      ) : (
        <>
          <p className="text-soft mb-3 text-sm">{t('wallet.pair-by-code')}</p>
          <QrCode text={uri} className="mx-auto w-64" />
        </>
      )}
      <p className="text-soft mt-4 flex items-center justify-between gap-3 text-sm">
        {t('wallet.pair-by-hand')}
        <CopyButton text={uri} subject={t('wallet.pairing-code')} />
      </p>
    </>
  )
}
