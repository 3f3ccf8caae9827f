import { z } from 'zod'
import { findResolvers } from '../../core/resolvers/find.ts'
import { getResolver } from '../../core/resolvers/get.ts'
import { listResolvers } from '../../core/resolvers/list.ts'
import { updateResolver } from '../../core/resolvers/update.ts'
import { operation } from '../operation.ts'
import { administrators } from '../operation-auth.ts'
import { pageAnswer, pageQuery } from '../schema/page.ts'
import { chainId, singleLine, uuid } from '../schema/primitives.ts'
import { resolverAnswer, resolverListAnswer } from '../schema/resolver.ts'

const tag = 'Off-chain resolvers'

const list = operation({
  summary: 'List the off-chain resolvers',
  description: 'The first one of a chain is its default.',
  auth: { accepts: [] },
  handle: ({ context }) => listResolvers(context),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/offchain-resolvers',
      id: 'v1ListOffchainResolvers',
      tag,
      answer: resolverListAnswer,
    },
  ],
})

const get = operation({
  summary: 'Read an off-chain resolver',
  description: 'The contract for which this service is the gateway, and an RPC through which to read it.',
  auth: { accepts: [] },
  params: z.object({ id: uuid }),
  errors: ['OffchainResolverNotFoundException'],
  handle: ({ context, params }) => getResolver(context, params.id),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/offchain-resolvers/:id',
      id: 'v1GetOffchainResolver',
      tag,
      answer: resolverAnswer,
    },
  ],
})

const update = operation({
  summary: 'Change an off-chain resolver',
  description:
    'Takes effect immediately: the gateway signs for the new address, and records show it. `isJAN` of a name is false until ' +
    'its domain uses the new address on chain and the service has read that: with the change itself, or at its next check.',
  auth: { accepts: administrators },
  body: z.object({
    id: uuid,
    resolverAddress: z
      .string()
      .meta({ description: 'The resolver contract.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    ensRegistryAddress: z.string().meta({
      description: 'The ENS registry of its chain.',
      example: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    }),
    nodeProvider: singleLine(2000).meta({
      description: 'URL of an RPC that clients may use; it is public.',
      example: 'https://rpc.example.com',
    }),
    environment: singleLine(100).meta({ description: 'A display name.', example: 'production' }),
  }),
  errors: ['OffchainResolverNotFoundException'],
  handle: ({ context, body: { resolverAddress, ensRegistryAddress, ...rest } }) =>
    updateResolver(context, {
      ...rest,
      address: resolverAddress,
      registryAddress: ensRegistryAddress,
    }),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/offchain-resolvers/update',
      id: 'v1UpdateOffchainResolver',
      tag,
      answer: resolverAnswer,
    },
  ],
})

const find = operation({
  summary: 'Find off-chain resolvers',
  description: 'Those that match every given criterion. `subnameCount` is that of all domains of a resolver.',
  auth: { accepts: [] },
  query: z.object({
    ...pageQuery,
    orderBy: z
      .enum(['createdAt', 'subnameCount'])
      .default('createdAt')
      .meta({ description: 'Age, or the count of subnames of all its domains.' }),
    orderDirection: z
      .enum(['asc', 'desc'])
      .default('asc')
      .meta({ description: 'Oldest or smallest first is `asc`.' }),
    id: uuid.optional(),
    resolverAddress: z
      .string()
      .optional()
      .meta({ description: 'The resolver contract.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    ensRegistryAddress: z.string().optional().meta({
      description: 'The ENS registry of its chain.',
      example: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    }),
    chainId: chainId.optional(),
    environment: singleLine(100).optional().meta({ description: 'A display name.', example: 'production' }),
  }),
  handle: ({ context, query }) => {
    const { resolverAddress: address, ensRegistryAddress: registryAddress, orderDirection: direction } = query
    return findResolvers(context, { ...query, address, registryAddress, direction })
  },
  mounts: [
    {
      method: 'GET',
      url: '/ens/v2/offchain-resolvers/criteria',
      id: 'v2FindOffchainResolvers',
      tag,
      answer: pageAnswer(resolverAnswer),
    },
  ],
})

export const resolvers = [list, get, find, update].flat()
