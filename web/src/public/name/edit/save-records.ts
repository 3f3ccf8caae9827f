import { chainIdOf } from '../../../api/chain-id.ts'
import { api, unwrap } from '../../../api/client.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name } from '../../page-data.ts'
import type { Changes } from './draft.ts'
import { signedHeaders } from './session.ts'

/** The name as it is afterwards. */
export async function saveRecords(name: Name, wallet: ConnectedWallet, changes: Changes): Promise<Name> {
  const headers = await signedHeaders(wallet, name.chainId)
  const { text, addresses, contentHash } = changes
  const saved = await unwrap(
    api.PATCH('/ens/v2/subnames/{subname}', {
      params: { path: { subname: name.ens }, query: { chainId: chainIdOf(name.chainId) } },
      headers,
      body: { text: [...text], addresses: [...addresses], contentHash },
    }),
  )
  return { ...name, ...saved }
}
