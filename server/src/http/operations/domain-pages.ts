import { readDomainPage } from '../../core/domains/page.ts'
import { operation } from '../operation.ts'
import { domainPageAnswer } from '../schema/domain-page.ts'
import { domainParams } from '../schema/primitives.ts'

const tag = 'Byname'

const page = operation({
  summary: 'Read what the public page of a domain shows',
  description: 'For everyone. A blocked domain has no page.',
  auth: 'none',
  ...domainParams,
  errors: readDomainPage.errors,
  handle: async ({ context, params: { domain: name }, query: { chainId }, urlOf }) => ({
    ...(await readDomainPage(context, { chainId, name })),
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

export const domainPages = [page].flat()
