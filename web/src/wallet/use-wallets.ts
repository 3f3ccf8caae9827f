import { createStore } from 'mipd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readSandboxWallets } from './sandbox-wallets.ts'
import type { Provider, Wallet } from './wallet.ts'

/** Asks installed wallets to announce themselves (EIP-6963). */
let store: ReturnType<typeof createStore> | undefined

/** Those of the browser, and on the sandbox its own accounts. */
export function useWallets(isSandbox: boolean): readonly Wallet[] {
  store ??= createStore()
  const { subscribe, getProviders } = store
  const announced = useSyncExternalStore((onChange) => subscribe(onChange), getProviders, getProviders)
  const [own, setOwn] = useState<readonly Wallet[]>([])
  useEffect(() => {
    if (isSandbox) readSandboxWallets().then(setOwn, () => setOwn([]))
  }, [isSandbox])
  const installed = announced.map(({ info, provider }) => ({
    id: info.uuid,
    name: info.name,
    icon: info.icon.startsWith('data:image/') ? info.icon : null,
    provider: toProvider(provider),
  }))
  return [...installed, ...own]
}

/** Safe because EIP-6963 announces EIP-1193 providers, of which the types of mipd name the methods only. */
function toProvider(provider: unknown): Provider {
  return provider as Provider
}
