import { sendJson } from '../../api/send-json.ts'
import { purpose } from '../../wallet/purpose.ts'
import { signMessage } from '../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'

export interface Claimed {
  readonly state: 'issued' | 'pending'
  readonly name: string
}

interface ClaimInput {
  readonly name: string
  readonly domain: string
  readonly chainId: number
}

/** One signature, for this name only. */
export async function claim(
  wallet: ConnectedWallet,
  { name, domain, chainId }: ClaimInput,
): Promise<Claimed> {
  const headers = await signMessage(wallet, {
    chainId,
    statement: `Claim ${name}. It costs nothing, and sends no transaction.`.replace(/[^\x20-\x7e]/g, ''),
    resources: purpose('claim', name),
  })
  const label = name.slice(0, -domain.length - 1)
  const answer = await sendJson(`/byname/v1/domains/${encodeURIComponent(domain)}/claims`, {
    method: 'POST',
    headers,
    body: { chainId, label },
  })
  // Safe because this is the documented answer of the operation.
  const { result } = answer as { readonly result: { readonly data: { readonly state: Claimed['state'] } } }
  return { name, state: result.data.state }
}
