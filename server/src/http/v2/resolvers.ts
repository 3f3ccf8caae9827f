import { z } from 'zod'
import { findResolvers } from '../../core/resolvers/find.ts'
import { route } from '../kit.ts'
import { presentPage } from '../present/page.ts'
import { presentResolver, wireResolver } from '../present/resolver.ts'
import { pageOf } from '../schema/record.ts'
import { chainId, line, pageQuery, uuid } from '../schema/wire.ts'

const criteria = route({
  method: 'GET',
  url: '/ens/v2/offchain-resolvers/criteria',
  id: 'v2FindOffchainResolvers',
  tag: 'Off-chain resolvers',
  summary: 'Find off-chain resolvers',
  description: 'Those that fit every criterion given. `subnameCount` is that of all domains of a resolver.',
  credentials: 'none',
  query: z.object({
    ...pageQuery,
    orderBy: z.enum(['createdAt', 'subnameCount']).default('createdAt'),
    orderDirection: z.enum(['asc', 'desc']).default('asc'),
    id: uuid.optional(),
    resolverAddress: z.string().optional(),
    ensRegistryAddress: z.string().optional(),
    chainId: chainId.optional(),
    environment: line(100).optional(),
  }),
  data: pageOf(wireResolver),
  errors: ['UnsupportedChainException'],
  handle: async ({ context, query }) => {
    const { resolverAddress: address, ensRegistryAddress: registryAddress, orderDirection: direction } = query
    const page = await findResolvers(context, { ...query, address, registryAddress, direction })
    return presentPage(page, presentResolver)
  },
})

export const resolvers = [criteria]
