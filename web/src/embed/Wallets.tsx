import { useId, useLayoutEffect, useRef } from 'react'
import { t } from '../text/messages.ts'
import { useInstalledWallets } from '../wallet/installed-wallets.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { isPhone, walletApps } from '../wallet/wallet-links.ts'
import { CloseIcon } from './icons.tsx'
import { serviceHost } from './read-service.ts'

export interface WalletsProps {
  /** URL of the claim page as the form is now. */
  readonly claimPage: string
  /** The claim page offers an account with a passkey. */
  readonly hasPasskey: boolean
  readonly onChoose: (wallet: Wallet) => void
  readonly onClose: () => void
}

/**
 * Wallets that have announced themselves to this page. Without one: the claim page, where a passkey is enough, and on a phone the apps that
 * open it.
 */
export function Wallets({ claimPage, hasPasskey, onChoose, onClose }: WalletsProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const installed = useInstalledWallets()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={titleId} part="dialog" onClose={onClose}>
      <div className="bar">
        <p id={titleId} className="strong">
          {t('wallet.choose')}
        </p>
        <button
          type="button"
          className="close"
          aria-label={t('close')}
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
      </div>
      {installed.length === 0 && hasPasskey && (
        <div>
          <a className="button primary" part="button" href={claimPage} target="_blank" rel="noopener">
            {t('wallet.passkey')}
          </a>
          <p className="small centred">{t('wallet.passkey-hint')}</p>
        </div>
      )}
      {installed.length > 0 ? (
        <ul className="wallets">
          {installed.map((wallet) => (
            <li key={wallet.id}>
              <button type="button" className="button" part="wallet" onClick={() => onChoose(wallet)}>
                {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
                <span>{wallet.name}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : isPhone(navigator) ? (
        <>
          <p>{t('wallet.open-in-app')}</p>
          <ul className="wallets">
            {walletApps.map((app) => (
              <li key={app.name}>
                <a className="button" part="wallet" href={app.linkTo(new URL(claimPage))}>
                  {t('wallet.open-in', { app: app.name })}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        !hasPasskey && <p>{t('wallet.none')}</p>
      )}
      <p className="small">
        <a href={claimPage} target="_blank" rel="noopener">
          {t('embed.other-wallet', { service: serviceHost })}
        </a>
      </p>
    </dialog>
  )
}
