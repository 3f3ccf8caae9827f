import { z } from 'zod'
import { readDomainSetup } from '../../core/domains/read-setup.ts'
import { operation } from '../operation.ts'
import { anyCredential } from '../operation-auth.ts'
import { domainSetupAnswer } from '../schema/domain-setup.ts'
import { chainId, domainParams, evmAddress, optional } from '../schema/primitives.ts'

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
      tag: 'Second-level names',
      answer: domainSetupAnswer,
    },
  ],
})

export const domainSetup = [setup].flat()
