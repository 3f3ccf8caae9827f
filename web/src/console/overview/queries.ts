import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'
import { type ChartRange, rangeStart } from '../ui/chart-ranges.ts'

export type DomainStatistics = components['schemas']['DomainStatistics']

/** Lookups and the number of names, of a range that ends now. */
export const statisticsQuery = ({ domain, chainId }: DomainRef, range: ChartRange) =>
  queryOptions({
    queryKey: ['statistics', chainId, domain, range.id],
    queryFn: () => {
      const from = rangeStart(range, Date.now())
      const params = { path: { domain }, query: { chainId: chainIdOf(chainId), by: range.by, from } }
      return unwrap(api.GET('/byname/v1/domains/{domain}/statistics', { params }))
    },
  })

export const isReadyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: async () => (await fetch('/ready')).ok,
})
