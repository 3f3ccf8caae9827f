import { z } from 'zod'
import { getResolver } from '../../core/resolvers/get.ts'
import { listResolvers } from '../../core/resolvers/list.ts'
import { updateResolver } from '../../core/resolvers/update.ts'
import { route } from '../route.ts'
import { singleLine, uuid } from '../schema/primitives.ts'
import { serializeResolver, wireResolver } from '../serializers/resolver.ts'

const tag = 'Off-chain resolvers'

const list = route({
  method: 'GET',
  url: '/ens/v1/offchain-resolvers',
  id: 'v1ListOffchainResolvers',
  tag,
  summary: 'List the off-chain resolvers',
  description: 'The first one of a chain is the one in force there.',
  auth: 'none',
  data: z.object({ offchainResolvers: z.array(wireResolver) }),
  errors: [],
  handle: async ({ context }) => ({
    offchainResolvers: (await listResolvers(context)).map(serializeResolver),
  }),
})

const get = route({
  method: 'GET',
  url: '/ens/v1/offchain-resolvers/:id',
  id: 'v1GetOffchainResolver',
  tag,
  summary: 'Read an off-chain resolver',
  description: 'The contract whose lookups this service answers, and a node through which to read it.',
  auth: 'none',
  params: z.object({ id: uuid }),
  data: wireResolver,
  errors: ['OffchainResolverNotFoundException'],
  handle: async ({ context, params }) => serializeResolver(await getResolver(context, params.id)),
})

const update = route({
  method: 'POST',
  url: '/ens/v1/offchain-resolvers/update',
  id: 'v1UpdateOffchainResolver',
  tag,
  summary: 'Change an off-chain resolver',
  description:
    'Takes effect at once: the gateway signs for the new address, and records show it. `isJAN` of a name is false until ' +
    'its domain uses the new address on chain and the service has seen that: with the change itself, or at its next look.',
  auth: 'admin',
  body: z.object({
    id: uuid,
    resolverAddress: z.string().meta({ example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    ensRegistryAddress: z.string().meta({ example: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' }),
    nodeProvider: singleLine(2000).meta({
      description: 'URL of an RPC node that clients may use; everyone sees it.',
      example: 'https://rpc.example.com',
    }),
    environment: singleLine(100).meta({ example: 'production' }),
  }),
  data: wireResolver,
  errors: ['OffchainResolverNotFoundException'],
  handle: async ({ context, body: { resolverAddress, ensRegistryAddress, ...rest } }) =>
    serializeResolver(
      await updateResolver(context, {
        ...rest,
        address: resolverAddress,
        registryAddress: ensRegistryAddress,
      }),
    ),
})

export const resolvers = [list, get, update]
