import { importPart } from '../../api/import-part.ts'
import type { Wallet } from '../wallet.ts'
import { walletLogos } from '../wallet-logos.ts'
import type { RemoteProvider, WalletConnectSettings } from './remote-provider.ts'

interface RemoteSettings {
  readonly walletConnect?: WalletConnectSettings
  readonly baseAccount?: true
}

let offered: readonly Wallet[] | undefined

/** Wallets outside of this browser that the operator offers. Their libraries are loaded with the first request. */
export function remoteWallets(): readonly Wallet[] {
  offered ??= toWallets(readSettings())
  return offered
}

/** What the server has written into the document; safe because it writes this form. */
function readSettings(): RemoteSettings {
  const content = document.getElementById('page')?.textContent ?? '{}'
  return (JSON.parse(content) as { readonly remoteWallets?: RemoteSettings }).remoteWallets ?? {}
}

function toWallets({ walletConnect, baseAccount }: RemoteSettings): readonly Wallet[] {
  return [
    ...(walletConnect
      ? [
          remoteWallet('walletconnect', 'WalletConnect', walletLogos.walletConnect, async () => {
            const { createWalletConnect } = await importPart(() => import('./walletconnect.tsx'))
            return createWalletConnect(walletConnect)
          }),
        ]
      : []),
    ...(baseAccount
      ? [
          {
            ...remoteWallet('base-account', 'Base Account', walletLogos.base, async () => {
              const { createBaseAccount } = await importPart(() => import('./base-account.tsx'))
              return createBaseAccount()
            }),
            isPasskey: true as const,
          },
        ]
      : []),
  ]
}

function remoteWallet(id: string, name: string, icon: string, load: () => Promise<RemoteProvider>): Wallet {
  let loading: Promise<RemoteProvider> | undefined
  const open = async () => {
    loading ??= load()
    try {
      return await loading
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    id,
    lastingId: id,
    name,
    icon,
    signsByChain: true,
    provider: { request: async (call) => (await open()).request(call) },
    disconnect: async () => (await open()).disconnect(),
  }
}
