import { queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'

const dayMs = 86_400_000

/** Of the last seven days. */
export const lookupsQuery = ({ domain, chainId }: DomainRef) =>
  queryOptions({
    queryKey: ['lookups', chainId, domain],
    queryFn: () => {
      const from = new Date(Date.now() - 7 * dayMs).toISOString()
      const params = { path: { domain }, query: { chainId: chainIdOf(chainId), by: 'hour' as const, from } }
      return unwrap(api.GET('/byname/v1/domains/{domain}/statistics', { params }))
    },
  })

export const isReadyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: async () => (await fetch('/ready')).ok,
})
