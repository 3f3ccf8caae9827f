import { t } from '../text/messages.ts'
import { rememberWallet } from './remembered-wallet.ts'
import type { ConnectedWallet, Wallet } from './wallet.ts'

/** Opens the wallet, which asks the visitor. */
export async function connect(wallet: Wallet): Promise<ConnectedWallet> {
  const connected = await toConnected(
    wallet,
    await wallet.provider.request({ method: 'eth_requestAccounts' }),
  )
  rememberWallet(wallet.lastingId)
  return connected
}

/** With the first of the accounts that it has shown. */
export async function toConnected(wallet: Wallet, accounts: unknown): Promise<ConnectedWallet> {
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof account !== 'string') throw new Error(t('wallet.no-account', { wallet: wallet.name }))
  const { checksumAddress } = await import('@byname/sdk/checksum-address')
  return { ...wallet, address: checksumAddress(account) }
}
