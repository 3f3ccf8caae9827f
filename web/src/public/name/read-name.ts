import { api, chainIdOf, unwrapWithEtag } from '../../api/client.ts'
import type { StoredName } from '../page-data.ts'

/** As it is now. @throws ApiError, of status 404 once it is gone. */
export async function readName({ ens, chainId }: StoredName['name']): Promise<StoredName> {
  const params = { path: { name: ens }, query: { chainId: chainIdOf(chainId) } }
  const { data, etag } = await unwrapWithEtag(api.GET('/byname/v1/names/{name}', { params }))
  return { name: data, etag }
}
