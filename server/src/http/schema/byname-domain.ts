import { z } from 'zod'
import { domainEtag } from '../../core/domains/domain-etag.ts'
import type { Domain } from '../../model/domain.ts'
import { answer, withEtag } from './answer.ts'
import { wireChainId, wireId } from './primitives.ts'

export const bynameDomain = z
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
          'example.com; null: any.',
        example: ['app.example.com', '*.example.com'],
      }),
  })
  .meta({ id: 'Domain', description: 'A domain with its allowed origins.' })

export function serializeBynameDomain({
  id,
  name,
  chainId,
  workspaceId,
  allowedOrigins,
}: Domain): z.output<typeof bynameDomain> {
  return {
    id,
    name,
    chainId,
    workspaceId,
    allowedOrigins: allowedOrigins && [...allowedOrigins],
  }
}

export const bynameDomainAnswer = withEtag(answer(bynameDomain, serializeBynameDomain), domainEtag)
