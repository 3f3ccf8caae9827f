import type { components } from '@byname/sdk/openapi'
import { api, chainIdOf, unwrap } from '../../api/client.ts'

export type HeldName = components['schemas']['HeldSubname'] & { readonly chainId: number }

export interface NamesOfAddress {
  readonly names: readonly HeldName[]
  readonly invitations: readonly HeldName[]
  /** There are more than are listed. */
  readonly isPartial: boolean
}

const pageSize = 100

/** On every chain, newest first. */
export async function listNames(address: string, chainIds: readonly number[]): Promise<NamesOfAddress> {
  const lists = await Promise.all(
    chainIds.flatMap((chainId) =>
      [true, false].map((isClaimed) => readPage({ address, chainId, isClaimed })),
    ),
  )
  const named = lists.flatMap(({ data }) => data)
  return {
    names: named.filter(({ isClaimed }) => isClaimed),
    invitations: named.filter(({ isClaimed }) => !isClaimed),
    isPartial: lists.some(({ data }) => data.length === pageSize),
  }
}

interface PageQuery {
  readonly address: string
  readonly chainId: number
  readonly isClaimed: boolean
}

async function readPage({ chainId, ...filter }: PageQuery) {
  const query = {
    ...filter,
    chainId: chainIdOf(chainId),
    limit: pageSize,
    orderBy: 'createdAt',
    orderDirection: 'desc',
  } as const
  const page = await unwrap(api.GET('/ens/v2/subnames/all', { params: { query } }))
  return { data: page.data.map((name) => ({ ...name, chainId })) }
}
