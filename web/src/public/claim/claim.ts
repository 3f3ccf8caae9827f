import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
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
  const { state } = await unwrap(
    api.POST('/byname/v1/domains/{domain}/claims', {
      params: { path: { domain } },
      headers,
      body: { chainId: chainIdOf(chainId), label },
    }),
  )
  return { name, state }
}
