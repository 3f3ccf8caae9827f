import { t } from '../../../text/messages.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { connect } from '../../../wallet/connect.ts'
import { rememberedWallet } from '../../../wallet/remembered-wallet.ts'
import { restoreWallet } from '../../../wallet/restore-wallet.ts'
import type { ConnectedWallet, Wallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import { editorOf } from '../records.ts'

/** The chosen wallet, which asks the visitor. @throws Error in words for one that does not change the records of the name. */
export async function connectHolder(chosen: Wallet, name: Name): Promise<ConnectedWallet> {
  const { ens, sealed } = name
  const wallet = await connect(chosen)
  if (wallet.address === editorOf(name)) return wallet
  const words = { address: shortAddress(wallet.address), name: ens }
  throw new Error(
    sealed
      ? t('sealed.not-holder', { ...words, holder: shortAddress(sealed.holder) })
      : t('edit.not-holder', words),
  )
}

/** The passkey that holds a sealed name. @throws Error in words. */
export async function connectPasskeyHolder({ sealed }: Name): Promise<ConnectedWallet> {
  const { connectPasskey } = await import('../../../wallet/passkey-holder.ts')
  return connectPasskey(sealed?.holder ?? '')
}

interface Site {
  readonly isSandbox: boolean
}

/** The wallet that was connected last, if it may change the records. Asks the visitor nothing. */
export async function lastHolder(name: Name, site: Site): Promise<ConnectedWallet | undefined> {
  const lastingId = rememberedWallet()
  if (lastingId === undefined || name.sealed?.kind === 'passkey') return undefined
  const wallet = await restoreWallet(lastingId, site).catch(() => undefined)
  return wallet?.address === editorOf(name) ? wallet : undefined
}
