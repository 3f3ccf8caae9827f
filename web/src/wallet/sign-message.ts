import { createMessage, type Purpose } from '@byname/sdk'
import { t } from '../text/messages.ts'
import { switchChain } from './send-transaction.ts'
import type { ConnectedWallet } from './wallet.ts'

/** The headers of a signed request. */
export interface SignedHeaders extends Record<string, string> {
  readonly 'x-address': string
  readonly 'x-message': string
  readonly 'x-signature': string
}

interface SignatureRequest {
  readonly chainId: number
  readonly purpose: Purpose
  /** What the wallet shows. */
  readonly statement: string
  /** Absent: ten minutes. */
  readonly lifetimeMs?: number
}

/** One signature in the wallet. */
export async function signMessage(
  wallet: ConnectedWallet,
  { chainId, ...request }: SignatureRequest,
): Promise<SignedHeaders> {
  const { address, provider, signsByChain = false } = wallet
  // A wallet without the chain signs on another one, which is the same for an account with a key.
  if (signsByChain) await switchChain(wallet, chainId).catch(() => undefined)
  const message = createMessage({ address, chainId, origin: location.origin, ...request })
  const data = `0x${[...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const signature = await provider.request({ method: 'personal_sign', params: [data, address] })
  if (typeof signature !== 'string') throw new Error(t('wallet.no-signature'))
  return {
    'x-address': address,
    // A header has one line, and only Latin-1.
    'x-message': encodeURIComponent(message),
    'x-signature': signature,
  }
}
