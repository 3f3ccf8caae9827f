import { zeroAddress } from 'viem'
import type { Resolver } from '../../../src/model/resolver.ts'
import type { OnChain } from '../entities/on-chain.ts'
import type { ApiResponse } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'

/** Of a lookup by GET. */
export function lookupPath({ id }: Pick<Resolver, 'id'>, data: string): string {
  return `/ccip/${id}/${zeroAddress}/${data}.json`
}

/** Seconds for which shared caches may keep responses to lookups of a domain; null: never. */
export function setSharedMaxAge(
  { call, key }: Pick<TestService, 'call' | 'key'>,
  { name, chainId }: OnChain,
  sharedMaxAge: unknown,
): Promise<ApiResponse> {
  return call('PATCH', `/byname/v1/domains/${name}?chainId=${chainId}`, {
    headers: { 'x-api-key': key },
    body: { sharedMaxAge },
  })
}
