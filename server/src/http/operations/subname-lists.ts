import { z } from 'zod'
import { listDomainsWithSubnames } from '../../core/domains/list-with-subnames.ts'
import { countSubnames } from '../../core/subnames/count.ts'
import { listSubnames } from '../../core/subnames/list.ts'
import { listSubnamesOfAddress, maxSubnamesPerAddress } from '../../core/subnames/list-of-address.ts'
import { listSubnamesOfDomain } from '../../core/subnames/list-of-domain.ts'
import { operation } from '../operation.ts'
import { plainAnswer } from '../schema/answer.ts'
import { coinType, isClaimed, orderQuery, searchText } from '../schema/listing.ts'
import { pageAnswer, pageQuery } from '../schema/page.ts'
import { chainId, domainName, queryBoolean, repeatable, uuid } from '../schema/primitives.ts'
import {
  domainWithSubnameAnswer,
  subnameAnswer,
  subnameListAnswer,
  subnameWithHolderAnswer,
} from '../schema/record.ts'

const tag = 'Subnames (v1)'

const unstablePages =
  'Pages by number are counted anew with each request: names that are added or removed between two pages make the next one repeat or ' +
  'skip some. `pagination.next`, sent as `after`, continues behind the last name instead, and neither repeats nor skips one while they exist; with `orderBy=subnameCount`, as long as the domains keep their order.'

const listByDomain = operation({
  summary: 'List the subnames of a domain',
  description: `Newest first, unless \`orderBy\` and \`orderDirection\` say otherwise. A domain that is unknown, deleted or blocked lists none. ${unstablePages}`,
  auth: { accepts: [] },
  loadClass: 'listing',
  query: z.object({
    ensDomain: domainName,
    chainId,
    isClaimed,
    coinType: coinType
      .optional()
      .meta({ description: 'Only subnames that have an address of this coin type.' }),
    ...pageQuery,
    ...orderQuery,
  }),
  handle: ({ context, query }) =>
    listSubnamesOfDomain(context, {
      ...query,
      domain: query.ensDomain,
      direction: query.orderDirection,
    }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/ens',
      id: 'v1ListSubnamesOfDomain',
      tag,
      answer: pageAnswer(subnameAnswer),
    },
  ],
})

const listByAddress = operation({
  summary: 'List the subnames of an address',
  description:
    'Those with this address of the coin type, newest first; with `isClaimed=false` the reservations ' +
    `for it. At most the newest ${maxSubnamesPerAddress}; the v2 listing has all, page by page.`,
  auth: { accepts: [] },
  loadClass: 'listing',
  query: z.object({
    address: z.string().meta({
      description: 'In the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    chainId,
    isClaimed,
    ensDomains: repeatable(100)
      .optional()
      .meta({ description: 'Only below these domains; repeat it for more than one.', example: ['demo.eth'] }),
    coinType: coinType.prefault(60).meta({ description: 'Coin type of `address` (SLIP-44, ENSIP-11).' }),
  }),
  errors: ['InvalidNameException', 'InvalidRecordException'],
  handle: ({ context, query }) => listSubnamesOfAddress(context, { ...query, domains: query.ensDomains }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/address',
      id: 'v1ListSubnamesOfAddress',
      tag,
      answer: subnameListAnswer,
    },
  ],
})

const count = operation({
  summary: 'Count all subnames',
  description:
    'On both chains, including reservations, below every domain that is neither blocked nor deleted.',
  auth: { accepts: [] },
  handle: async ({ context }) => ({ count: await countSubnames(context) }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/count',
      id: 'v1CountSubnames',
      tag,
      answer: plainAnswer(
        z.object({
          count: z.number().int().meta({ description: 'The number of subnames.', example: 1024 }),
        }),
      ),
    },
  ],
})

const listDomainsWithCount = operation({
  summary: 'List the domains',
  description:
    'Each with the count of its subnames and the newest of them. A domain without subnames is listed itself: its own ' +
    'name, not claimed, with its own records and the zero address, because clients need coin type 60.',
  auth: { accepts: [] },
  loadClass: 'listing',
  query: z.object({ chainId, ...pageQuery, ...orderQuery }),
  handle: ({ context, query }) =>
    listDomainsWithSubnames(context, { ...query, direction: query.orderDirection }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/subname/ens-list',
      id: 'v1ListDomainsWithCount',
      tag,
      answer: pageAnswer(domainWithSubnameAnswer),
    },
  ],
})

const listAll = operation({
  summary: 'List subnames',
  description:
    'Those of a workspace, of some domains or of an address: at least one of `workspaceId`, `ensDomains` and `address` ' +
    `is required, and all filters apply together. ${unstablePages}`,
  auth: { accepts: [] },
  loadClass: 'listing',
  query: z.object({
    ...pageQuery,
    ...orderQuery,
    chainId,
    search: searchText.optional(),
    workspaceId: uuid.optional(),
    ensDomains: repeatable(100)
      .optional()
      .meta({ description: 'Only below these domains; repeat it for more than one.', example: ['demo.eth'] }),
    address: z.string().optional().meta({
      description: 'Only those with this address, in the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    coinType: coinType.optional().meta({
      description:
        'Coin type of `address`, 60 if absent; without an address: only those with an address of it.',
    }),
    isClaimed: queryBoolean
      .prefault(true)
      .meta({ description: 'Claimed ones (true) or reservations (false).' }),
  }),
  errors: ['InvalidNameException', 'ScopeRequiredException', 'InvalidRecordException'],
  handle: ({ context, query }) =>
    listSubnames(context, { ...query, domains: query.ensDomains, direction: query.orderDirection }),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v2/subnames/all',
      id: 'v2ListSubnames',
      tag: 'Subnames (v2)',
      answer: pageAnswer(subnameWithHolderAnswer),
    },
    {
      method: 'GET',
      url: '/ens/v2/subname/all',
      id: 'v2ListSubnamesSingular',
      tag: 'Subnames (v2)',
      answer: pageAnswer(subnameWithHolderAnswer),
    },
  ],
})

export const subnameLists = [listAll, listByDomain, listByAddress, count, listDomainsWithCount].flat()
