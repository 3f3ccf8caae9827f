import { z } from 'zod'
import { listDomainsWithOpenClaims } from '../../core/domains/list-open.ts'
import { readDomainPage } from '../../core/domains/page.ts'
import { operation } from '../operation.ts'
import { domainPageAnswer, openDomainsAnswer } from '../schema/domain-page.ts'
import { listQuery } from '../schema/list.ts'
import { chainId, domainParams } from '../schema/primitives.ts'

const tag = 'Byname'

const page = operation({
  summary: 'Read what the public page of a domain shows',
  description:
    'For everyone: the look, some records, and who may claim which names; never lists of labels or addresses. A blocked domain ' +
    'has no page.',
  auth: { accepts: [] },
  ...domainParams,
  errors: ['EnsNotFound'],
  handle: async ({ context, params: { domain: name }, query: { chainId }, urlOf }) => ({
    page: await readDomainPage(context, { chainId, name }),
    urlOf,
  }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/page',
      id: 'bynameGetDomainPage',
      tag,
      answer: domainPageAnswer,
    },
  ],
})

const openDomains = operation({
  summary: 'List the domains whose names can be claimed',
  description: 'For everyone, oldest first: those that are open, full ones too, and those that open later.',
  auth: { accepts: [] },
  loadClass: 'listing',
  query: z.object({
    chainId: chainId.optional().meta({ description: 'Only domains of this chain; absent: of all.' }),
    ...listQuery,
  }),
  handle: async ({ context, query, urlOf }) => ({
    ...(await listDomainsWithOpenClaims(context, query)),
    urlOf,
  }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/open-domains',
      id: 'bynameListOpenDomains',
      tag,
      answer: openDomainsAnswer,
    },
  ],
})

export const domainPages = [page, openDomains].flat()
