import { type SignedHeaders, signMessage } from '../../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'

const lifetimeMs = 30 * 60_000
/** The last minutes are left for the clocks. */
const reuseMs = lifetimeMs - 5 * 60_000

/** Of this page only; nothing is stored. */
const sessions = new Map<string, { readonly headers: SignedHeaders; readonly signedAt: number }>()

/** One signature for the edits of the next minutes. */
export async function signedHeaders(wallet: ConnectedWallet, chainId: number): Promise<SignedHeaders> {
  const key = `${wallet.address} ${chainId}`
  const session = sessions.get(key)
  if (session && Date.now() - session.signedAt < reuseMs) return session.headers
  const headers = await signMessage(wallet, {
    chainId,
    purpose: { action: 'edit' },
    statement: 'Edit my names. It costs nothing, and sends no transaction.',
    lifetimeMs,
  })
  sessions.set(key, { headers, signedAt: Date.now() })
  return headers
}

/** After the service has refused its message: the next request is signed anew. */
export function forgetSession(wallet: ConnectedWallet, chainId: number): void {
  sessions.delete(`${wallet.address} ${chainId}`)
}
