import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { signedHeaders } from '../name/edit/session.ts'
import type { HeldName } from './list-names.ts'

export async function acceptInvitation(wallet: ConnectedWallet, { ens, chainId }: HeldName): Promise<void> {
  const headers = await signedHeaders(wallet, chainId)
  const params = { path: { subname: ens }, query: { chainId: chainIdOf(chainId) } }
  await unwrap(api.PATCH('/ens/v2/subnames/invitations/{subname}', { params, headers, body: {} }))
}

export async function declineInvitation(wallet: ConnectedWallet, { ens, chainId }: HeldName): Promise<void> {
  const headers = await signedHeaders(wallet, chainId)
  const [username = '', ...domain] = ens.split('.')
  const body = { username, ensDomain: domain.join('.'), chainId: chainIdOf(chainId) }
  await unwrap(api.POST('/ens/v1/subname/reject', { headers, body }))
}
