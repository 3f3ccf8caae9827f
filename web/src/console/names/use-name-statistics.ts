import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'
import { labelOf } from './label-of.ts'
import { type NameRow, type NameStatistics, namesKey } from './queries.ts'

/** The most of one request. */
const chunkSize = 100

interface Window {
  /** Indexes of the rows that are drawn. */
  readonly first: number
  readonly last: number
  /** Nothing is read otherwise. */
  readonly isWanted: boolean
}

/** Lookups of the rows that are drawn, read with their neighbours. */
export function useNameStatistics(
  ref: DomainRef,
  names: readonly NameRow[],
  { first, last, isWanted }: Window,
): (name: string) => NameStatistics | undefined {
  const from = Math.floor(first / chunkSize)
  const count = names.length === 0 ? 0 : Math.floor(last / chunkSize) - from + 1
  const chunks = Array.from({ length: count }, (_, index) => {
    const start = (from + index) * chunkSize
    return names.slice(start, start + chunkSize).map(labelOf)
  })
  const byName = useQueries({
    queries: chunks.map((labels) => ({
      queryKey: [...namesKey(ref), 'statistics', labels],
      queryFn: () => readStatistics(ref, labels),
      enabled: isWanted && labels.length > 0,
      placeholderData: keepPreviousData,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.map((found) => [found.name, found] as const) ?? [])),
  })
  return (name) => byName.get(name)
}

function readStatistics({ domain, chainId }: DomainRef, labels: readonly string[]) {
  const params = { path: { domain }, query: { chainId: chainIdOf(chainId) } }
  return unwrap(
    api.POST('/byname/v1/domains/{domain}/names/statistics', { params, body: { labels: [...labels] } }),
  )
}
