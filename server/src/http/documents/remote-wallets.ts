import type { Context } from '../../context.ts'

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
  readonly wallets: RemoteWallets
  /** Origins that the pages connect to. */
  readonly connections: readonly string[]
  /** Base Account is a window of another origin. */
  readonly opensWindows: boolean
}

/** Chains of the sandbox are on this machine. */
const sandboxReadUrl = '/byname/v1/sandbox/rpc/{chainId}'

/** The nodes that belong to a WalletConnect project. */
const readOrigin = 'https://rpc.walletconnect.org'

/** Undefined: none is offered. */
export function remoteWalletsOf({ config, sandboxAccounts }: Context): Offer | undefined {
  const { walletConnect, hasBaseAccount } = config.remoteWallets
  if (!walletConnect && !hasBaseAccount) return undefined
  const isSandbox = sandboxAccounts !== undefined
  return {
    wallets: {
      ...(walletConnect && {
        walletConnect: {
          ...walletConnect,
          readUrl: isSandbox
            ? sandboxReadUrl
            : `${readOrigin}/v1/?chainId=eip155:{chainId}&projectId=${walletConnect.projectId}`,
        },
      }),
      ...(hasBaseAccount && { baseAccount: true }),
    },
    connections: walletConnect
      ? [new URL(walletConnect.relayUrl).origin, ...(isSandbox ? [] : [readOrigin])]
      : [],
    opensWindows: hasBaseAccount,
  }
}
