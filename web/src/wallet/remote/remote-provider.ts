import type { Provider } from '../wallet.ts'

/** A provider outside of the browser, whose connection outlasts the page. */
export interface RemoteProvider extends Provider {
  readonly disconnect: () => Promise<void>
}

export interface WalletConnectSettings {
  readonly projectId: string
  readonly relayUrl: string
  /** JSON-RPC by POST, for what is read from a chain; `{chainId}` stands for the chain. */
  readonly readUrl: string
}
