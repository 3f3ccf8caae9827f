import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'

export const formerPath = '/byname/v1/domains/{domain}/former-gateway'

export type FormerReport = components['schemas']['FormerGateway']

export type FormerSettings = NonNullable<FormerReport['formerGateway']>

export type FormerCandidate = components['schemas']['FormerGatewayCandidate']

export type ComparedName = components['schemas']['ComparedName']

export function paramsOf({ domain, chainId }: DomainRef) {
  return { path: { domain }, query: { chainId: chainIdOf(chainId) } }
}

export const formerQuery = (ref: DomainRef) =>
  queryOptions({
    queryKey: ['former-gateway', ref.chainId, ref.domain],
    queryFn: () => unwrap(api.GET(formerPath, { params: paramsOf(ref) })),
  })

/** What the contract of the domain on chain shows. */
export const candidateQuery = (ref: DomainRef) =>
  queryOptions({
    queryKey: ['former-gateway', ref.chainId, ref.domain, 'candidate'],
    queryFn: () => unwrap(api.GET(`${formerPath}/candidate`, { params: paramsOf(ref) })),
    staleTime: 300_000,
    retry: false,
  })
