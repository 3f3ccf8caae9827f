import { z } from 'zod'
import { entityTagOf } from '../../core/if-match.ts'
import type { Domain } from '../../model/domain.ts'
import { responseOf, wireChainId, wireId, withEtag } from './primitives.ts'
import { text } from './records.ts'

export const ensRecord = z
  .object({
    id: wireId('Id of the domain.'),
    ensId: wireId('The same as `id`; clients read one or the other.'),
    domainName: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    ensDomain: z.string().meta({ description: 'The same as `domainName`.', example: 'demo.eth' }),
    chainId: wireChainId,
    workspaceId: wireId('The workspace that issues its subnames.'),
    offchainResolverId: wireId('The resolver entry of its lookups.'),
    userChosenLimit: z.number().int().nullable().meta({
      description: 'The maximum number of subnames, as set by its workspace; null: no limit.',
      example: 100,
    }),
    isBlocked: z.boolean().meta({ description: 'Whether the operator blocked it.', example: false }),
    subnameCount: z
      .number()
      .int()
      .meta({ description: 'The number of its subnames, including reservations.', example: 41 }),
    texts: z.array(text).meta({
      description: 'Text records of the domain itself.',
      example: [{ key: 'avatar', value: `https://names.example/media/${'0123456789abcdef'.repeat(4)}.png` }],
    }),
  })
  .meta({ id: 'EnsRecord', description: 'A domain that is onboarded here.' })

/** The wire calls a domain an ens record. */
export function serializeDomain(domain: Domain): z.output<typeof ensRecord> {
  return {
    id: domain.id,
    ensId: domain.id,
    domainName: domain.name,
    ensDomain: domain.name,
    chainId: domain.chainId,
    workspaceId: domain.workspaceId,
    offchainResolverId: domain.resolverId,
    userChosenLimit: domain.userChosenLimit,
    isBlocked: domain.isBlocked,
    subnameCount: domain.subnameCount,
    texts: [...domain.records.texts],
  }
}

/** The last state: what does not exist has no entity tag. */
export const deletedDomainResponse = responseOf(ensRecord, serializeDomain)
/** Its entity tag changes with the count of subnames, too. */
export const domainResponse = withEtag(deletedDomainResponse, (domain) =>
  entityTagOf(serializeDomain(domain)),
)

export const domainListResponse = responseOf(
  z.object({ domains: z.array(ensRecord).meta({ description: 'The domains.' }) }),
  (domains: readonly Domain[]) => ({
    domains: domains.map(serializeDomain),
  }),
)
