import { z } from 'zod'
import { listSubnamesAfter } from '../../core/subnames/list-after.ts'
import { operation } from '../operation.ts'
import { nameListAnswer, nameListQuery } from '../schema/name-list.ts'
import { domainName } from '../schema/primitives.ts'

const list = operation({
  summary: 'List the subnames of a domain by cursor',
  description:
    'Every page costs about the same, however many names precede it: request `next` as `after` until it is null. Names may be ' +
    'added and removed between two pages; a name that is there all the time is listed once. All filters apply together. A ' +
    'blocked domain lists none.',
  auth: { accepts: [] },
  loadClass: 'listing',
  params: z.object({ domain: domainName }),
  query: nameListQuery,
  errors: ['EnsNotFound'],
  handle: ({ context, params, query: { state: isClaimed, ...query } }) =>
    listSubnamesAfter(context, { ...query, domain: params.domain, isClaimed }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/names',
      id: 'bynameListNames',
      tag: 'Byname',
      answer: nameListAnswer,
    },
  ],
})

export const domainNames = [list].flat()
