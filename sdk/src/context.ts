import type { CallOptions, Http } from './http.ts'
import { callInit } from './http.ts'
import { createMessage, type Purpose } from './message.ts'
import type { ChainId } from './name.ts'
import { signerOf, type Wallet } from './wallet.ts'

/** Of a call that a wallet signs. */
export interface SignedCallOptions extends CallOptions {
  /** Absent: the wallet of the client. */
  readonly wallet?: Wallet | undefined
}

/** What the parts of a client share. */
export interface ClientContext {
  readonly http: Http
  readonly chainId: ChainId
  /** ENSIP-15. */
  readonly normalize: (name: string) => string
  readonly wallet: Wallet | undefined
  readonly hasApiKey: boolean
  /** Site of signed messages. */
  readonly origin: string
}

/** Parameters of an operation of a domain, and of what is in it: `more`. */
export function ofDomain<More extends object = object>(
  { chainId, normalize }: Pick<ClientContext, 'chainId' | 'normalize'>,
  domain: string,
  more?: More,
) {
  // Safe: without `More` there is no further member.
  return { path: { domain: normalize(domain), ...(more as More) }, query: { chainId } }
}

/** Signal and headers of a call that the wallet has signed for this purpose. @throws TypeError without a wallet. */
export async function signedInit(
  { chainId, origin, wallet: defaultWallet }: ClientContext,
  purpose: Purpose,
  { wallet = defaultWallet, ...options }: SignedCallOptions = {},
  headers: Readonly<Record<string, string | undefined>> = {},
) {
  if (!wallet) throw new TypeError('This operation is signed: pass `wallet` to createClient or the call.')
  const { address, sign } = await signerOf(wallet)
  const message = createMessage({ address, chainId, origin, purpose })
  const signature = await sign(message)
  return callInit(options, {
    ...headers,
    'x-address': address,
    // A header has one line, and only Latin-1.
    'x-message': encodeURIComponent(message),
    'x-signature': signature,
  })
}
