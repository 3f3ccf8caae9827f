import { z } from 'zod'
import type { DomainResolverCheck } from '../../core/domains/onchain.ts'
import { checkDomainResolver, getNameExpiries, type NameExpiry } from '../../core/domains/onchain.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { anyCredential } from '../credentials/operation-auth.ts'
import { secondLevelNamesTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { ensRecord, serializeDomain } from '../schema/domain.ts'
import { chainId, domainName, exampleResolverAddress, responseOf, uuid } from '../schema/primitives.ts'

/** The latest time of a Date. */
const maxDateMs = 8_640_000_000_000_000n

export const wireExpiry = z
  .object({
    name: z.string().meta({ description: 'As in the request.', example: 'demo.eth' }),
    expiry: z.string().meta({
      description: 'ISO 8601, UTC. A later time than the format can hold is given as the latest one.',
      example: '2034-05-01T12:00:00.000Z',
    }),
    expirySeconds: z.string().regex(/^\d+$/).meta({
      description: 'Seconds since 1970, exactly; as text, because it may exceed 2^53.',
      example: '2030184000',
    }),
    generation: z
      .union([z.literal(1), z.literal(2)])
      .meta({ description: 'The version of ENS whose registry decides.', example: 1 }),
    status: z.enum(['active', 'grace', 'expired', 'reserved']).meta({
      description:
        'grace: expired, and reserved for its former holder (90 days in v1, 28 in v2). reserved: in v2, for a name of v1.',
      example: 'active',
    }),
  })
  .meta({ id: 'Expiry', description: 'When a name expires.' })

export function serializeExpiry({
  name,
  seconds,
  generation,
  status,
}: NameExpiry): z.output<typeof wireExpiry> {
  return {
    name,
    expiry: toDate(seconds).toISOString(),
    expirySeconds: `${seconds}`,
    generation,
    status,
  }
}

function toDate(seconds: bigint): Date {
  const milliseconds = seconds * 1000n
  return new Date(Number(milliseconds < maxDateMs ? milliseconds : maxDateMs))
}

const expiriesResponse = responseOf(z.array(wireExpiry), (expiries: readonly NameExpiry[]) =>
  expiries.map(serializeExpiry),
)

const { id, ensId, workspaceId, isBlocked, subnameCount, texts } = ensRecord.shape

const wireResolverCheck = z
  .object({
    ...ensRecord.shape,
    id: id.nullable(),
    ensId: ensId.nullable(),
    workspaceId: workspaceId.nullable(),
    isBlocked: isBlocked.nullable(),
    subnameCount: subnameCount.nullable(),
    texts: texts.nullable(),
    isConfigured: z.boolean().meta({ description: 'Whether the domain itself uses the resolver on chain.' }),
    onChainResolver: z.string().nullable().meta({
      description: 'Its resolver on chain, EIP-55; null without one.',
      example: exampleResolverAddress,
    }),
    inherited: z
      .boolean()
      .meta({ description: 'Whether that resolver is set on a name above the domain.', example: false }),
  })
  .meta({
    id: 'ResolverCheck',
    description:
      'An ens record and its resolver on chain. The fields of an onboarded domain are null for others, and for callers ' +
      'without a key that may read the domain.',
  })

/** For a domain that is not onboarded, or not readable by the caller. */
const hiddenFields = {
  id: null,
  ensId: null,
  workspaceId: null,
  userChosenLimit: null,
  isBlocked: null,
  subnameCount: null,
  texts: null,
}

function serializeResolverCheck({
  name,
  expected,
  onChain,
  isConfigured,
  domain,
}: DomainResolverCheck): z.output<typeof wireResolverCheck> {
  return {
    ...(domain ? serializeDomain(domain) : hiddenFields),
    domainName: name,
    ensDomain: name,
    chainId: expected.chainId,
    offchainResolverId: expected.id,
    isConfigured,
    onChainResolver: onChain.resolver && checksumAddress(onChain.resolver),
    inherited: onChain.inherited,
  }
}

const resolverCheckResponse = responseOf(wireResolverCheck, serializeResolverCheck)

const tag = secondLevelNamesTag

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
      response: resolverCheckResponse,
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
      response: expiriesResponse,
    },
  ],
})

export const domainChainReads = [check, expiry].flat()
