import { type ChainId, createClient, type Wallet } from '@byname/sdk'
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useContext, useMemo, useState } from 'react'
import { Context } from './context.ts'
import { englishMessages, type Messages } from './messages.ts'
import { useWalletAddress } from './use-wallet-address.ts'

export interface BynameProviderProps {
  /** Of the service: `https://names.acme.com`. */
  readonly url: string
  /** Absent: 1, mainnet. 11155111 is Sepolia. */
  readonly chainId?: ChainId | undefined
  /** The connected wallet: of wagmi (`useWalletClient().data`), viem or ethers, or of the browser (EIP-1193). */
  readonly wallet?: Wallet | undefined
  /** Opens the app's own choice of wallets. `ClaimName` shows a button for it while there is no wallet. */
  readonly connect?: (() => unknown) | undefined
  /** ENSIP-15, such as `normalize` of viem/ens, for names that are not ASCII; absent: lower case. */
  readonly normalize?: ((name: string) => string) | undefined
  /** Texts of the components that are not those of `englishMessages`. */
  readonly messages?: Partial<Messages> | undefined
  readonly children: ReactNode
}

/** Uses the `QueryClient` of the app; without one, the provider makes its own. */
export function BynameProvider({
  url,
  chainId = 1,
  wallet,
  connect,
  normalize,
  messages,
  children,
}: BynameProviderProps): ReactElement {
  const client = useMemo(
    () => createClient({ url, chainId, wallet, normalize }),
    [url, chainId, wallet, normalize],
  )
  const { address, readAddress } = useWalletAddress(wallet)
  const context = useMemo(
    () => ({
      ...{ client, chainId, wallet, address, readAddress, connect },
      url: url.replace(/\/+$/, ''),
      messages: { ...englishMessages, ...messages },
    }),
    [client, url, chainId, wallet, address, readAddress, connect, messages],
  )
  return (
    <WithQueryClient>
      <Context.Provider value={context}>{children}</Context.Provider>
    </WithQueryClient>
  )
}

function WithQueryClient({ children }: { readonly children: ReactNode }) {
  const existing = useContext(QueryClientContext)
  const [own] = useState(() => (existing ? undefined : new QueryClient()))
  return own && !existing ? <QueryClientProvider client={own}>{children}</QueryClientProvider> : children
}
