import { z } from 'zod'
import {
  findResolvers,
  getResolver,
  listResolvers,
  type PreparedDeployment,
  prepareDeployment,
  registerResolver,
} from '../../core/resolvers/resolvers.ts'
import { updateResolver } from '../../core/resolvers/update.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { Resolver } from '../../model/resolver.ts'
import { needs } from '../credentials/operation-auth.ts'
import type { Tag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { pageQuery, pageResponse } from '../schema/pages.ts'
import {
  chainId,
  evmAddress,
  exampleId,
  exampleResolverAddress,
  responseOf,
  signedExample,
  singleLine,
  uuid,
  wireChainId,
  wireId,
} from '../schema/primitives.ts'

export const wireResolver = z
  .object({
    id: wireId('Id of the entry, as in the gateway URL.'),
    resolverAddress: z
      .string()
      .meta({ description: 'The resolver contract, EIP-55.', example: exampleResolverAddress }),
    ensRegistryAddress: z.string().meta({
      description: 'The ENS registry of its chain, EIP-55.',
      example: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    }),
    nodeProvider: z
      .string()
      .meta({ description: 'URL of an RPC of its chain.', example: 'https://rpc.example' }),
    chainId: wireChainId,
    chainName: z.string().meta({ description: 'Name of its chain.', example: 'mainnet' }),
    environment: z.string().meta({ description: 'A display name.', example: 'production' }),
  })
  .meta({ id: 'OffchainResolver', description: 'A resolver contract for which this service is the gateway.' })

/** Addresses in EIP-55, because clients compare them as text. */
export function serializeResolver(resolver: Resolver): z.output<typeof wireResolver> {
  return {
    id: resolver.id,
    resolverAddress: checksumAddress(resolver.address),
    ensRegistryAddress: checksumAddress(resolver.registryAddress),
    nodeProvider: resolver.nodeProvider,
    chainId: resolver.chainId,
    chainName: resolver.chainName,
    environment: resolver.environment,
  }
}

const resolverResponse = responseOf(wireResolver, serializeResolver)

const resolverListResponse = responseOf(
  z.object({ offchainResolvers: z.array(wireResolver).meta({ description: 'The entries.' }) }),
  (resolvers: readonly Resolver[]) => ({ offchainResolvers: resolvers.map(serializeResolver) }),
)

const tag: Tag = {
  name: 'Off-chain resolvers',
  description: 'The resolver contracts for which this service is the gateway.',
}

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
      response: resolverListResponse,
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
      response: resolverResponse,
    },
  ],
})

const update = operation({
  summary: 'Change an off-chain resolver',
  description:
    'Takes effect immediately: the gateway signs for the new address, as its contract verifies it, and records show it. `isJAN` of a name is false until ' +
    'its domain uses the new address on chain and the service has read that: with the change itself, or at its next check.',
  auth: needs('admin'),
  body: z.object({
    id: uuid,
    resolverAddress: z
      .string()
      .max(100)
      .meta({ description: 'The resolver contract.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    ensRegistryAddress: z.string().max(100).meta({
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
      response: resolverResponse,
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
      .max(100)
      .optional()
      .meta({ description: 'The resolver contract.', example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    ensRegistryAddress: z.string().max(100).optional().meta({
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
      response: pageResponse(resolverResponse),
    },
  ],
})

export const resolvers = [list, get, find, update].flat()

const deploymentResponse = responseOf(
  z
    .object({
      id: wireId('Id of the entry to register, part of its gateway URLs.'),
      chainId: wireChainId,
      signer: z.string().meta({
        description: 'The signer of this service that the contract trusts, EIP-55.',
        example: signedExample.address,
      }),
      urls: z.array(z.string()).meta({
        description: 'Where the contract directs clients.',
        example: [`https://names.example/ccip/${exampleId}`],
      }),
      data: z.string().meta({ description: 'Data of the transaction, without `to`.', example: '0x60806040' }),
    })
    .meta({ id: 'ResolverDeployment', description: 'A transaction that deploys a resolver contract.' }),
  (deployment: PreparedDeployment) => ({ ...deployment, urls: [...deployment.urls] }),
)

const prepare = operation({
  summary: 'Compose the deployment of a resolver',
  description:
    'The transaction that creates a resolver contract for this service, for any wallet to send. Register the contract afterwards.',
  auth: needs('admin'),
  isSafe: true,
  query: z.object({ chainId }),
  body: z.object({
    owner: evmAddress.meta({
      description: 'May change the signers and gateway URLs of the contract.',
      example: signedExample.address,
    }),
  }),
  handle: ({ context, query, body, urlOf }) =>
    prepareDeployment(context, { ...query, ...body, publicUrl: urlOf('') }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/offchain-resolvers/deployment',
      id: 'bynamePrepareResolverDeployment',
      tag,
      response: deploymentResponse,
    },
  ],
})

const register = operation({
  summary: 'Register a deployed resolver',
  description:
    'A contract of `POST /byname/v1/offchain-resolvers/deployment` that trusts the signer of this service.',
  auth: needs('admin'),
  loadClass: 'outbound',
  query: z.object({ chainId }),
  body: z.object({
    id: uuid.meta({ description: 'Id of the deployment.', example: exampleId }),
    address: evmAddress.meta({ description: 'The contract.', example: exampleResolverAddress }),
  }),
  callsUpstream: true,
  handle: ({ context, query, body }) => registerResolver(context, { ...query, ...body }),
  mounts: [
    {
      method: 'POST',
      url: '/byname/v1/offchain-resolvers',
      id: 'bynameRegisterResolver',
      tag,
      status: 201,
      response: resolverResponse,
    },
  ],
})

export const resolverDeployment = [prepare, register].flat()
