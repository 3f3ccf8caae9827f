import { z } from 'zod'
import type { getDomainByName } from '../../core/domains/get-by-name.ts'
import { answer } from './answer.ts'

/** A domain as Byname's own operations show it. */
export const bynameDomain = z
  .object({
    id: z.string(),
    name: z.string().meta({ example: 'demo.eth' }),
    chainId: z.number().int(),
    workspaceId: z.string(),
    allowedOrigins: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'Sites that messages for the subnames may be signed for: exact, or `*.example.com` for every host below ' +
          'example.com; null: any.',
        example: ['app.example.com', '*.example.com'],
      }),
  })
  .meta({ id: 'Domain' })

type Domain = Awaited<ReturnType<typeof getDomainByName>>

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

export const bynameDomainAnswer = answer(bynameDomain, serializeBynameDomain)
