import type { ProviderLike } from '@byname/sdk'
import { useSyncExternalStore } from 'react'

/** A wallet that an extension has announced to the page (EIP-6963). */
export interface AnnouncedWallet {
  /** Reverse domain name, the same in every visit: `io.metamask`. */
  readonly rdns: string
  readonly name: string
  /** A `data:` URL of an image. */
  readonly icon: string
  /** For the `wallet` of the provider. */
  readonly provider: ProviderLike
}

interface Announcement {
  readonly info: {
    readonly uuid: string
    readonly rdns: string
    readonly name: string
    readonly icon: string
  }
  readonly provider: ProviderLike
}

/** The wallets of this browser, for apps without a library of wallets. Empty on a server. */
export function useBrowserWallets(): readonly AnnouncedWallet[] {
  return useSyncExternalStore(subscribe, getWallets, getNone)
}

const none: readonly AnnouncedWallet[] = []
const getNone = () => none
const getWallets = () => wallets

const listeners = new Set<() => void>()
const found = new Map<string, AnnouncedWallet>()
let wallets = none

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    addEventListener('eip6963:announceProvider', add)
    dispatchEvent(new Event('eip6963:requestProvider'))
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('eip6963:announceProvider', add)
  }
}

function add(event: Event): void {
  // Safe because EIP-6963 defines what such an event carries.
  const { info, provider } = (event as CustomEvent<Announcement>).detail
  if (found.has(info.uuid)) return
  found.set(info.uuid, { rdns: info.rdns, name: info.name, icon: info.icon, provider })
  wallets = [...found.values()]
  for (const listener of listeners) listener()
}
