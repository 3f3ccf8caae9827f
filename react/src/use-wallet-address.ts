import type { Wallet } from '@byname/sdk'
import { useCallback, useEffect, useState } from 'react'

/** EIP-1193, as far as it is used here. */
interface Provider {
  request(argument: { readonly method: string }): Promise<unknown>
  on?(event: string, listener: () => void): unknown
  removeListener?(event: string, listener: () => void): unknown
}

/** Of the wallet, without opening it. Follows the wallet of a browser when its account changes. */
export function useWalletAddress(wallet: Wallet | undefined) {
  const [read, setRead] = useState<{ readonly wallet: Wallet; readonly address: string | undefined }>()
  const readAddress = useCallback(() => {
    if (!wallet) return
    addressOf(wallet).then(
      (address) => setRead({ wallet, address }),
      () => setRead({ wallet, address: undefined }),
    )
  }, [wallet])
  useEffect(() => {
    readAddress()
    const provider = wallet && asProvider(wallet)
    provider?.on?.('accountsChanged', readAddress)
    return () => void provider?.removeListener?.('accountsChanged', readAddress)
  }, [wallet, readAddress])
  return { address: read && read.wallet === wallet ? read.address : undefined, readAddress }
}

async function addressOf(wallet: Wallet): Promise<string | undefined> {
  if ('getAddress' in wallet) return wallet.getAddress()
  if ('getAddresses' in wallet) return wallet.account?.address ?? (await wallet.getAddresses())[0]
  if ('address' in wallet) return wallet.address
  const accounts = await asProvider(wallet)?.request({ method: 'eth_accounts' })
  return Array.isArray(accounts) && typeof accounts[0] === 'string' ? accounts[0] : undefined
}

/** Safe because the SDK's type leaves open only how libraries write the type of the argument. */
function asProvider(wallet: Wallet): Provider | undefined {
  return 'getAddress' in wallet || 'getAddresses' in wallet || 'address' in wallet || !('request' in wallet)
    ? undefined
    : (wallet as Provider)
}
