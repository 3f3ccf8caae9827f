import { z } from 'zod'
import { domainEtag } from '../../core/domains/domain-etag.ts'
import type { Domain } from '../../model/domain.ts'
import { answer, withEtag } from './answer.ts'
import { toIsoTime } from './iso-time.ts'
import { look, serializeLook } from './look.ts'
import { wireChainId, wireId } from './primitives.ts'
import { contenthashUri, ownAddresses, serializeAddresses, text } from './records.ts'

const limit = z.number().int().nullable()

/** How many names a domain has and may have, and until when. */
export const domainUse = {
  names: z.number().int().meta({ description: 'Its names, including reservations.', example: 41 }),
  claimedNames: z.number().int().meta({ description: 'Its names without reservations.', example: 40 }),
  userChosenLimit: limit.meta({ description: 'The most names, as set by its workspace.', example: null }),
  maxNames: limit.meta({ description: 'The most names, as set by an operator.', example: 1000 }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: 'When its subscription ends, as set by an operator; null: never.',
    example: '2030-01-01T00:00:00.000Z',
  }),
  isBlocked: z.boolean().meta({ description: 'Whether an operator blocked it.', example: false }),
  createdAt: z.iso
    .datetime()
    .meta({ description: 'When it was onboarded.', example: '2029-01-01T00:00:00.000Z' }),
}

export function serializeDomainUse(domain: Domain) {
  return {
    names: domain.subnameCount,
    claimedNames: domain.claimedCount,
    userChosenLimit: domain.userChosenLimit,
    maxNames: domain.plan.maxNames,
    expiresAt: toIsoTime(domain.plan.expiresAt),
    isBlocked: domain.isBlocked,
    createdAt: toIsoTime(domain.createdAt),
  }
}

const bynameDomain = z
  .object({
    id: wireId('Id of the domain.'),
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    workspaceId: wireId('The workspace that issues its subnames.'),
    allowedOrigins: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'Sites for which messages about the subnames may be signed: exact, or `*.example.com` for every host below ' +
          'example.com; null: any, but for claims, transfers and releases, which are then signed for this service.',
        example: ['app.example.com', '*.example.com'],
      }),
    texts: z.array(text).meta({ description: 'Text records of the domain itself.', example: [] }),
    addresses: ownAddresses.meta({ description: 'Address records of the domain itself.', example: [] }),
    contentHash: z.string().nullable().meta({
      description: 'Content hash of the domain itself, in URI form; null without one.',
      example: null,
    }),
    look,
    ...domainUse,
  })
  .meta({ id: 'Domain', description: 'A domain, its own records, its look and its limits.' })

export function serializeBynameDomain(domain: Domain): z.output<typeof bynameDomain> {
  const { id, name, chainId, workspaceId, allowedOrigins, look } = domain
  const { texts, addresses, contenthash } = domain.records
  return {
    id,
    name,
    chainId,
    workspaceId,
    allowedOrigins: allowedOrigins && [...allowedOrigins],
    texts: [...texts],
    addresses: serializeAddresses(addresses),
    contentHash: contenthash && contenthashUri(contenthash),
    look: serializeLook(look),
    ...serializeDomainUse(domain),
  }
}

/** Limits and counts are no part of the state that PATCH replaces, nor of its entity tag. */
export const bynameDomainAnswer = {
  ...withEtag(answer(bynameDomain, serializeBynameDomain), domainEtag),
  isRevalidated: false,
}
