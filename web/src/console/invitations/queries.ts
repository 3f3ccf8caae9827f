import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'

export type InvitationLink = components['schemas']['InvitationLink']
export type NewInvitationLink = components['schemas']['NewInvitationLink']

export const linksPath = '/byname/v1/domains/{domain}/invitation-links'

/** Of every list of them. */
export const linksKey = ({ domain, chainId }: DomainRef) => ['invitation-links', chainId, domain] as const

/** The newest first, page by page. */
export function linksQuery(ref: DomainRef, shown: 'open' | 'all') {
  const { domain, chainId } = ref
  return infiniteQueryOptions({
    queryKey: [...linksKey(ref), shown],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = {
        chainId: chainIdOf(chainId),
        limit: 50,
        ...(shown === 'open' && { isOpen: true }),
        ...(pageParam !== undefined && { after: pageParam }),
      }
      return unwrap(api.GET(linksPath, { params: { path: { domain }, query } }))
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}
