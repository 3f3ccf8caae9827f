import { z } from 'zod'
import type { checkDomainResolver } from '../../core/domains/check-resolver.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { answer } from './answer.ts'
import { ensRecord, serializeDomain } from './domain.ts'
import { exampleResolverAddress } from './examples.ts'

const { id, ensId, workspaceId, isBlocked, subnameCount, texts } = ensRecord.shape

export const wireResolverCheck = z
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
}: Awaited<ReturnType<typeof checkDomainResolver>>): z.output<typeof wireResolverCheck> {
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

export const resolverCheckAnswer = answer(wireResolverCheck, serializeResolverCheck)
