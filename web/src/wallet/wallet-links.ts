/** Apps with a browser of their own that gives pages a wallet. */
interface WalletApp {
  readonly name: string
  /** In `wallet-logos.ts`. */
  readonly logo: 'metamask' | 'base' | 'trust' | 'okx' | 'phantom'
  /** What the provider in the browser of the app is marked with, where it does not announce itself (EIP-6963). */
  readonly mark: string
  /** The universal link that opens a page in the app; without the app, it leads to where the app is installed. */
  readonly linkTo: (page: URL) => string
  /** The universal link by which the app connects over WalletConnect (`wc:…`). Absent: it is not known to have one. */
  readonly linkToPair?: (uri: string) => string
}

/** MetaMask first: others mark their providers as MetaMask too, so marks are compared from the end. */
export const walletApps: readonly WalletApp[] = [
  {
    // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks; without the scheme
    name: 'MetaMask',
    logo: 'metamask',
    mark: 'isMetaMask',
    linkTo: ({ host, pathname, search, hash }) =>
      `https://link.metamask.io/dapp/${host}${pathname}${search}${hash}`,
    linkToPair: (uri) => `https://metamask.app.link/wc?uri=${encodeURIComponent(uri)}`,
  },
  {
    // https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
    name: 'Base',
    logo: 'base',
    mark: 'isCoinbaseWallet',
    linkTo: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`,
  },
  {
    // https://developer.trustwallet.com/developer/develop-for-trust/deeplinking; 60: Ethereum (SLIP-44)
    name: 'Trust Wallet',
    logo: 'trust',
    mark: 'isTrust',
    linkTo: ({ href }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(href)}`,
    linkToPair: (uri) => `https://link.trustwallet.com/wc?uri=${encodeURIComponent(uri)}`,
  },
  {
    // https://web3.okx.com/build/docs/waas/app-universal-link
    name: 'OKX Wallet',
    logo: 'okx',
    mark: 'isOkxWallet',
    linkTo: ({ href }) => {
      const link = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(href)}`
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(link)}`
    },
  },
  {
    // https://docs.phantom.com/phantom-deeplinks/other-methods/browse
    name: 'Phantom',
    logo: 'phantom',
    mark: 'isPhantom',
    linkTo: ({ href, origin }) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
]

/** Whether the apps above can be installed. iPads call themselves Macs, which have no touch screen. */
export function isPhone({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
