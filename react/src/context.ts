import type { ChainId, Client, Wallet } from '@byname/sdk'
import { createContext, useContext } from 'react'
import type { Messages } from './messages.ts'

/** What the hooks and components share. */
export interface BynameContext {
  readonly client: Client
  /** Of the service, without a slash at the end. */
  readonly url: string
  readonly chainId: ChainId
  /** Undefined without one. */
  readonly wallet: Wallet | undefined
  /** Of the wallet, once the app may know it. */
  readonly address: string | undefined
  /** Reads the address again: a wallet of a browser has one after it was first asked for a signature. */
  readonly readAddress: () => void
  /** Opens the app's own choice of wallets; undefined without one. */
  readonly connect: (() => unknown) | undefined
  readonly messages: Messages
}

export const Context = createContext<BynameContext | undefined>(undefined)

/** @throws Error outside of a `BynameProvider`. */
export function useByname(): BynameContext {
  const context = useContext(Context)
  if (context) return context
  throw new Error('Put this component into a <BynameProvider>, which has the client and the wallet.')
}
