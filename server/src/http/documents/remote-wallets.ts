import type { Context } from '../../context.ts'
import type { DocumentContent } from './document-content.ts'

/** Wallets outside of the visitor's browser, in the form in which pages read them (`web/src/wallet/remote/offered.ts`). */
export interface RemoteWallets {
  readonly walletConnect?: {
    readonly projectId: string
    readonly relayUrl: string
    /** JSON-RPC by POST, for receipts; `{chainId}` stands for the chain. */
    readonly readUrl: string
  }
  readonly baseAccount?: true
}

interface Offer {
  /** Undefined: none is offered. */
  readonly wallets: RemoteWallets | undefined
  /** Origins that the page connects to. */
  readonly connections: readonly string[]
  /** Base Account is a window of another origin. */
  readonly opensWindows: boolean
}

/** Chains of the sandbox are on this machine. */
const sandboxReadUrl = '/byname/v1/sandbox/rpc/{chainId}'

/** The nodes that belong to a WalletConnect project. */
const readOrigin = 'https://rpc.walletconnect.org'

/** Others, and the console, connect to no wallet outside of the browser. */
const walletPages: ReadonlySet<DocumentContent['page']> = new Set(['claim', 'name', 'my-names'])

/** What a document offers. */
export function remoteWalletsOf(
  { config, sandboxAccounts }: Pick<Context, 'config' | 'sandboxAccounts'>,
  { page, offersPasskey = false }: Pick<DocumentContent, 'page' | 'offersPasskey'>,
): Offer {
  const walletConnect = walletPages.has(page) && config.remoteWallets.walletConnect
  const isSandbox = sandboxAccounts !== undefined
  const wallets = {
    ...(walletConnect && {
      walletConnect: {
        ...walletConnect,
        readUrl: isSandbox
          ? sandboxReadUrl
          : `${readOrigin}/v1/?chainId=eip155:{chainId}&projectId=${walletConnect.projectId}`,
      },
    }),
    ...(offersPasskey && { baseAccount: true as const }),
  }
  return {
    wallets: Object.keys(wallets).length > 0 ? wallets : undefined,
    connections: walletConnect
      ? [new URL(walletConnect.relayUrl).origin, ...(isSandbox ? [] : [readOrigin])]
      : [],
    opensWindows: offersPasskey,
  }
}
