import { z } from 'zod'
import { readDomainStatistics } from '../../core/statistics/read-domain.ts'
import { readNameStatistics } from '../../core/statistics/read-name.ts'
import { operation } from '../operation.ts'
import { anyCredential } from '../operation-auth.ts'
import { chainId, domainName, fullName } from '../schema/primitives.ts'
import { domainStatisticsAnswer, nameStatisticsAnswer, statisticsRange } from '../schema/statistics.ts'

const tag = 'Byname'

const readers = 'For a key of its workspace, or an admin key. Lookups count within a minute. '

const ofDomain = operation({
  summary: 'Read the lookups of a domain',
  description:
    `${readers}Every answered request to the gateway for the domain or a name below it is a lookup, also if the answer was ` +
    'cached; one for several records of a name is one lookup. At most 744 hours or 400 days at once.',
  auth: { accepts: anyCredential },
  loadClass: 'listing',
  params: z.object({ domain: domainName }),
  query: z.object({ chainId, ...statisticsRange }),
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    readDomainStatistics(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/statistics',
      id: 'bynameGetDomainStatistics',
      tag,
      answer: domainStatisticsAnswer,
    },
  ],
})

const ofName = operation({
  summary: 'Read when a name was last looked up',
  description: `${readers}The hour alone is stored, and nothing about who looked it up.`,
  auth: { accepts: anyCredential },
  params: z.object({ name: fullName }),
  query: z.object({ chainId }),
  errors: ['SubnameNotFoundException'],
  handle: ({ context, caller, params, query }) =>
    readNameStatistics(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/names/:name/statistics',
      id: 'bynameGetNameStatistics',
      tag,
      answer: nameStatisticsAnswer,
    },
  ],
})

export const statistics = [ofDomain, ofName].flat()
