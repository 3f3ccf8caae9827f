import { z } from 'zod'
import { getResolver } from '../../core/resolvers/get.ts'
import { listResolvers } from '../../core/resolvers/list.ts'
import { route } from '../kit.ts'
import { presentResolver, wireResolver } from '../present/resolver.ts'
import { uuid } from '../schema/wire.ts'

const tag = 'Off-chain resolvers'

const list = route({
  method: 'GET',
  url: '/ens/v1/offchain-resolvers',
  id: 'v1ListOffchainResolvers',
  tag,
  summary: 'List the off-chain resolvers',
  description: 'The first one of a chain is the one in force there.',
  credentials: 'none',
  data: z.object({ offchainResolvers: z.array(wireResolver) }),
  errors: [],
  handle: async ({ context }) => ({ offchainResolvers: (await listResolvers(context)).map(presentResolver) }),
})

const get = route({
  method: 'GET',
  url: '/ens/v1/offchain-resolvers/:id',
  id: 'v1GetOffchainResolver',
  tag,
  summary: 'Read an off-chain resolver',
  credentials: 'none',
  params: z.object({ id: uuid }),
  data: wireResolver,
  errors: ['OffchainResolverNotFoundException'],
  handle: async ({ context, params }) => presentResolver(await getResolver(context, params.id)),
})

export const resolvers = [list, get]
