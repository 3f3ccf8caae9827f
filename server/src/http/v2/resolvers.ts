import { z } from 'zod'
import { findResolvers } from '../../core/resolvers/find.ts'
import { route } from '../route.ts'
import { chainId, pageQuery, singleLine, uuid } from '../schema/primitives.ts'
import { pageOf } from '../schema/record.ts'
import { serializePage } from '../serializers/page.ts'
import { serializeResolver, wireResolver } from '../serializers/resolver.ts'

const find = route({
  method: 'GET',
  url: '/ens/v2/offchain-resolvers/criteria',
  id: 'v2FindOffchainResolvers',
  tag: 'Off-chain resolvers',
  summary: 'Find off-chain resolvers',
  description: 'Those that fit every criterion given. `subnameCount` is that of all domains of a resolver.',
  auth: 'none',
  query: z.object({
    ...pageQuery,
    orderBy: z.enum(['createdAt', 'subnameCount']).default('createdAt'),
    orderDirection: z.enum(['asc', 'desc']).default('asc'),
    id: uuid.optional(),
    resolverAddress: z.string().optional().meta({ example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    ensRegistryAddress: z.string().optional().meta({ example: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' }),
    chainId: chainId.optional(),
    environment: singleLine(100).optional().meta({ example: 'production' }),
  }),
  data: pageOf(wireResolver),
  errors: ['UnsupportedChainException'],
  handle: async ({ context, query }) => {
    const { resolverAddress: address, ensRegistryAddress: registryAddress, orderDirection: direction } = query
    const page = await findResolvers(context, { ...query, address, registryAddress, direction })
    return serializePage(page, serializeResolver)
  },
})

export const resolvers = [find]
