import { ApiError } from '../../../api/api-error.ts'
import { api, chainIdOf, unwrapWithEtag } from '../../../api/client.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { StoredName } from '../../page-data.ts'
import type { Changes } from './draft.ts'
import { forgetSession, signedHeaders } from './session.ts'

/** The name as it is afterwards; undefined when it has changed since it was read. */
export async function saveRecords(
  { name, etag }: StoredName,
  wallet: ConnectedWallet,
  changes: Changes,
): Promise<StoredName | undefined> {
  const headers = { ...(await signedHeaders(wallet, name.chainId)), 'if-match': etag }
  const { text, addresses, contentHash } = changes
  try {
    const saved = await unwrapWithEtag(
      api.PATCH('/ens/v2/subnames/{subname}', {
        params: { path: { subname: name.ens }, query: { chainId: chainIdOf(name.chainId) } },
        headers,
        body: { text: [...text], addresses: [...addresses], contentHash },
      }),
    )
    return { name: { ...name, ...saved.data }, etag: saved.etag }
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return undefined
    if (error instanceof ApiError && error.status === 401) forgetSession(wallet, name.chainId)
    throw error
  }
}
