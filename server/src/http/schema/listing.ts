import { z } from 'zod'
import { integer, queryBoolean } from './primitives.ts'

export const orderQuery = {
  orderBy: z
    .enum(['createdAt', 'subnameCount'])
    .default('createdAt')
    .meta({ description: 'Age, or the count of subnames of the domain.' }),
  orderDirection: z
    .enum(['asc', 'desc'])
    .default('desc')
    .meta({ description: 'Newest or largest first is `desc`.' }),
}

export const coinType = integer(0, 2 ** 32 - 1).meta({
  description: 'Coin type (SLIP-44, ENSIP-11).',
  example: 60,
})

/** No database stores U+0000. */
export const searchText = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[^\0]*$/, 'holds U+0000')
  .meta({
    description:
      'Part of a label, in any spelling; of less than three characters: its beginning. Text behind a dot is the beginning of ' +
      'the domain.',
    example: 'ali',
  })

export const isClaimed = queryBoolean
  .optional()
  .meta({ description: 'Only claimed ones (true) or only reservations (false); absent: both.' })
