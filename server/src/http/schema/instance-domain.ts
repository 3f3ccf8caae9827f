import { z } from 'zod'
import type { InstanceDomain } from '../../core/domains/search.ts'
import { answer } from './answer.ts'
import { toIsoTime } from './iso-time.ts'
import { listAnswer } from './list.ts'
import { wireChainId, wireId } from './primitives.ts'

const limit = z.number().int().nullable()

const instanceDomain = z
  .object({
    id: wireId('Id of the domain.'),
    name: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'demo.eth' }),
    chainId: wireChainId,
    workspaceId: wireId('Its workspace.'),
    workspaceName: z.string().meta({ description: 'The display name of its workspace.', example: 'Acme' }),
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
  })
  .meta({ id: 'InstanceDomain', description: 'A domain with its workspace and its limits.' })

function serializeInstanceDomain({ domain, workspaceName }: InstanceDomain): z.output<typeof instanceDomain> {
  const { id, name, chainId, workspaceId, subnameCount, claimedCount, userChosenLimit, plan } = domain
  return {
    id,
    name,
    chainId,
    workspaceId,
    workspaceName,
    names: subnameCount,
    claimedNames: claimedCount,
    userChosenLimit,
    maxNames: plan.maxNames,
    expiresAt: toIsoTime(plan.expiresAt),
    isBlocked: domain.isBlocked,
    createdAt: toIsoTime(domain.createdAt),
  }
}

export const instanceDomainsAnswer = listAnswer(
  answer(instanceDomain, serializeInstanceDomain),
  'The newest first.',
)
