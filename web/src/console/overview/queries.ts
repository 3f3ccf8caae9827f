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

/** Whether names resolve, as the service last found. */
export const domainHealthQuery = ({ domain, chainId }: DomainRef) =>
  queryOptions({
    queryKey: ['domain-health', chainId, domain],
    queryFn: () => {
      const params = { path: { domain }, query: { chainId: chainIdOf(chainId) } }
      return unwrap(api.GET('/byname/v1/domains/{domain}/health', { params }))
    },
    refetchInterval: 15_000,
  })
