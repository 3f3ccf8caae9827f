import { z } from 'zod'
import { checkDomainResolver } from '../../core/domains/check-resolver.ts'
import { getNameExpiries } from '../../core/domains/expiry.ts'
import { operation } from '../operation.ts'
import { anyCredential } from '../operation-auth.ts'
import { expiriesAnswer } from '../schema/expiry.ts'
import { chainId, domainName, uuid } from '../schema/primitives.ts'
import { resolverCheckAnswer } from '../schema/resolver-check.ts'

const tag = 'Second-level names'

const check = operation({
  summary: 'Compare the resolver of a domain on chain with one of ours',
  description:
    'Reads the resolver that ENS clients find for the domain, on the chain of the given off-chain resolver and through ' +
    'mirrors between ENSv1 and ENSv2. The domain need not be onboarded. Without a key, the response has the data on chain ' +
    'only: stored data of an onboarded domain are null unless an admin key or a key of its workspace is given.',
  auth: { accepts: anyCredential, isOptional: true },
  loadClass: 'outbound',
  expensive: true,
  params: z.object({ ensDomain: domainName, offchainResolverId: uuid }),
  callsUpstream: true,
  errors: ['OffchainResolverNotFoundException'],
  handle: ({ context, caller, params }) => {
    const { ensDomain: domain, offchainResolverId: resolverId } = params
    return checkDomainResolver(context, { caller, domain, resolverId })
  },
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/ens/check/resolver/:ensDomain/:offchainResolverId',
      id: 'v1CheckEnsResolver',
      tag,
      answer: resolverCheckAnswer,
    },
  ],
})

/** One call to the chain reads them all. */
const maxNames = 200

const expiry = operation({
  summary: 'Read the expiry of names',
  description:
    'From the registries of ENSv1 and ENSv2. Names without an expiry are omitted, so match entries by name: those ' +
    'that were never registered, all but second-level names of .eth, and texts that are not valid names.',
  auth: { accepts: [] },
  isSafe: true,
  loadClass: 'outbound',
  expensive: true,
  body: z.object({
    names: z
      .array(z.string().max(1000))
      .min(1)
      .max(maxNames)
      .meta({ description: 'Second-level names of .eth.', example: ['demo.eth'] }),
    chainId,
  }),
  callsUpstream: true,
  handle: ({ context, body }) => getNameExpiries(context, body),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/ens/expiry',
      id: 'v1GetEnsExpiry',
      tag,
      answer: expiriesAnswer,
    },
  ],
})

export const domainChainReads = [check, expiry].flat()
