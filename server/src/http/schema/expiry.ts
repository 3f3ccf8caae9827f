import { z } from 'zod'
import type { NameExpiry } from '../../core/domains/expiry.ts'
import { answer } from './answer.ts'

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

export const expiriesAnswer = answer(z.array(wireExpiry), (expiries: readonly NameExpiry[]) =>
  expiries.map(serializeExpiry),
)
