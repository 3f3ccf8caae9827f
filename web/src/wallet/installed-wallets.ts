import { createStore } from 'mipd'
import { useSyncExternalStore } from 'react'
import { t } from '../text/messages.ts'
import type { Provider, Wallet } from './wallet.ts'
import { checkedIcon } from './wallet-icon.ts'
import { walletApps } from './wallet-links.ts'

/** Asks installed wallets to announce themselves (EIP-6963). */
let store: ReturnType<typeof createStore> | undefined

function openStore(): ReturnType<typeof createStore> {
  store ??= createStore()
  return store
}

/** Those that announced themselves; else the one that the browser of a wallet app gives to its pages. */
export function useInstalledWallets(): readonly Wallet[] {
  const { subscribe, getProviders } = openStore()
  const announced = useSyncExternalStore((onChange) => subscribe(onChange), getProviders, getProviders)
  return toWallets(announced)
}

export function readInstalledWallets(): readonly Wallet[] {
  return toWallets(openStore().getProviders())
}

function toWallets(announced: ReturnType<ReturnType<typeof createStore>['getProviders']>): readonly Wallet[] {
  if (announced.length === 0) return injectedWallets()
  return announced.map(({ info, provider }) => ({
    id: info.uuid,
    lastingId: info.rdns,
    name: info.name,
    icon: checkedIcon(info.icon),
    provider: toProvider(provider),
  }))
}

function injectedWallets(): readonly Wallet[] {
  const provider: unknown = Reflect.get(globalThis, 'ethereum')
  if (typeof provider !== 'object' || provider === null || !('request' in provider)) return []
  const app = walletApps.findLast(({ mark }) => Reflect.get(provider, mark) === true)
  const name = app?.name ?? t('wallet.of-browser')
  return [{ id: 'injected', lastingId: 'injected', name, icon: null, provider: toProvider(provider) }]
}

/** Safe because both ways give EIP-1193 providers; the types of mipd name their methods only. */
function toProvider(provider: unknown): Provider {
  return provider as Provider
}
