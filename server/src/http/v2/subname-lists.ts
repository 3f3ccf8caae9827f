import { z } from 'zod'
import { listSubnames } from '../../core/subnames/list.ts'
import { alias, route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { coinType, orderQuery, searchText } from '../schema/listing.ts'
import { chainId, pageQuery, queryBoolean, repeatable, uuid } from '../schema/primitives.ts'
import { pageOf, recordWithHolder } from '../schema/record.ts'
import { serializePage } from '../serializers/page.ts'
import { serializeRecordWithHolder } from '../serializers/record.ts'

const list = route({
  method: 'GET',
  url: '/ens/v2/subnames/all',
  id: 'v2ListSubnames',
  tag: 'Subnames (v2)',
  summary: 'List subnames',
  description:
    'Those of a workspace, of some domains or of an address: at least one of `workspaceId`, `ensDomains` and `address` ' +
    'has to be given, and everything that is given narrows. Names that are added while the pages are read move the ' +
    'others on when the newest come first; with `orderBy=createdAt&orderDirection=asc` every page stays what it was.',
  auth: 'none',
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
      description: 'Only those that have this address, in the text form of its coin.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
    coinType: coinType.optional().meta({
      description:
        'Coin type of `address`, 60 if absent; without an address: only those that have one of it.',
    }),
    isClaimed: queryBoolean
      .prefault(true)
      .meta({ description: 'Claimed ones (true) or reservations (false).' }),
  }),
  data: pageOf(recordWithHolder),
  errors: documentedErrors.list,
  handle: async ({ context, query }) => {
    const request = { ...query, domains: query.ensDomains, direction: query.orderDirection }
    return serializePage(await listSubnames(context, request), serializeRecordWithHolder)
  },
})

export const subnameLists = [list, alias(list, '/ens/v2/subname/all', 'v2ListSubnamesSingular')]
