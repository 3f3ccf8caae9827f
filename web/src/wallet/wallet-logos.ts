import base from '../ui/logos/2147492101.svg'
import metamask from '../ui/logos/metamask.svg'
import okx from '../ui/logos/okx.svg'
import phantom from '../ui/logos/phantom.svg'
import trust from '../ui/logos/trust.svg'
import walletConnect from '../ui/logos/wallet-connect.svg'

/** URLs of images. Not for parts that every page loads. */
export const walletLogos = { base, metamask, okx, phantom, trust, walletConnect } as const
