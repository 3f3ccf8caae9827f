import { z } from 'zod'
import type { onboardDomain } from '../../core/domains/onboard.ts'
import { answer } from './answer.ts'

export const ensRecord = z
  .object({
    id: z.string(),
    ensId: z.string().meta({ description: 'The same as `id`; clients read one or the other.' }),
    domainName: z.string().meta({ example: 'demo.eth' }),
    ensDomain: z.string().meta({ description: 'The same as `domainName`.' }),
    chainId: z.number().int(),
    workspaceId: z.string(),
    offchainResolverId: z.string(),
    userChosenLimit: z.number().int().nullable(),
    isBlocked: z.boolean(),
    subnameCount: z.number().int(),
    texts: z.array(z.object({ key: z.string(), value: z.string() })).meta({
      description: 'Text records of the domain itself.',
      example: [{ key: 'avatar', value: `https://names.example/media/${'0123456789abcdef'.repeat(4)}.png` }],
    }),
  })
  .meta({ id: 'EnsRecord' })

type Domain = Awaited<ReturnType<typeof onboardDomain>>

/** A domain on the wire, where it is called an ens record. */
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

export const domainAnswer = answer(ensRecord, serializeDomain)

export const domainListAnswer = answer(
  z.object({ domains: z.array(ensRecord) }),
  (domains: readonly Domain[]) => ({
    domains: domains.map(serializeDomain),
  }),
)
