import { queryOptions } from '@tanstack/react-query'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import type { DomainRef } from './domains.ts'

const dayMs = 86_400_000

/** Null: the name is not registered with an end. Reads the chain. */
export const expiryQuery = ({ domain, chainId }: DomainRef) =>
  queryOptions({
    queryKey: ['expiry', chainId, domain],
    queryFn: async () => {
      const body = { names: [domain], chainId: chainIdOf(chainId) }
      const [expiry] = await unwrap(api.POST('/ens/v1/ens/expiry', { body }))
      return expiry ?? null
    },
    staleTime: 300_000,
  })

/** One name that is the newest, for the counts of the list. */
export const nameCountQuery = ({ domain, chainId }: DomainRef, state: 'claimed' | 'reserved') =>
  queryOptions({
    queryKey: ['names', chainId, domain, 'count', state],
    queryFn: async () => {
      const query = { chainId: chainIdOf(chainId), state, limit: 1, count: true }
      const params = { path: { domain }, query }
      return (await unwrap(api.GET('/byname/v1/domains/{domain}/names', { params }))).total
    },
  })

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
