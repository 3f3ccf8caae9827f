import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../api/client.ts'

/** Of one request, which reads a chain for each address. */
const maxAddresses = 50

/** Names change rarely, and each is read from a chain. */
const staleMs = 600_000

/**
 * Primary names of the first addresses, by address in lower case: only those that resolve back to it, as the service verifies
 * them. Empty where they cannot be read: an address is enough.
 */
export const primaryNamesQuery = (addresses: readonly string[], chainId: number) => {
  const first = [...new Set(addresses.map((address) => address.toLowerCase()))].slice(0, maxAddresses)
  return queryOptions({
    queryKey: ['primary-names', chainId, first],
    queryFn: () => readPrimaryNames(first, chainId).catch(() => new Map<string, string>()),
    enabled: first.length > 0,
    staleTime: staleMs,
  })
}

async function readPrimaryNames(
  addresses: readonly string[],
  chainId: number,
): Promise<ReadonlyMap<string, string>> {
  const query = { address: addresses.map((address) => `${address}@${chainId}`) }
  const found = await unwrap(api.GET('/ens/v2/reverse', { params: { query } }))
  const entries = Array.isArray(found) ? found : [found]
  return new Map(entries.flatMap(({ address, name }) => (name ? [[address.toLowerCase(), name]] : [])))
}
