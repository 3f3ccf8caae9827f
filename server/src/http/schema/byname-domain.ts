import { z } from 'zod'
import { domainEtag } from '../../core/domains/domain-etag.ts'
import type { Domain } from '../../model/domain.ts'
import { answer, withEtag } from './answer.ts'
import { look, serializeLook } from './look.ts'
import { wireChainId, wireId } from './primitives.ts'
import { contenthashUri, ownAddresses, serializeAddresses, text } from './records.ts'

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
  })
  .meta({ id: 'Domain', description: 'A domain, its own records and its look.' })

export function serializeBynameDomain({
  id,
  name,
  chainId,
  workspaceId,
  allowedOrigins,
  records: { texts, addresses, contenthash },
  look,
}: Domain): z.output<typeof bynameDomain> {
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
  }
}

export const bynameDomainAnswer = withEtag(answer(bynameDomain, serializeBynameDomain), domainEtag)
