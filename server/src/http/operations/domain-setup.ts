import { z } from 'zod'
import { type DomainSetup, readDomainSetup } from '../../core/domains/setup.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { anyCredential } from '../credentials/operation-auth.ts'
import { secondLevelNamesTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import {
  chainId,
  domainParams,
  evmAddress,
  exampleResolverAddress,
  optional,
  responseOf,
  signedExample,
  wireChainId,
  wireId,
} from '../schema/primitives.ts'
import { serializeExpiry, wireExpiry } from './domain-chain-reads.ts'
import { serializeResolver, wireResolver } from './resolvers.ts'

export const wireTransaction = z
  .object({
    to: z.string().meta({ description: 'The contract, EIP-55.', example: exampleResolverAddress }),
    data: z.string().meta({ description: 'Call data, 0x hex.', example: '0x1896f70a' }),
  })
  .meta({ id: 'Transaction', description: 'A transaction for a wallet to send.' })

const wireDomainSetup = z
  .object({
    name: z.string().meta({ description: 'The domain, normalized.', example: 'demo.eth' }),
    chainId: wireChainId,
    owner: z.string().nullable().meta({
      description: 'Its owner on chain, EIP-55; null: not registered, or expired.',
      example: signedExample.address,
    }),
    generation: z
      .union([z.literal(1), z.literal(2)])
      .nullable()
      .meta({ description: 'The ENS version whose registry names the owner; null without one.', example: 1 }),
    expiry: wireExpiry.nullable().meta({
      description:
        'When its registration ends; null: not registered, no second-level name of .eth, or the chain did not return it.',
    }),
    isController: z.boolean().nullable().meta({
      description: 'Whether `address` owns or manages the domain on chain; null without one.',
      example: true,
    }),
    onChainResolver: z.string().nullable().meta({
      description: 'The resolver that ENS clients find, EIP-55; null without one.',
      example: exampleResolverAddress,
    }),
    inherited: z
      .boolean()
      .meta({ description: 'Whether that resolver is set on a name above the domain.', example: false }),
    isConfigured: z.boolean().meta({
      description: 'Whether the domain itself uses the first of `offchainResolvers`.',
      example: true,
    }),
    offchainResolvers: z.array(wireResolver).meta({
      description: 'Ours for this chain: that of the domain first, else the default.',
    }),
    transaction: wireTransaction.nullable().meta({
      description:
        'Sets the first of `offchainResolvers` for the domain, sent by its owner or manager. Null: it is set, there is no ' +
        'such resolver, the domain is not registered, or its registry is that of ENSv2.',
    }),
    isOnboarded: z.boolean().meta({ description: 'Whether a workspace has onboarded it.', example: true }),
    ensId: wireId('Id of the onboarded domain, for callers that may read it.').nullable(),
    workspaceId: wireId('Its workspace, for callers that may read it.').nullable(),
  })
  .meta({ id: 'DomainSetup', description: 'How far a domain is on its way to this service.' })

function serializeDomainSetup(setup: DomainSetup): z.output<typeof wireDomainSetup> {
  const { owner, onChain, transaction, domainHere } = setup
  return {
    name: setup.name,
    chainId: setup.chainId,
    owner: owner && checksumAddress(owner.owner),
    generation: owner?.generation ?? null,
    expiry: setup.expiry && serializeExpiry(setup.expiry),
    isController: setup.isController,
    onChainResolver: onChain.resolver && checksumAddress(onChain.resolver),
    inherited: onChain.inherited,
    isConfigured: setup.isConfigured,
    offchainResolvers: setup.resolvers.map(serializeResolver),
    transaction: transaction && { to: checksumAddress(transaction.to), data: transaction.data },
    isOnboarded: setup.isOnboarded,
    ensId: domainHere?.id ?? null,
    workspaceId: domainHere?.workspaceId ?? null,
  }
}

const domainSetupResponse = responseOf(wireDomainSetup, serializeDomainSetup)

const setup = operation({
  summary: 'Read how far a domain is set up',
  description:
    'Reads from the chain, for any domain: its owner, its expiry, whether an address controls it, its resolver, and the transaction that sets ' +
    'ours. The ids of an onboarded domain are null for callers that may not read it.',
  auth: { accepts: anyCredential, isOptional: true },
  loadClass: 'outbound',
  expensive: true,
  params: domainParams.params,
  query: z.object({
    chainId,
    address: optional(evmAddress).meta({
      description: 'Whether this address controls the domain is read.',
      example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    }),
  }),
  callsUpstream: true,
  handle: ({ context, caller, params: { domain }, query }) =>
    readDomainSetup(context, { caller, domain, ...query }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/setup',
      id: 'bynameReadDomainSetup',
      tag: secondLevelNamesTag,
      response: domainSetupResponse,
    },
  ],
})

export const domainSetup = [setup].flat()
