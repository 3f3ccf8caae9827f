import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { allPages, api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'

export type Template = components['schemas']['RecordTemplate']

export const templatesPath = '/byname/v1/domains/{domain}/templates'
export const templatePath = `${templatesPath}/{templateId}` as const

/** The most that a domain has. */
export const maxTemplates = 20

export const templatesKey = ({ domain, chainId }: DomainRef) => ['templates', chainId, domain] as const

/** By name. */
export const templatesQuery = (ref: DomainRef) =>
  queryOptions({
    queryKey: templatesKey(ref),
    queryFn: () => {
      const path = { domain: ref.domain }
      return allPages((page) => {
        const query = { chainId: chainIdOf(ref.chainId), ...page }
        return unwrap(api.GET(templatesPath, { params: { path, query } }))
      })
    },
  })
