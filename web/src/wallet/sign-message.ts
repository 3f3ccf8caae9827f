import { randomId } from '../api/random-id.ts'
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
  readonly statement: string
  readonly resources?: readonly string[]
  readonly lifetimeMinutes?: number
}

/** One signature in the wallet. */
export async function signMessage(
  wallet: ConnectedWallet,
  { chainId, statement, resources = [], lifetimeMinutes = 10 }: SignatureRequest,
): Promise<SignedHeaders> {
  const { address, provider, signsByChain = false } = wallet
  // A wallet without the chain signs on another one, which is the same for an account with a key.
  if (signsByChain) await switchChain(wallet, chainId).catch(() => undefined)
  const message = composeSiweMessage({ address, chainId, statement, resources, lifetimeMinutes })
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

interface SiweRequest {
  /** EIP-55. */
  readonly address: string
  readonly chainId: number
  readonly statement: string
  /** What the signature allows; empty: to edit, as long as the message is valid. */
  readonly resources: readonly string[]
  readonly lifetimeMinutes: number
}

/** EIP-4361, for this page. */
function composeSiweMessage({
  address,
  chainId,
  statement,
  resources,
  lifetimeMinutes,
}: SiweRequest): string {
  const now = Date.now()
  return [
    `${location.host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${location.origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${randomId()}`,
    `Issued At: ${new Date(now).toISOString()}`,
    `Expiration Time: ${new Date(now + lifetimeMinutes * 60_000).toISOString()}`,
    ...(resources.length > 0 ? ['Resources:', ...resources.map((uri) => `- ${uri}`)] : []),
  ].join('\n')
}
