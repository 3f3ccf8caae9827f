import { toConnected } from './connect.ts'
import { readInstalledWallets } from './installed-wallets.ts'
import { remoteWallets } from './remote/offered.ts'
import { readSandboxWallets } from './sandbox-wallets.ts'
import type { ConnectedWallet } from './wallet.ts'

/** The wallet with the lasting id, if it still allows this page to see an account: it asks the visitor nothing. */
export async function restoreWallet(
  lastingId: string,
  { isSandbox }: { readonly isSandbox: boolean },
): Promise<ConnectedWallet | undefined> {
  const own = isSandbox ? await readSandboxWallets() : []
  const wallets = [...readInstalledWallets(), ...own, ...remoteWallets()]
  const wallet = wallets.find((each) => each.lastingId === lastingId)
  if (!wallet) return undefined
  const accounts = await wallet.provider.request({ method: 'eth_accounts' })
  return Array.isArray(accounts) && accounts.length > 0 ? toConnected(wallet, accounts) : undefined
}
